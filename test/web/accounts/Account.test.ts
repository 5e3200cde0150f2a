import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../../support/Browser.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { signedIn, signedInByForm, visit } from "./SignedIn.ts"

const bearer = (token: string) => ({ csrf: null, headers: { authorization: `Bearer ${token}` } })

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Your account", (it) => {
  it.effect("lists sessions with their device and address, and ends another one", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedInByForm("ann", "editor", "/strategy/account")
      const other = yield* signIn("ann")
      yield* Effect.promise(async () => {
        await page.reload()
        const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem")
        await sessions.nth(1).waitFor()
        assert.strictEqual(await sessions.count(), 2)
        const mine = sessions.filter({ hasText: "This session" })
        assert.match(await mine.innerText(), /Chrome on Linux.*127\.0\.0\.1 · last seen/s)
        assert.strictEqual(await mine.getByRole("button").count(), 0)
        await sessions.filter({ hasNotText: "This session" }).getByRole("button", { name: /^End/ }).click()
        await page.getByText("Session ended.").waitFor()
        assert.strictEqual(await sessions.count(), 1)
      })
      assert.strictEqual((yield* request("/api/auth/me", { token: other })).status, 401)
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("creates a token, shows it until Done and never again, and revokes it", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedIn("bob", "editor", "/strategy/account")
      const tokens = page.getByRole("region", { name: "Tokens", exact: true })
      const token = yield* Effect.promise(async () => {
        await tokens.getByText("No tokens yet.").waitFor()
        await tokens.getByRole("button", { name: "Create token" }).click()
        const dialog = page.getByRole("dialog", { name: "Create a token" })
        await dialog.getByLabel("Expires after (days)").fill("400")
        await dialog.getByRole("button", { name: "Create token" }).click()
        await dialog.getByText("Enter a name.").waitFor()
        await dialog.getByText("Enter a whole number from 1 to 365.").waitFor()
        await dialog.getByLabel("Name").fill("Weekly report")
        assert.deepStrictEqual(await dialog.locator("option").allTextContents(), [
          "Read",
          "Read and edit",
          "Calendar feeds"
        ])
        await dialog.getByLabel("Scope").selectOption("Read and edit")
        await dialog.getByLabel("Expires after (days)").fill("30")
        await dialog.getByRole("button", { name: "Create token" }).click()
        const notice = page.getByRole("region", { name: "Token “Weekly report”" })
        const shown = await notice.locator(".code").innerText()
        await page.getByRole("link", { name: "Teams" }).click()
        await page.goBack()
        assert.strictEqual(await notice.locator(".code").innerText(), shown)
        await notice.getByRole("button", { name: "Done" }).click()
        await notice.waitFor({ state: "detached" })
        await page.reload()
        await tokens.getByText("Weekly report").waitFor()
        assert.notInclude(await page.content(), shown)
        assert.match(await tokens.innerText(), /Read and edit · never used · expires/)
        return shown
      })
      assert.include((yield* request("/api/auth/me", bearer(token))).text, '"role":"editor"')
      yield* Effect.promise(async () => {
        await page.reload()
        await tokens.getByText("last used").waitFor()
        await tokens.getByRole("button", { name: "Revoke Weekly report" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click()
        await page.getByText("Token revoked.").waitFor()
        await tokens.getByText("No tokens yet.").waitFor()
      })
      assert.strictEqual((yield* request("/api/auth/me", bearer(token))).status, 401)
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("admins reset a password, end sessions and revoke tokens of others", () =>
    Effect.gen(function* () {
      yield* addUser("carl", "viewer")
      const session = yield* signIn("carl")
      const body = { name: "Old import", scope: "read", expiresInDays: 9 }
      yield* request("/api/auth/tokens", { token: session, body })
      const { page, errors } = yield* signedIn("root", "admin", "/strategy/users", [401])
      const choose = async (action: string) => {
        await page.getByRole("button", { name: "Actions for carl" }).click()
        await page.getByRole("menuitem", { name: action }).click()
        return page.getByRole("dialog")
      }
      yield* Effect.promise(async () => {
        const dialog = await choose("Sessions…")
        const sessions = dialog.getByRole("listitem")
        await sessions.getByText("127.0.0.1").waitFor()
        assert.strictEqual(await sessions.count(), 1)
        await dialog.getByRole("button", { name: "End all sessions" }).click()
        await page.getByText("carl is signed out.").waitFor()
        await (await choose("Sessions…")).getByText("Not signed in anywhere.").waitFor()
        await page.keyboard.press("Escape")
      })
      assert.strictEqual((yield* request("/api/auth/me", { token: session })).status, 401)
      const link = yield* Effect.promise(async () => {
        await (await choose("Reset password")).getByRole("button", { name: "Make a link" }).click()
        const notice = page.getByRole("region", { name: "New link for carl" })
        const shown = await notice.locator(".code").innerText()
        await notice.getByRole("button", { name: "Done" }).click()
        await notice.waitFor({ state: "detached" })
        await page.getByRole("link", { name: "Tokens" }).click()
        const token = page.getByRole("listitem").filter({ hasText: "Old import" })
        assert.include(await token.innerText(), "carl")
        await token.getByRole("button", { name: "Revoke Old import" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click()
        await page.getByText("No tokens yet. Everyone creates their own under “Your account”.").waitFor()
        return shown
      })
      assert.deepStrictEqual(errors(), [])
      const carl = yield* visit(link.slice(link.lastIndexOf("/strategy/")))
      yield* Effect.promise(async () => {
        await carl.page.getByText("Your username is carl.").waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
