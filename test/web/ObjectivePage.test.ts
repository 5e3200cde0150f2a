import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", status: "on_track", dueDate: "2040-01-31", description: "By law" }],
  ["create_progress", 1, { name: "Days", unit: "d", start: 10, target: 2 }],
  ["create_initiative", 1, { title: "Ask the bank" }]
])

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The page of an objective", (it) => {
  it.effect("shows links, bold words and lists of a description, and the typed text while it is edited", () =>
    Effect.gen(function* () {
      const [team = "", refunds = ""] = yield* strategy
      const typed = "By **law**, see [it](https://example.com/law).\n- first\n- <b>second</b>"
      const grace = yield* visitor("grace", "editor", `/strategy/teams/${team}`)
      const victor = yield* visitor("victor", "viewer", `/strategy/teams/${team}/objectives/${refunds}`)
      yield* grace.send("update_description", refunds, { description: typed })
      yield* Effect.promise(async () => {
        const link = victor.page.getByRole("link", { name: "it", exact: true })
        await link.waitFor()
        assert.strictEqual(await link.getAttribute("href"), "https://example.com/law")
        assert.strictEqual(await link.getAttribute("rel"), "noopener noreferrer")
        const shown = victor.page.locator(".description .text")
        assert.deepStrictEqual(await shown.locator("li").allInnerTexts(), ["first", "<b>second</b>"])
        assert.deepStrictEqual(await shown.locator("strong").allInnerTexts(), ["law"])
        await grace.page.getByRole("button", { name: "Refunds", exact: true }).click()
        await grace.page.getByRole("button", { name: /^Edit objective description/ }).click()
        assert.strictEqual(await grace.page.locator(".description textarea").inputValue(), typed)
      })
      assert.deepStrictEqual([...grace.errors(), ...victor.errors()], [])
    })
  )

  it.effect("reads each check-in out of its chart by keyboard, pointer and touch, and has all of them in a table", () =>
    Effect.gen(function* () {
      const [team = "", refunds = "", days = ""] = yield* strategy
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      const { page } = ada
      yield* ada.send("update_progress_value", days, { value: 9, confidence: 4, note: "A start" })
      yield* ada.send("update_progress_value", days, { value: 8, note: "" })
      yield* ada.send("update_progress_value", days, { value: 6, confidence: 9, note: "Much better" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await page.getByRole("link", { name: "Charts and check-ins" }).click()
        await page.waitForURL(`**/teams/${team}/objectives/${refunds}/progress`)
        const chart = page.getByRole("slider", { name: "Check-ins on Days" })
        const readout = page.locator(".readout")
        await readout.getByText("Much better").waitFor()
        // Expected is what the plan began with: all check-ins are of the day of its creation.
        await readout.getByText("Confidence 9/10, high").waitFor()
        await readout.getByText("6 d expected").waitFor()
        await chart.press("ArrowLeft")
        await readout.getByText("8 d", { exact: true }).waitFor()
        await chart.press("Home")
        await readout.getByText("A start").waitFor()
        assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /: 9 d\. A start$/)
        await chart.press("End")
        await readout.getByText("6 d", { exact: true }).waitFor()
        // All check-ins were made just now, so the left half is nearest to the first one.
        const box = await chart.boundingBox()
        assert.isNotNull(box)
        await chart.press("Home")
        await page.mouse.move(box.x + box.width / 2, box.y + 5)
        await readout.locator("strong").waitFor()
        await page.getByText("All 3 check-ins").click()
        assert.deepStrictEqual(
          (await page.locator(".check-in-table tbody tr").allInnerTexts()).map((row) => row.split("\t").slice(1, 6)),
          [
            ["6 d", "50%", "9/10", "Much better", "ada"],
            ["8 d", "25%", "–", "", "ada"],
            ["9 d", "12%", "4/10", "A start", "ada"]
          ]
        )
        assert.deepStrictEqual(await page.locator(".story .said").allInnerTexts(), ["Much better", "A start"])
        // A check-in here is drawn at once. Based on an older value than the last one, it would be in conflict.
        await page.locator(".figures strong", { hasText: "6" }).waitFor()
        await page.getByRole("button", { name: "Check in on Days" }).click()
        await page.keyboard.type("5")
        await page.keyboard.press("Enter")
        await page.getByText("All 4 check-ins").waitFor()
        await readout.getByText("5 d", { exact: true }).waitFor()
        await page.getByRole("button", { name: "Edit objective title: Refunds" }).click()
        await page.keyboard.type(" by law")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Refunds by law" }).waitFor()
        await page.getByRole("link", { name: "Payments" }).click()
        await page.getByText("Ask the bank").waitFor()
      })
      assert.deepStrictEqual(ada.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "tells statuses and check-ins as one story, corrects a check-in, takes one out and takes one of March",
    () =>
      Effect.gen(function* () {
        const [team = "", refunds = "", days = ""] = yield* strategy
        const path = `/strategy/teams/${team}/objectives/${refunds}/progress`
        const { page, send, errors } = yield* visitor("bob", "editor", path)
        yield* send("update_progress_value", days, { value: 9, note: "A start" })
        yield* send("update_progress_value", days, { value: 8 })
        yield* send("update_objective_status", refunds, { status: "at_risk", note: "The bank is slow" })
        yield* Effect.promise(async () => {
          const rows = page.locator(".check-in-table tbody tr")
          await page.getByText("All 2 check-ins").click()
          await page.locator(".story li", { hasText: "The bank is slow" }).getByText("On track").waitFor()
          assert.deepStrictEqual(await page.locator(".story .said").allInnerTexts(), ["The bank is slow", "A start"])
          await page.getByRole("button", { name: /^Correct the check-in: 8 d, / }).click()
          assert.strictEqual(await page.getByRole("textbox", { name: "Value" }).inputValue(), "8")
          await page.keyboard.type("7")
          await page.keyboard.press("Enter")
          await rows.getByText("7 d").waitFor()
          await rows.getByText("8 d").waitFor({ state: "detached" })
          // Both are one change.
          await page.keyboard.press("Control+z")
          await rows.getByText("8 d").waitFor()
          await rows.getByText("7 d").waitFor({ state: "detached" })
          await page.getByRole("button", { name: /^Correct the check-in: 8 d, / }).click()
          await page.keyboard.type("7")
          await page.keyboard.press("Enter")
          await rows.getByText("8 d").waitFor({ state: "detached" })
          await page.getByRole("button", { name: /^Delete the check-in: 7 d, / }).click()
          await page.getByText("All 1 check-in", { exact: true }).waitFor()
          await page.locator(".toast").getByRole("button", { name: "Undo" }).click()
          // One that others of its day follow could only come back after them: the server leaves that alone.
          await rows.getByText("7 d").waitFor()
          await page.getByRole("button", { name: "Check in on Days" }).click()
          await page.keyboard.type("9,5")
          await page.getByLabel("Check-in date").fill("2026-03-31")
          await page.getByLabel("Check-in date").press("Enter")
          await rows.last().getByText("31 Mar 2026").waitFor()
          await page.locator(".figures strong", { hasText: "7" }).waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
  )

  it.effect("shows viewers the reason and no button that changes check-ins", () =>
    Effect.gen(function* () {
      const [team = "", refunds = "", days = ""] = yield* strategy
      const path = `/strategy/teams/${team}/objectives/${refunds}/progress`
      const { page } = yield* visitor("val", "viewer", path)
      const { send } = yield* visitor("eva", "editor", "/strategy/teams")
      yield* send("update_progress_value", days, { value: 9 })
      yield* send("update_objective_status", refunds, { status: "at_risk", note: "The bank is slow" })
      yield* Effect.promise(async () => {
        await page.locator(".facts").getByText("The bank is slow").waitFor()
        await page.getByText("All 1 check-in").click()
        assert.strictEqual(await page.locator(".check-in-table button").count(), 0)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says when there is nothing yet, and when the objective is gone", () =>
    Effect.gen(function* () {
      const [team = "", refunds = ""] = yield* strategy
      const { page, send } = yield* visitor("vic", "editor", `/strategy/teams/${team}/objectives/${refunds}/progress`)
      yield* Effect.promise(async () => {
        await page.getByText("No notes yet. Add one with a check-in or a status.").waitFor()
        assert.strictEqual(await page.getByRole("slider").count(), 0)
      })
      yield* send("delete_objective", refunds, {})
      yield* Effect.promise(() => page.getByText(/deleted objective .Refunds/).waitFor())
    }).pipe(Effect.scoped)
  )
})
