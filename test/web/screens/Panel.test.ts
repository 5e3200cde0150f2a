import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { testServer } from "../../support/TestServer.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds", status: "on_track", dueDate: "2040-01-31" }],
  ["create_objective", 0, { title: "Invoices", status: "off_track", dueDate: "2040-01-31" }],
  ["create_progress", 2, { name: "Days", unit: "d", start: 10, target: 2 }],
  ["create_progress", 3, { name: "Errors", unit: "", start: 10, target: 0 }]
])

const panel = (page: Page, title: string) => page.getByRole("complementary", { name: title, exact: true })

const opens = async (page: Page, title: string): Promise<void> => {
  await panel(page, title).getByRole("heading", { name: title }).and(page.locator(":focus")).waitFor()
  await panel(page, title).locator(".measure").waitFor()
}

/** What says on the page itself that the objective is the open one. */
const openRow = (page: Page, title: string) =>
  page.locator('.open > [data-row], [aria-current="true"]', { hasText: title }).first()

const isClosed = (page: Page) => page.locator("aside").waitFor({ state: "detached" })

const hasFocus = (page: Page, role: "link" | "button", name: string) =>
  page.getByRole(role, { name, exact: true }).and(page.locator(":focus")).waitFor()

/** The places of all rows, in pixels. */
const rows = (page: Page) =>
  page
    .locator("[data-row], tr[data-objective], .timeline li")
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))

/** Each page with the role of what opens an objective there. */
const pages = [
  ["overview", "button"],
  ["overview?view=timeline", "link"],
  ["tree", "link"],
  ["teams/TEAM", "button"],
  ["teams/TEAM/matrix", "link"],
  ["teams/TEAM/tree", "link"],
  ["teams/TEAM/check-in", "link"]
] as const

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The panel of an objective", (it) => {
  it.effect("opens and closes on every page by keyboard, and the page stays as it is", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const { page, errors } = yield* visitor("kim", "editor", `/strategy/teams/${team}`)
      const root = new URL("/strategy/", page.url()).href
      for (const [path, role] of pages)
        yield* Effect.promise(async () => {
          const address = `${root}${path.replace("TEAM", team)}`
          await page.goto(address)
          const opener = page.getByRole(role, { name: "Refunds", exact: true }).first()
          if (path === "tree") await page.getByRole("button", { name: "Objectives: Neither" }).click()
          await opener.waitFor()
          await opener.focus()
          const before = await rows(page)
          const length = await page.evaluate("history.length")
          await page.keyboard.press("Enter")
          await opens(page, "Refunds")
          await openRow(page, "Refunds").waitFor()
          assert.deepStrictEqual(await rows(page), before, path)
          assert.strictEqual(page.url(), path === "teams/TEAM" ? `${address}/objectives/${refunds}` : address)
          // A reload keeps it, and no entry of the browser's history is made.
          await page.reload()
          await opens(page, "Refunds")
          await page.keyboard.press("Escape")
          await isClosed(page)
          assert.strictEqual(page.url(), address)
          assert.strictEqual(await page.evaluate("history.length"), length)
          if (path === "tree") return
          await opener.focus()
          await page.keyboard.press("Enter")
          await opens(page, "Refunds")
          await page.getByRole("button", { name: "Close" }).press("Enter")
          await isClosed(page)
          await hasFocus(page, role, "Refunds")
        })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("shows the objective of another row or link in its place, and keys go on from the open row", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = "", invoices = ""] = yield* strategy
      const { page, send, errors } = yield* visitor("lou", "editor", `/strategy/overview?team=${team}`)
      yield* send("update_objective_parent", invoices, { parentId: refunds })
      yield* Effect.promise(async () => {
        const row = page.locator(".open > [data-row]")
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await opens(page, "Refunds")
        await row.filter({ hasText: "Refunds" }).waitFor()
        await panel(page, "Refunds").getByRole("link", { name: "Invoices" }).click()
        await opens(page, "Invoices")
        await row.filter({ hasText: "Invoices" }).waitFor()
        await page.keyboard.press("k")
        await hasFocus(page, "button", "Refunds")
        await page.keyboard.press("Enter")
        await opens(page, "Refunds")
        await page.keyboard.press("j")
        await hasFocus(page, "button", "Invoices")
        // The list can be used; the panel is closed before the selection is cleared, and a text in it keeps Escape.
        await page.keyboard.press("x")
        await page.getByRole("region", { name: "Selected objectives" }).waitFor()
        await panel(page, "Refunds").getByRole("button", { name: "Edit objective title: Refunds" }).click()
        await page.keyboard.type(" at once")
        await page.keyboard.press("Escape")
        await panel(page, "Refunds").waitFor()
        await page.keyboard.press("Escape")
        await isClosed(page)
        await page.getByRole("region", { name: "Selected objectives" }).waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("region", { name: "Selected objectives" }).waitFor({ state: "detached" })
        // Its team leads to the board, and Back leads here, where it is open still.
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await opens(page, "Refunds")
        await page.keyboard.press("c")
        await page.waitForURL(`**/teams/${team}/check-in#${refunds}`)
        await page.goBack()
        await opens(page, "Refunds")
        await panel(page, "Refunds").getByRole("link", { name: "Payments" }).click()
        await page.waitForURL(`**/teams/${team}`)
        await isClosed(page)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("has the notices of its fields, which its row has while it is closed, and asks once for a reason", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const { page, send } = yield* visitor("max", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        const row = page.locator(`[data-id="${refunds}"]`)
        await row.locator("h3 button").click()
        await opens(page, "Refunds")
        await row.getByRole("button", { name: "Status of Refunds: On track" }).click()
        await page.getByRole("menuitemradio", { name: "At risk" }).click()
        await page.getByRole("dialog", { name: "Status of Refunds: At risk" }).waitFor()
        assert.strictEqual(await page.getByLabel("What happened?").count(), 1)
        await page.keyboard.type("The bank is slow")
        await page.keyboard.press("Enter")
        await panel(page, "Refunds").locator(".facts").getByText("The bank is slow").waitFor()
        await panel(page, "Refunds").getByRole("button", { name: "Edit objective title: Refunds" }).click()
        await page.keyboard.type(" at once")
      })
      yield* send("update_objective_title", refunds, { title: "Refunds today" })
      yield* Effect.promise(async () => {
        const row = page.locator(`[data-id="${refunds}"]`)
        await panel(page, "Refunds today").locator(".conflict", { hasText: "Refunds at once" }).waitFor()
        assert.strictEqual(await row.locator(".notice").count(), 0)
        await panel(page, "Refunds today").getByRole("button", { name: "Close" }).click()
        await row.locator(".conflict", { hasText: "Refunds at once" }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says that somebody deleted the objective, and closes when the user does", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const { page, errors } = yield* visitor("ned", "editor", `/strategy/overview?team=${team}`)
      const other = yield* visitor("oda", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await opens(page, "Refunds")
      })
      yield* other.send("delete_objective", refunds, {})
      yield* Effect.promise(async () => {
        await page.getByText("This objective no longer exists.").waitFor()
        await page.getByRole("button", { name: "Close" }).click()
        await isClosed(page)
        await page.getByRole("button", { name: "Invoices", exact: true }).click()
        await opens(page, "Invoices")
        await page.getByRole("button", { name: "More actions for Invoices" }).click()
        await page.getByRole("menuitem", { name: "Delete" }).click()
        await isClosed(page)
        await page.locator(".toast").getByRole("button", { name: "Undo" }).click()
        await page.getByRole("button", { name: "Invoices", exact: true }).waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is a page of its own on a phone, from which Back leads to the list", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const { page, errors } = yield* visitor("pat", "viewer", `/strategy/overview?team=${team}`)
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 360, height: 740 })
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await page.waitForURL(`**/teams/${team}/objectives/${refunds}`)
        await opens(page, "Refunds")
        assert.strictEqual(await page.locator(".objective:visible, .team-head:visible").count(), 0)
        assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 360)
        await page.goBack()
        await hasFocus(page, "button", "Refunds")
        assert.match(page.url(), /\/overview\?team=/)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
