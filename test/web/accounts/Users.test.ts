import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { addUser, testServer } from "../../support/TestServer.ts"
import { enter, signedIn, visit } from "./SignedIn.ts"

const path = "/strategy/users"

const names = (page: Page) => page.locator("tbody th").allTextContents()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The users", (it) => {
  it.effect("are added with a generated password, get another role, and are deleted", () =>
    Effect.gen(function* () {
      yield* addUser("zoe", "viewer")
      const { page, errors } = yield* signedIn("ann", "admin", path, [401, 409])
      const secret = yield* Effect.promise(async () => {
        const add = page.getByRole("button", { name: "Add person" })
        await add.click()
        const dialog = page.getByRole("dialog", { name: "Add a person" })
        const submit = dialog.getByRole("button", { name: "Add person" })
        await submit.click()
        await dialog.getByText("Enter a username.").waitFor()
        await dialog.getByText("Use 8 to 128 characters.").waitFor()
        await dialog.getByLabel("Username").fill("ZOE")
        await dialog.getByRole("button", { name: "Generate" }).click()
        await submit.click()
        await dialog.getByText(/^The username “.+” is taken\.$/).waitFor()
        await dialog.getByLabel("Username").fill("bob")
        const secret = await dialog.getByLabel("Password").inputValue()
        await submit.click()
        const invitation = page.getByRole("region", { name: "bob can now sign in" })
        const text = await invitation.locator(".code").innerText()
        assert.include(text, `You can sign in to ${new URL("/strategy/", page.url())} as bob.\nPassword: ${secret}\n`)
        assert.deepStrictEqual(await names(page), ["ann You", "bob ", "zoe "])
        await page.getByRole("link", { name: "Overview" }).click()
        await page.getByRole("link", { name: "People" }).click()
        assert.strictEqual(await invitation.locator(".code").innerText(), text)
        await invitation.getByRole("button", { name: "Done" }).click()
        await invitation.waitFor({ state: "detached" })
        assert.isTrue(await page.getByLabel("Role of ann").isDisabled())
        await page.getByText("Only another admin can change your role.").waitFor()
        await page.getByLabel("Role of bob").selectOption("Viewer")
        await page.getByText("bob now has the role Viewer.").waitFor()
        await page.getByRole("button", { name: "Actions for zoe" }).click()
        await page.getByRole("menuitem", { name: "Delete" }).click()
        const remove = page.getByRole("button", { name: "Delete person" })
        await remove.hover()
        const color = String(
          await page.evaluate("getComputedStyle(document.querySelector('.danger:hover')).backgroundColor")
        )
        const [red = 0, , blue = 0] = [...color.matchAll(/[\d.]+/g)].map(Number)
        assert.isAbove(red, blue, `pointed at, the button is ${color}`)
        await remove.click()
        await page.getByText("zoe deleted.").waitFor()
        assert.deepStrictEqual(await names(page), ["ann You", "bob "])
        assert.strictEqual(await page.getByRole("button", { name: "Actions for ann" }).count(), 0)
        return secret
      })
      assert.deepStrictEqual(errors(), [])
      const bob = yield* visit(path)
      yield* Effect.promise(async () => {
        await enter(bob.page, "bob", secret)
        await bob.page.getByRole("heading", { level: 1, name: "Only admins can see this page." }).waitFor()
        assert.strictEqual(await bob.page.getByRole("link", { name: "People" }).count(), 0)
      })
      assert.deepStrictEqual(bob.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("show a refusal by the server in their row", () =>
    Effect.gen(function* () {
      yield* addUser("yan", "editor")
      const { page } = yield* signedIn("eve", "admin", path, [401, 404])
      yield* Effect.promise(async () => {
        const refuse = { status: 400, contentType: "application/json", body: '{"message":"The last admin stays."}' }
        await page.route("**/api/admin/users/*/role", (route) => route.fulfill(refuse))
        await page.getByLabel("Role of yan").selectOption("Viewer")
        await page.getByRole("row", { name: /^yan/ }).getByText("The last admin stays.").waitFor()
        assert.strictEqual(await page.getByLabel("Role of yan").inputValue(), "editor")
      })
    }).pipe(Effect.scoped)
  )
})
