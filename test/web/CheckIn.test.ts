import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Locator, Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", status: "on_track", dueDate: "2020-01-31" }],
  ["create_progress", 1, { name: "Days", unit: "d", start: 10, target: 2 }],
  ["create_progress", 1, { name: "Share", unit: "%", start: 0, target: 100, value: 40 }],
  ["create_objective", 0, { title: "Invoices", status: "at_risk" }],
  ["create_progress", 4, { name: "Errors", start: 900, target: 100 }],
  ["create_progress", 4, { name: "Paid in time", start: 0, target: 50 }],
  ["create_progress", 4, { name: "Reminders", start: 0, target: 5 }],
  ["create_objective", 0, { title: "Done already", status: "achieved" }],
  ["create_progress", 8, { name: "Old", start: 0, target: 5 }]
])

const pathOf = (team: string) => `/strategy/teams/${team}/check-in`

const valueOf = (page: Page, measure: string) => page.getByLabel(`New value: ${measure}`)

/** Waits until a field is empty again: what was typed into it is answered, not only shown. */
const emptied = async (field: Locator): Promise<void> => {
  const input = await field.elementHandle()
  await field.page().waitForFunction((input) => input !== null && "value" in input && input.value === "", input)
}

const rowOf = (page: Page, measure: string) =>
  page.locator(".check-in-row", { has: page.getByRole("rowheader", { name: measure, exact: true }) })

const saved = (page: Page, text: string) => page.locator(".save-bar").getByText(text, { exact: true }).waitFor()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The check-in of a team", (it) => {
  it.effect("takes six clicks for five measures, and is reached from the board, the overview and the palette", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page, errors } = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.locator(".check-in-link").click()
        await page.getByRole("heading", { level: 1, name: "Payments · Check-in" }).waitFor()
        assert.deepStrictEqual(await page.locator(".check-in-row a").allInnerTexts(), [
          ...["Days", "Share", "Errors", "Paid in time", "Reminders"]
        ])
        const typed = { Days: "6,5", Share: "50", Errors: "800", "Paid in time": "5", Reminders: "1" }
        for (const [measure, value] of Object.entries(typed)) {
          await valueOf(page, measure).click()
          await page.keyboard.type(value)
        }
        await saved(page, "5 of 5 filled in")
        await page.getByRole("button", { name: "Save all" }).click()
        await saved(page, "Saved 5 check-ins.")
        await rowOf(page, "Days").getByText("6.5 d").waitFor()
        await emptied(valueOf(page, "Days"))
        await page.getByRole("link", { name: "Overview" }).click()
        await page.getByRole("link", { name: "Check in for Payments" }).click()
        await rowOf(page, "Share").getByText("50%").waitFor()
        await page.getByRole("link", { name: "Overview" }).click()
        await page.keyboard.press("Control+k")
        await page.keyboard.type("check in pay")
        await page.getByRole("option", { name: "Check in for Payments" }).waitFor()
        await page.keyboard.press("Enter")
        await valueOf(page, "Days").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is done by keyboard: Enter moves to the next value and saves after the last one", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("bob", "editor", pathOf(team))
      yield* Effect.promise(async () => {
        await valueOf(page, "Days").focus()
        await page.keyboard.type("7")
        await page.keyboard.press("Tab")
        await page.keyboard.type("8")
        await page.keyboard.press("Tab")
        await page.keyboard.type("Slow")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("but steady")
        await page.keyboard.press("Enter")
        await page.locator(":focus").and(valueOf(page, "Share")).waitFor()
        for (const value of ["60", "about 8", "5", "2"]) {
          await page.keyboard.type(value)
          await page.keyboard.press("Enter")
        }
        await saved(page, "Saved 4 check-ins.")
        await rowOf(page, "Errors").getByText("Enter a number, such as 12.5.").waitFor()
        await page.locator(":focus").and(valueOf(page, "Errors")).waitFor()
        await rowOf(page, "Days").getByTitle("7 d · Confidence 8/10, high · Slow\nbut steady").waitFor()
        await page.keyboard.press("Escape")
        await emptied(valueOf(page, "Errors"))
        await valueOf(page, "Errors").fill("850")
        await page.keyboard.press("Control+Enter")
        await saved(page, "Saved 1 check-in.")
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "of several teams is done by keyboard too: after the last value of a team comes the first of the next",
    () =>
      Effect.gen(function* () {
        for (const name of ["North", "South"]) {
          yield* filled([
            ["create_team", null, { name, color: "#225588" }],
            ["create_objective", 0, { title: `Grow ${name}`, owner: "Ola" }],
            ["create_progress", 1, { name: `Sales ${name}`, start: 0, target: 100 }],
            ["create_progress", 1, { name: `Visits ${name}`, start: 0, target: 100 }]
          ])
        }
        const { page } = yield* visitor("ola", "editor", "/strategy/check-in?is=mine")
        yield* Effect.promise(async () => {
          await page.getByText("Grow South").waitFor()
          const first = page.locator("[name=value]").first()
          await first.click()
          for (const value of ["1", "2", "3", "4"]) {
            await page.keyboard.type(value)
            await page.keyboard.press("Enter")
          }
          await page.getByText("Saved 2 check-ins.").nth(1).waitFor()
          for (const [measure, value] of [
            ["Sales North", "1"],
            ["Visits South", "4"]
          ] as const) {
            await rowOf(page, measure).locator("strong").getByText(value, { exact: true }).waitFor()
          }
        })
      }).pipe(Effect.scoped)
  )

  it.effect("asks once about a value far from the last one, and sets a status only when it is told to", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("cleo", "editor", pathOf(team))
      yield* Effect.promise(async () => {
        const objective = page.locator(".check-in-objective", { hasText: "Refunds" })
        await objective.getByRole("button", { name: "Set to off track: Refunds" }).waitFor()
        await valueOf(page, "Days").fill("2")
        await valueOf(page, "Share").fill("400")
        await page.keyboard.press("Control+Enter")
        await saved(page, "Saved 1 check-in.")
        await rowOf(page, "Share").getByText("Is 400% right? The last value was 40%. Save to keep it.").waitFor()
        await objective.getByRole("button", { name: "Set to achieved: Refunds" }).waitFor()
        await page.keyboard.press("Control+Enter")
        await saved(page, "Saved 1 check-in.")
        await rowOf(page, "Share").getByText("400%").first().waitFor()
        await objective.getByRole("button", { name: "Status of Refunds: On track" }).waitFor()
        await objective.getByRole("button", { name: "Set to achieved: Refunds" }).click()
        await objective.getByRole("button", { name: "Status of Refunds: Achieved" }).waitFor()
        await valueOf(page, "Errors").fill("950")
        await valueOf(page, "Reminders").focus()
        await rowOf(page, "Errors").getByText("Is 950 right? The start was 900. Save to keep it.").waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("asks for each objective what happened, and takes values of an earlier day", () =>
    Effect.gen(function* () {
      const [team = "", refunds = ""] = yield* strategy
      const { page, get } = yield* visitor("fay", "editor", pathOf(team))
      const reason = (title: string) => page.getByLabel(`What happened?: ${title}`)
      yield* Effect.promise(async () => {
        await reason("Refunds").fill("Two banks joined")
        await page.getByRole("button", { name: "Status of Refunds: On track" }).click()
        await page.getByRole("menuitemradio", { name: "At risk" }).click()
        await page.locator(":focus").and(reason("Refunds")).waitFor()
        await saved(page, "0 of 5 filled in, 1 status")
        await page.keyboard.type(" late")
        await page.keyboard.press("Enter")
        await page.locator(":focus").and(valueOf(page, "Days")).waitFor()
        await page.getByTitle("Two banks joined late").waitFor()
        await emptied(reason("Refunds"))
        await reason("Refunds").fill("Not this")
        await page.keyboard.press("Escape")
        await valueOf(page, "Days").fill("6")
        await reason("Invoices").fill("Nothing new")
        await page.getByLabel("Check-in date").fill("2026-03-31")
        assert.strictEqual(await page.getByLabel("Value on 31 Mar 2026: Days").inputValue(), "6")
        await page.getByRole("button", { name: "Save all" }).click()
        await saved(page, "Saved 1 check-in and 1 status.")
        await page.locator(".check-in-row", { hasText: "Days" }).getByText("fay, 31 Mar 2026").waitFor()
        await page.getByTitle("Nothing new").waitFor()
      })
      const body = yield* get(`/api/objectives/${refunds}`)
      assert.deepInclude(body, { status: "at_risk", statusNote: "Two banks joined late" })
      const [{ checkIns }] = Object(body).progress
      assert.deepInclude(checkIns[0], { value: 6, date: "2026-03-31" })
    }).pipe(Effect.scoped)
  )

  it.effect("keeps what is typed after a reload, and shows conflicts with the check-ins of others", () =>
    Effect.gen(function* () {
      const [team = "", , days = ""] = yield* strategy
      const dan = yield* visitor("dan", "editor", pathOf(team))
      const { page } = dan
      yield* Effect.promise(async () => {
        await valueOf(page, "Days").fill("6")
        await page.getByLabel("Note: Share").fill("The same, again")
        page.on("dialog", (dialog) => void dialog.accept())
        await page.reload()
        await saved(page, "2 of 5 filled in")
        assert.strictEqual(await valueOf(page, "Days").inputValue(), "6")
        // A note alone is said of the last value.
        assert.strictEqual(await valueOf(page, "Share").inputValue(), "40")
      })
      const eve = yield* visitor("eve", "editor", `/strategy/teams/${team}`)
      yield* eve.send("update_progress_value", days, { value: 9, confidence: 4, note: "Theirs" })
      yield* Effect.promise(async () => {
        const conflict = page.locator(".conflict")
        await conflict.getByText("eve changed this while you were editing").waitFor()
        await page.getByRole("button", { name: "Save all" }).click()
        await saved(page, "Saved 1 check-in.")
        await conflict.getByRole("button", { name: "Keep mine" }).click()
        await conflict.waitFor({ state: "detached" })
        await rowOf(page, "Days").getByText("6 d").waitFor()
        await emptied(valueOf(page, "Days"))
      })
    }).pipe(Effect.scoped)
  )

  it.effect("shows viewers the values, and nothing to fill in", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("vic", "viewer", pathOf(team))
      yield* Effect.promise(async () => {
        await rowOf(page, "Share").getByText("40%").waitFor()
        assert.strictEqual(await page.locator("form :is(input, select, textarea, button)").count(), 0)
        await page.goto(new URL(pathOf("00000000-0000-4000-8000-000000000000"), page.url()).href)
        await page.getByText("Page not found").waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
