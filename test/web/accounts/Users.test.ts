import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { addUser, password, testServer } from "../../support/TestServer.ts"
import { signedIn, visit } from "./SignedIn.ts"

const path = "/strategy/users"

const names = (page: Page) => page.locator("tbody th").allTextContents()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The users", (it) => {
  it.effect("are invited by a list, get another role, and are deleted", () =>
    Effect.gen(function* () {
      yield* addUser("zoe", "viewer")
      const { page, errors } = yield* signedIn("ann", "admin", path, [401])
      const link = yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Invite people" }).click()
        const dialog = page.getByRole("dialog", { name: "Invite people" })
        await dialog.getByRole("button", { name: "Invite", exact: true }).click()
        await dialog.getByText("Enter at least one person.").waitFor()
        await dialog.getByLabel("People, one per line").fill("Bob Müller\nZOE\n")
        await dialog.getByText("Has an account already.").waitFor()
        await dialog.getByRole("button", { name: "Invite 2 people" }).click()
        await dialog.getByText("Correct or remove the marked lines.").waitFor()
        await dialog.getByLabel("People, one per line").fill("Bob Müller\nEve <eve@example.com>\n")
        await dialog.getByRole("row", { name: "1 Bob Müller bob.mueller Editor" }).waitFor()
        await dialog.getByRole("button", { name: "Invite 2 people" }).click()
        const made = page.getByRole("region", { name: "2 people invited" })
        const link = await made.locator(".code").first().innerText()
        assert.include(link, `${new URL("/strategy/", page.url())}#username=bob.mueller`)
        await made.getByRole("button", { name: "Copy all invitations" }).waitFor()
        assert.deepStrictEqual(await names(page), ["ann You", "Bob Müller bob.mueller ", "Eve eve ", "zoe "])
        await page.getByRole("link", { name: "Overview" }).click()
        await page.getByRole("link", { name: "People" }).click()
        assert.strictEqual(await made.locator(".code").first().innerText(), link)
        await made.getByRole("button", { name: "Done" }).click()
        await made.waitFor({ state: "detached" })
        const eve = page.getByRole("row", { name: /^Eve/ })
        await eve.getByText("Never signed in").waitFor()
        await eve.getByRole("combobox").selectOption("Admin")
        const question = page.getByRole("dialog", { name: "Make Eve an admin?" })
        await question.getByRole("button", { name: "Cancel" }).click()
        assert.strictEqual(await eve.getByRole("combobox").inputValue(), "editor")
        await eve.getByRole("combobox").selectOption("Admin")
        await question.getByRole("button", { name: "Make admin" }).click()
        await page.getByText("Eve is now an admin.").waitFor()
        assert.isTrue(await page.getByLabel("Role of ann").isDisabled())
        await page.getByText("Only another admin can change your role.").waitFor()
        await page.getByLabel("Role of Bob Müller").selectOption("Viewer")
        await page.getByText("Bob Müller is now a viewer.").waitFor()
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
        assert.deepStrictEqual(await names(page), ["ann You", "Bob Müller bob.mueller ", "Eve eve "])
        assert.strictEqual(await page.getByRole("button", { name: "Actions for ann" }).count(), 0)
        return link
      })
      assert.deepStrictEqual(errors(), [])
      const bob = yield* visit(link.slice(link.indexOf("/strategy")))
      yield* Effect.promise(async () => {
        await bob.page.getByLabel("Password").fill(password)
        await bob.page.getByRole("button", { name: "Save and sign in" }).click()
        await bob.page.getByRole("banner").waitFor()
        await bob.page.goto(new URL(path, bob.page.url()).href)
        await bob.page.getByRole("heading", { level: 1, name: "Only admins can see this page." }).waitFor()
        assert.strictEqual(await bob.page.getByRole("link", { name: "People" }).count(), 0)
      })
      assert.deepStrictEqual(bob.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("show a refusal by the server in their row", () =>
    Effect.gen(function* () {
      yield* addUser("yan", "editor")
      const { page } = yield* signedIn("rex", "admin", path, [401, 404])
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
