import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { testServer } from "../../support/TestServer.ts"
import { until } from "../../support/until.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"

/** Two teams: what the first plans is supported by the second's. */
const teams = (goal: string, other: string) =>
  filled([
    ["create_team", null, { name: "Leadership", color: "#225588" }],
    ["create_objective", 0, { title: goal, owner: "Ann Lee" }],
    ["create_team", null, { name: "Payments", color: "#885522" }],
    ["create_objective", 2, { title: "Pay in euros" }],
    ["create_objective", 2, { title: other }]
  ])

const label = "Choose an objective for “Pay in euros” to support"

const choose = (page: Page) => page.getByRole("button", { name: label })

const field = (page: Page) => page.locator(".parent-field")

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("What an objective supports", (it) => {
  it.effect("is chosen by search over all teams, seen by others at once, and taken away, with the keyboard alone", () =>
    Effect.gen(function* () {
      const [leadership, grow = "", payments, euros = ""] = yield* teams("Grow in Europe", "Refund in a day")
      const at = `/strategy/teams/${payments}/objectives/${euros}`
      const ada = yield* visitor("ada", "editor", at)
      const bob = yield* visitor("bob", "viewer", at)
      const cleo = yield* visitor("cleo", "viewer", `/strategy/teams/${leadership}/objectives/${grow}/progress`)
      yield* Effect.promise(async () => {
        const { page } = ada
        await field(bob.page).getByText("Nothing").waitFor()
        assert.strictEqual(await field(bob.page).getByRole("button").count(), 0)
        await choose(page).press("Enter")
        const dialog = page.getByRole("dialog", { name: label })
        // Neither the objective itself nor a command is offered.
        assert.strictEqual(await dialog.getByRole("option").count(), 2)
        await page.keyboard.type("ann europ")
        await dialog.getByText("1 result.").waitFor()
        await page.keyboard.press("Enter")
        await dialog.waitFor({ state: "detached" })
        for (const one of [page, bob.page]) {
          await field(one).getByRole("link", { name: "Grow in Europe" }).waitFor()
          await field(one).getByText("Leadership").waitFor()
        }
        assert.strictEqual(await page.evaluate("document.activeElement.ariaLabel"), label)
        const supporters = cleo.page.locator(".supporters")
        await supporters.getByRole("heading", { name: "Supported by 1 objective" }).waitFor()
        await supporters.getByText("Payments").waitFor()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await field(page).getByText("Choose an objective").waitFor()
        await field(bob.page).getByText("Nothing").waitFor()
        await supporters.waitFor({ state: "detached" })
        assert.strictEqual(await page.evaluate("document.activeElement.ariaLabel"), label)
      })
      assert.deepStrictEqual([...ada.errors(), ...bob.errors(), ...cleo.errors()], [])
    }).pipe(Effect.scoped)
  )

  it.effect("shows the server's reason beside the field, and a conflict with what somebody else chose", () =>
    Effect.gen(function* () {
      const [, grow = "", payments, euros = "", refund = ""] = yield* teams("Grow in Asia", "Pay by phone")
      const dora = yield* visitor("dora", "editor", `/strategy/teams/${payments}/objectives/${euros}`)
      const { page } = dora
      const isChosen = (title: string) =>
        Effect.promise(async () => {
          await choose(page).click()
          await page.getByRole("option", { name: title }).click()
        })
      // The page doesn't know yet what the server knows.
      yield* Effect.promise(async () => {
        await page.locator(".parent-field button:enabled").waitFor()
        await page.route("**/api/overview", (route) => route.abort())
      })
      yield* dora.send("update_objective_parent", grow, { parentId: euros })
      yield* isChosen("Grow in Asia")
      yield* Effect.promise(async () => {
        const notice = field(page).locator(".notice.refused")
        await notice.getByText("names the objective itself, or one that supports it").waitFor()
        await notice.getByRole("button", { name: "Discard" }).click()
        await notice.waitFor({ state: "detached" })
      })
      const erin = yield* visitor("erin", "editor", "/strategy/overview")
      yield* Effect.promise(() => page.route("**/api/events", (route) => route.abort()))
      yield* isChosen("Pay by phone")
      yield* Effect.promise(() => field(page).getByText("Can’t reach the server").waitFor())
      yield* dora.send("update_objective_parent", grow, { parentId: null })
      yield* erin.send("update_objective_parent", euros, { parentId: grow })
      yield* Effect.promise(async () => {
        await page.unroute("**/api/events")
        await field(page).getByText("erin changed this").waitFor()
        await field(page).getByRole("button", { name: "Keep mine" }).click()
        await field(page).locator(".notice").waitFor({ state: "detached" })
        await field(page).getByRole("link", { name: "Pay by phone" }).waitFor()
      })
      // The page shows what was chosen before it is saved.
      yield* until(dora.get(`/api/teams/${payments}/objectives`), (answer) => {
        const { objectives } = answer as {
          readonly objectives: ReadonlyArray<{ readonly id: string; readonly parentId: string | null }>
        }
        return objectives.find(({ id }) => id === euros)?.parentId === refund
      })
    }).pipe(Effect.scoped)
  )
})
