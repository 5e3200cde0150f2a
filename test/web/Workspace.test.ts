import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { Browser } from "../support/Browser.ts"
import { addUser, testServer } from "../support/TestServer.ts"
import { enter, signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds" }]
])

/** Changes and fails to delete an objective, ends the session by `leave`, and signs in as `next`, who wants to undo. */
const deletedBefore = Effect.fnUntraced(function* (user: string, next: string, leave: "signing out" | "the end") {
  const [team = ""] = yield* strategy
  yield* Effect.orDie(addUser(next, "editor"))
  const visited = yield* signedIn(user, "editor", `/strategy/teams/${team}`)
  const { page } = visited
  const sessions = yield* SessionStore
  const sent: Array<string> = []
  const seen: Array<string | undefined> = []
  yield* Effect.promise(async () => {
    await page.clock.install()
    page.on("request", (request) => {
      if (request.url().endsWith("/api/events")) sent.push(request.postData() ?? "")
      if (request.url().endsWith("/objectives")) seen.push(request.headers()["if-none-match"])
    })
    await page.getByRole("button", { name: "Refunds", exact: true }).waitFor()
    await page.getByRole("button", { name: "Add objective", exact: true }).click()
    await page.keyboard.type("half typed")
    await page.getByRole("button", { name: "Status of Refunds: Draft" }).click()
    await page.getByRole("menuitemradio", { name: "Missed" }).click()
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Status of Refunds: Missed" }).waitFor()
    await page.route("**/api/events", (route) => route.abort())
    await page
      .locator(".objective")
      .getByRole("button", { name: /More actions/ })
      .click()
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await page.locator(".toast", { hasText: "Couldn’t delete" }).waitFor()
    await page.unroute("**/api/events")
    if (leave === "signing out") {
      await page.getByRole("button", { name: `Signed in as ${user}` }).click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
    }
  })
  if (leave === "the end") yield* sessions.endAllOf(visited.user.id)
  yield* Effect.promise(async () => {
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
    seen.length = 0
    sent.length = 0
    await enter(page, next)
    await page.getByRole("button", { name: "Refunds", exact: true }).waitFor()
    assert.strictEqual(await page.locator(".toast").count(), 0)
    await page.keyboard.press("ControlOrMeta+z")
    await page.locator(".toast", { hasText: "no changes to undo" }).waitFor()
    await page.clock.fastForward(10_000)
    // Requests that were due are sent before this one.
    await page.evaluate("fetch('/api/auth/me')")
  })
  return { ...visited, sent, seen, team }
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("A workspace", (it) => {
  for (const leave of ["signing out", "the end"] as const) {
    it.effect(`of one user leaves nothing to the next after ${leave}`, () =>
      Effect.gen(function* () {
        const [ada, bob] = leave === "signing out" ? ["ada", "bob"] : ["ann", "ben"]
        const { page, errors, sent, seen } = yield* deletedBefore(ada, bob, leave)
        yield* Effect.promise(async () => {
          assert.deepStrictEqual(sent, [])
          // No ETag of loaded data, no toast and no typed text is left.
          assert.deepStrictEqual(seen, [undefined])
          assert.strictEqual(await page.locator(".toast").count(), 0)
          assert.strictEqual(await page.locator(".add-inline input").count(), 0)
        })
        // Only the failed deletion was sent.
        assert.deepStrictEqual(
          errors().filter((line) => !line.includes("net::ERR_FAILED")),
          []
        )
      }).pipe(Effect.scoped)
    )
  }

  it.effect("gives typed text back to its user", () =>
    Effect.gen(function* () {
      const { page, sent } = yield* deletedBefore("cleo", "dan", "signing out")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Signed in as dan" }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await enter(page, "cleo")
        await page.getByRole("button", { name: "Refunds", exact: true }).waitFor()
        assert.strictEqual(await page.locator(".add-inline input").inputValue(), "half typed")
        assert.deepStrictEqual(sent, [])
      })
    }).pipe(Effect.scoped)
  )
})
