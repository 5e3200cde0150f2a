import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountAction, type AccountEntry } from "../../../src/domain/AccountEntry.ts"
import { remainingDetails, sentenceOf } from "../../../src/web/features/users/AccountLogSentences.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { entries } from "../HistoryLocators.ts"
import { signedIn } from "./SignedIn.ts"

const path = "/strategy/users/log"

const entry = (action: AccountAction, more: Partial<AccountEntry>): AccountEntry => ({
  id: 1,
  timestamp: "2026-01-02T03:04:05.678Z",
  lastAt: null,
  actorName: "ann",
  subjectName: "bob",
  address: "127.0.0.1",
  requestId: null,
  count: 1,
  detail: null,
  action,
  ...more
})

const hookId = "0d9f7f6e-8f4b-4d3c-9c5e-1f2a3b4c5d6e"
const hook = { subjectName: null, detail: `hooks.example.org; ${hookId}` }

/** For each action an entry as the server writes it, its sentence, and the details that follow the sentence. */
const sentences: Readonly<Record<AccountAction, readonly [Partial<AccountEntry>, string, ReadonlyArray<string>]>> = {
  login: [{ actorName: "bob" }, "bob signed in", []],
  login_failed: [
    { actorName: null, count: 3, detail: "several addresses" },
    "bob failed to sign in 3 times within a minute",
    ["several addresses"]
  ],
  locked: [{ actorName: null }, "bob was locked out after too many wrong passwords", []],
  unlocked: [{ actorName: null, detail: "script" }, "A script unlocked bob", []],
  logout: [{ actorName: "bob", detail: "replaced" }, "bob signed in again, ending the previous session", []],
  user_created: [{ actorName: null, detail: "admin; first start" }, "The initial setup added bob as admin", []],
  role_changed: [{ detail: "viewer to editor" }, "ann changed the role of bob from viewer to editor", []],
  password_changed: [{ actorName: "bob" }, "bob changed their password", []],
  profile_changed: [{ actorName: "bob" }, "bob changed their display name", []],
  password_reset: [{ actorName: null, detail: "script" }, "A script set a new password for bob", []],
  user_deleted: [{}, "ann deleted bob", []],
  user_linked: [{ actorName: null, detail: "script" }, "A script linked bob to the company sign-in", []],
  user_invited: [{ detail: "new link" }, "ann gave bob a link to choose a password", ["new link"]],
  invitation_used: [{ actorName: "bob" }, "bob chose a password by their link", []],
  rebuild: [{ subjectName: null }, "ann rebuilt the history", []],
  import: [
    { actorName: null, subjectName: null, detail: "5 events, 2 users; script" },
    "A script imported an archive",
    ["5 events, 2 users"]
  ],
  redacted: [
    { actorName: null, subjectName: null, detail: "objective 1, title; 2 events; script" },
    "A script removed text from the history",
    ["objective 1, title", "2 events"]
  ],
  sample_loaded: [{ subjectName: null, detail: "392 events" }, "ann loaded the sample strategy", ["392 events"]],
  webhook_created: [hook, "ann added a webhook for hooks.example.org", [`webhook ${hookId}`]],
  webhook_changed: [hook, "ann changed the webhook for hooks.example.org", [`webhook ${hookId}`]],
  webhook_deleted: [hook, "ann deleted the webhook for hooks.example.org", [`webhook ${hookId}`]],
  webhook_resent: [hook, "ann resent events to hooks.example.org", [`webhook ${hookId}`]],
  webhook_skipped: [
    { ...hook, detail: `${hook.detail}; event 7` },
    "ann skipped a failing delivery to hooks.example.org",
    [`webhook ${hookId}`, "event 7"]
  ],
  webhook_tested: [hook, "ann tested the webhook for hooks.example.org", [`webhook ${hookId}`]],
  archive_exported: [
    { actorName: null, subjectName: null, detail: "users; webhooks; script" },
    "A script exported an archive with people and webhooks",
    []
  ],
  session_ended: [{ detail: "3 sessions" }, "ann ended 3 sessions of bob", []],
  token_created: [{ actorName: "bob", detail: "read; Weekly report" }, "bob created a token (read)", ["Weekly report"]],
  token_revoked: [{ detail: "write; Import" }, "ann revoked a token (write) of bob", ["Import"]]
}

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The account log", (it) => {
  it.effect("has a sentence for every action", () =>
    Effect.sync(() => {
      const elsewhere = { actorName: "ann", subjectName: "bob", detail: "replaced" }
      assert.deepStrictEqual(sentenceOf(entry("logout", elsewhere)), [
        "ann",
        "signed in where bob was signed in, ending that session"
      ])
      const unknown = entry("login_failed", { actorName: null, subjectName: "unknown:0a1b2c3d" })
      assert.deepStrictEqual(sentenceOf(unknown), ["Unknown username 0a1b2c3d", "failed to sign in"])
      const earlier = entry("locked", { actorName: null, subjectName: "unknown:00000000" })
      assert.strictEqual(sentenceOf(earlier)[0], "An unknown username")
      const bare = entry("archive_exported", { actorName: null, subjectName: null, detail: "script" })
      assert.deepStrictEqual(sentenceOf(bare), ["A script", "exported an archive"])
      const rotated = entry("webhook_changed", { ...hook, detail: `${hook.detail}; secret` })
      assert.strictEqual(sentenceOf(rotated)[1], "changed the secret of the webhook for hooks.example.org")
      assert.deepStrictEqual(remainingDetails(rotated), [`webhook ${hookId}`])
      for (const action of AccountAction.literals) {
        const [more, words, rest] = sentences[action]
        assert.deepStrictEqual(
          [sentenceOf(entry(action, more)).join(" "), remainingDetails(entry(action, more))],
          [words, rest]
        )
      }
    })
  )

  it.effect("shows admins who signed in, was refused and changed users, all or of one user, and can be refreshed", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedIn("ann", "admin", path)
      const token = yield* signIn("ann")
      const bob = { username: "bob", password: "correct horse", role: "viewer" }
      yield* request("/api/admin/users", { token, body: bob })
      for (let guess = 0; guess < 2; guess++) yield* signIn("bob", "wrong horse")
      yield* signIn("bob")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Refresh" }).click()
        await page.getByText("bob signed in").waitFor()
        const told = await entries(page)
        assert.deepStrictEqual(told.slice(0, 3).toSorted(), [
          "ann added bob as viewer",
          "bob failed to sign in 2 times within a minute",
          "bob signed in"
        ])
        const meta = await page.locator(".entry-meta").first().innerText()
        assert.match(meta, /from 127\.0\.0\.1/)
        const counted = page.locator(".entry", { hasText: "failed to sign in" }).locator(".entry-meta")
        assert.match(await counted.innerText(), /last attempt/)
        await page.getByLabel("Username").focus()
        await page.keyboard.type("ANN")
        await page.keyboard.press("Enter")
        await page.getByText("Only entries about ANN").waitFor()
        await page.getByText("bob signed in").waitFor({ state: "detached" })
        await page.getByText("ann signed in").first().waitFor()
        for (const told of await entries(page)) assert.include(told, "ann")
        await page.getByRole("button", { name: "Show all" }).click()
        await page.getByText("bob signed in").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is loaded page by page, and a page that failed to load can be tried again", () =>
    Effect.gen(function* () {
      const users = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, at) => `user-${at}`),
        (name) => Effect.orDie(addUser(name, "viewer"))
      )
      const { page } = yield* signedIn("amy", "admin", "/strategy/", [401, 503])
      const token = yield* signIn("amy")
      for (const user of users) {
        for (const role of ["editor", "viewer"]) {
          yield* request(`/api/admin/users/${user.id}/role`, { method: "PUT", token, body: { role } })
        }
      }
      yield* Effect.promise(async () => {
        await page.route("**/api/admin/account-log*", (route) => route.fulfill({ status: 503 }))
        await page.getByRole("link", { name: "People" }).click()
        await page.getByRole("link", { name: "Account activity" }).click()
        await page.getByText("Couldn’t load the account activity.").waitFor()
        await page.unroute("**/api/admin/account-log*")
        await page.getByRole("button", { name: "Try again" }).click()
        await page.locator(".entry").nth(99).waitFor()
        assert.strictEqual(await page.locator(".entry").count(), 100)
        await page.route("**/api/admin/account-log*", (route) => route.fulfill({ status: 503 }))
        await page.getByRole("button", { name: "Load older" }).click()
        await page.getByRole("alert").getByText("Couldn’t load the account activity.").waitFor()
        await page.unroute("**/api/admin/account-log*")
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByText("No older entries").waitFor()
        const changes = (await entries(page)).filter((told) => told.startsWith("amy changed the role of user-"))
        assert.strictEqual(changes.length, 120)
        assert.strictEqual(new Set(changes).size, 120)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is for admins only", () =>
    Effect.gen(function* () {
      const { page } = yield* signedIn("ed", "editor", path)
      yield* Effect.promise(() =>
        page.getByRole("heading", { level: 1, name: "Only admins can see this page." }).waitFor()
      )
    }).pipe(Effect.scoped)
  )
})
