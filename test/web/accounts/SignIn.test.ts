import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SessionStore } from "../../../src/accounts/sessions/SessionStore.ts"
import { Browser } from "../../support/Browser.ts"
import { untrustedHost } from "../../support/Chromium.ts"
import { addUser, BaseUrl, password, testServer } from "../../support/TestServer.ts"
import { enter, signedIn, signedInByForm, visit } from "./SignedIn.ts"

const users = "/strategy/users"

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Signing in", (it) => {
  it.effect("explains missing input, wrong passwords, too many attempts and an unreachable server", () =>
    Effect.gen(function* () {
      yield* addUser("lou", "viewer")
      const { page, errors } = yield* visit("/strategy/")
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        // The form comes once it is known how people sign in.
        await page.locator("input:focus").waitFor()
        const said = () => page.getByRole("alert").textContent()
        await page.keyboard.press("Enter")
        assert.strictEqual(await said(), "Enter username and password.")
        for (let turn = 0; turn < 5; turn++) {
          const answered = page.waitForResponse("**/api/auth/login")
          await enter(page, "lou", "wrong")
          await answered
          await page.getByText("Invalid username or password.").waitFor()
        }
        await enter(page, "lou")
        await page.getByText("There were too many failed attempts. Please try again later.").waitFor()
        await page.route("**/api/auth/login", (route) => route.abort())
        await enter(page, "lou")
        await page.getByText("Can’t reach the server. Try again in a moment.").waitFor()
      })
      assert.deepStrictEqual(
        errors().filter((line) => !line.includes("ERR_FAILED")),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("names the company", () =>
    Effect.gen(function* () {
      const base = yield* BaseUrl
      const { page } = yield* (yield* Browser).visit()
      yield* Effect.promise(async () => {
        await page.route("**/api/auth/methods", (route) =>
          route.fulfill({ json: { companyName: "Northwind", password: true, oidc: null } })
        )
        await page.goto(`${base}/strategy/`)
        await page.locator(".sign-in .home", { hasText: /^Northwind$/ }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says over plain HTTP, where browsers drop the session's cookie, what is needed", () =>
    Effect.gen(function* () {
      yield* addUser("una", "viewer")
      const url = new URL("/strategy/", yield* BaseUrl)
      url.hostname = untrustedHost
      const { page, errors } = yield* (yield* Browser).visit()
      yield* Effect.promise(async () => {
        await page.goto(url.href)
        const hint = page.getByText("Browsers don’t keep a sign-in on a page opened over plain HTTP.")
        await hint.waitFor()
        assert.strictEqual(await page.evaluate("crypto.randomUUID"), undefined)
        await enter(page, "una", "wrong")
        await page.getByText("Invalid username or password.").waitFor()
        await enter(page, "una")
        await page.getByRole("alert").getByText("Browsers don’t keep a sign-in").waitFor()
        assert.strictEqual(await hint.count(), 2)
        assert.strictEqual(await page.getByRole("banner").count(), 0)
      })
      assert.deepStrictEqual(
        // Chromium says that it ignores a header meant for HTTPS.
        errors.filter((line) => !/status of 401|Cross-Origin-Opener-Policy/.test(line)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("says in a browser that blocks cookies, and so its storage, what is needed", () =>
    Effect.gen(function* () {
      yield* addUser("ola", "viewer")
      const url = `${yield* BaseUrl}/strategy/`
      const { page, errors } = yield* (yield* Browser).visit()
      yield* Effect.promise(async () => {
        await page.addInitScript(`
            Object.defineProperty(Navigator.prototype, "cookieEnabled", { value: false })
            for (const name of ["localStorage", "sessionStorage"])
              Object.defineProperty(window, name, { get: () => { throw new DOMException("blocked", "SecurityError") } })
          `)
        await page.route("**/api/auth/me", (route) => route.fulfill({ status: 401, json: { message: "no session" } }))
        await page.goto(url)
        await page.getByText("To sign in, allow cookies for this page.").waitFor()
        await enter(page, "ola")
        await page.getByRole("alert").getByText("To sign in, allow").waitFor()
      })
      assert.deepStrictEqual(
        errors.filter((line) => !/status of 401/.test(line)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("shows the page that was asked for, and the same one again after the session has expired", () =>
    Effect.gen(function* () {
      const { page, errors, user } = yield* signedInByForm("ann", "admin", users)
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Invite people" }).click()
        await page.getByRole("dialog").getByLabel("People, one per line").fill("half typed")
      })
      yield* (yield* SessionStore).endAllOf(user.id)
      yield* Effect.promise(async () => {
        await page.getByText("Your session has ended.").waitFor()
        await enter(page, "ann")
        await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
        assert.strictEqual(new URL(page.url()).pathname, users)
        assert.strictEqual(await page.getByRole("dialog").getByLabel("People, one per line").inputValue(), "half typed")
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: /^Signed in as ann/ }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        assert.strictEqual(await page.getByText("Your session has ended.").count(), 0)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("works with a changed password, whose form checks its input", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedIn("pat", "viewer", "/strategy/", [400, 401])
      const next = "another horse"
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: /^Signed in as pat/ }).click()
        await page.getByRole("menuitem", { name: "Your account" }).click()
        await page.getByRole("button", { name: "Change password" }).click()
        const dialog = page.getByRole("dialog", { name: "Change password" })
        await dialog.waitFor()
        const troubles = () => dialog.locator(".trouble:not(:empty)").allTextContents()
        const fill = async (...texts: ReadonlyArray<string>) => {
          const inputs = await dialog.locator("input[type=password]").all()
          for (const [at, input] of inputs.entries()) await input.fill(texts[at] ?? "")
          await page.keyboard.press("Enter")
        }
        await fill("", "short", "other")
        assert.deepStrictEqual(await troubles(), [
          "Enter your current password.",
          "Use 8 to 128 characters.",
          "The passwords don’t match."
        ])
        await fill("wrong", next, next)
        await dialog.getByText("The current password is wrong.").waitFor()
        assert.deepStrictEqual(await troubles(), ["The current password is wrong."])
        await fill(password, next, next)
        await page.getByText("Password changed.").waitFor()
        assert.strictEqual(await dialog.count(), 0)
        await page.getByRole("button", { name: /^Signed in as pat/ }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await enter(page, "pat", next)
        await page.getByRole("banner").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
