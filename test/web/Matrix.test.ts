import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_principle", 0, { title: "Fast" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }]
])

const cell = (page: Page, objective: string, principle: string) =>
  page.getByRole("button", { name: `${objective} ${principle}`, exact: true })

/** The cells of each row as text, the total last. */
const rows = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator("tbody tr[data-objective], tfoot tr")
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll("td")]
          .map((td) => td.querySelector("button")?.ariaPressed ?? td.textContent?.trim() ?? "")
          .join(" ")
      )
    )

const pressed = (page: Page, objective: string, principle: string): Promise<void> =>
  page
    .locator(`[aria-pressed=true]`)
    .and(cell(page, objective, principle))
    .waitFor()

const focused = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement.getAttribute('aria-labelledby')")

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The matrix", (it) => {
  it.effect("links and unlinks by pointer and keyboard, and lists what has no link", () =>
    Effect.gen(function* () {
      const [team = "", safe, fast, refunds, invoices] = yield* strategy
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}/matrix`)
      const { page } = ada
      yield* Effect.promise(async () => {
        await page.getByText("2 objectives without a principle").waitFor()
        await page.getByText("2 principles without an objective").waitFor()
        assert.deepStrictEqual(await rows(page), ["false false 0", "false false 0", "0no objective 0no objective 0"])
        await cell(page, "Refunds", "Safe").click()
        await pressed(page, "Refunds", "Safe")
        await page.getByText("1 objective without a principle").waitFor()
        // One cell is the tab stop: the one used last.
        assert.strictEqual(await page.locator("td button[tabindex='0']").count(), 1)
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowRight")
        assert.strictEqual(await focused(page), `row-${invoices} column-${fast}`)
        await page.keyboard.press("ArrowRight")
        assert.strictEqual(await focused(page), `row-${invoices} column-${fast}`)
        await page.keyboard.press("Space")
        await page.getByText("Every objective has a principle, and every principle an objective.").waitFor()
        assert.deepStrictEqual(await rows(page), ["true false 1", "false true 1", "1 1 2"])
        await page.keyboard.press("Home")
        assert.strictEqual(await focused(page), `row-${invoices} column-${safe}`)
        await page.keyboard.press("ArrowLeft")
        assert.strictEqual(await page.evaluate("document.activeElement.id"), `row-${invoices}`)
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Control+Home")
        assert.strictEqual(await focused(page), `row-${refunds} column-${safe}`)
        await page.keyboard.press("Enter")
        await page.getByText("1 principle without an objective").waitFor()
      })
      assert.deepStrictEqual(ada.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("updates live without losing the focus, and shows a link that failed under its row", () =>
    Effect.gen(function* () {
      const [team = "", safe, fast, refunds = ""] = yield* strategy
      const bob = yield* visitor("bob", "editor", `/strategy/teams/${team}/matrix`)
      const { page } = bob
      yield* Effect.promise(() => cell(page, "Invoices", "Safe").focus())
      const link = (principleId: string | undefined, linked: boolean) =>
        bob.send("update_objective_principle_link", refunds, { principleId: principleId ?? "", linked })
      yield* link(safe, true)
      yield* Effect.promise(async () => {
        await pressed(page, "Refunds", "Safe")
        assert.match(String(await focused(page)), new RegExp(`column-${safe}$`))
        await page.route("**/api/events", (route) => route.abort())
        await cell(page, "Refunds", "Fast").click()
        await page.getByText("Link to Fast").waitFor()
        await page.getByText("Can’t reach the server.").waitFor()
        assert.deepStrictEqual(await rows(page), ["true true 2", "false false 0", "1 1 2"])
        await page.getByRole("button", { name: "Discard" }).click()
        await page.getByText("Link to Fast").waitFor({ state: "detached" })
        await page.unroute("**/api/events")
        assert.deepStrictEqual((await rows(page))[0], "true false 1")
      })
      yield* link(fast, true)
      yield* Effect.promise(() => pressed(page, "Refunds", "Fast"))
    }).pipe(Effect.scoped)
  )

  it.effect("is read-only for viewers, and scrolls within its own box", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("vic", "viewer", `/strategy/teams/${team}/matrix`)
      yield* Effect.promise(async () => {
        await page.getByRole("table", { name: "Objectives by principle" }).waitFor()
        assert.strictEqual(await page.locator("table button").count(), 0)
        await page.getByRole("link", { name: "Safe" }).focus()
        await page.getByRole("link", { name: "Refunds" }).click()
        await page.getByText("No measures yet.").waitFor()
        await page.keyboard.press("Escape")
        await page.getByText("No measures yet.").waitFor({ state: "detached" })
        await page.setViewportSize({ width: 320, height: 640 })
        assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 320)
      })
    }).pipe(Effect.scoped)
  )
})
