import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { nameOfPeriod, periodAround } from "../../src/shared/calendar/CalendarPeriods.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { until } from "../support/until.ts"
import { filled, type Visitor, visitor } from "./accounts/SignedInVisitor.ts"

const today = new Date().toISOString().slice(0, 10)
const quarter = (step: number) => periodAround(today, "quarter", step)
const nameOf = (step: number): string => nameOfPeriod(quarter(step).from, quarter(step).to) ?? ""
const datesOf = (step: number) => ({ startDate: quarter(step).from, dueDate: quarter(step).to })

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", ...datesOf(-1) }],
  ["create_objective", 0, { title: "Invoices", ...datesOf(-1) }],
  ["create_objective", 0, { title: "Receipts" }]
])

const period = (page: Page, title: string) => page.getByRole("button", { name: `Period of ${title}:` })

const shows = (page: Page, title: string, text: string) =>
  page.getByRole("button", { name: `Period of ${title}: ${text}`, exact: true }).waitFor()

/** What an objective's history has as part of change sets, newest first. */
const setsOf = ({ get }: Visitor, objective: string) =>
  Effect.map(get(`/api/history/entity/${objective}?limit=50`), (entries) =>
    (entries as ReadonlyArray<{ changeSet: { name: string } | null; fieldName: string | null }>).flatMap(
      ({ changeSet, fieldName }) => (changeSet === null ? [] : [`${changeSet.name}: ${fieldName}`])
    )
  )

/** The page shows both days before they are saved. */
const bothDays = (sets: ReadonlyArray<string>): boolean => sets.length === 2

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("A period", (it) => {
  it.effect("is set as one change set, which is taken back as a whole, while others watch", () =>
    Effect.gen(function* () {
      const [team = "", refunds = ""] = yield* strategy
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      const bob = yield* visitor("bob", "editor", `/strategy/teams/${team}`)
      const eve = yield* visitor("eve", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await shows(ada.page, "Refunds", nameOf(-1))
        await period(ada.page, "Refunds").click()
        await ada.page.getByRole("menuitemradio", { name: nameOf(2), exact: true }).click()
        await shows(bob.page, "Refunds", nameOf(2))
        await eve.page.locator(".row", { hasText: "Refunds" }).getByText(nameOf(2)).waitFor()
        assert.strictEqual(await eve.page.locator(".period button, .carry-over").count(), 0)
      })
      const sets = yield* until(setsOf(ada, refunds), bothDays)
      assert.deepStrictEqual(sets, ["Period of Refunds: startDate", "Period of Refunds: dueDate"])
      yield* Effect.promise(async () => {
        await ada.page.keyboard.press("Control+z")
        await shows(bob.page, "Refunds", nameOf(-1))
        // From the menu of the objective to two days, the later of which comes first.
        await ada.page.getByRole("button", { name: "More actions for Refunds" }).click()
        await ada.page.getByRole("menuitem", { name: "Change period" }).click()
        await ada.page.getByRole("menuitem", { name: "Other days…" }).click()
        await ada.page.getByLabel("Start date").fill("2031-03-03")
        await ada.page.getByLabel("Due date").fill("2031-01-12")
        await ada.page.keyboard.press("Enter")
        await ada.page.getByText("The due date must not be before the start date.").waitFor()
        await ada.page.getByLabel("Start date").fill("2030-12-01")
        await ada.page.keyboard.press("Enter")
        await bob.page.locator(".row", { hasText: "Refunds" }).getByText("2031").waitFor()
      })
      assert.deepStrictEqual(
        [ada, bob, eve].flatMap(({ errors }) => errors()),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("filters and groups a board, and carries over what is open at its end", () =>
    Effect.gen(function* () {
      const [team = "", refunds = ""] = yield* strategy
      const gus = yield* visitor("gus", "editor", `/strategy/teams/${team}?group=quarter`)
      const { page } = gus
      yield* Effect.promise(async () => {
        await page.locator(".quarter-head").nth(1).waitFor()
        assert.deepStrictEqual(await page.locator(".quarter-head").allTextContents(), [nameOf(-1), "No due date"])
        await page.getByLabel("Period", { exact: true }).selectOption("No period")
        await page.waitForURL(/period=none/)
        await page.getByText("1 of 3 objectives.").waitFor()
        await page.getByRole("button", { name: "Show all" }).click()
        await page.locator(".carry-over button").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Invoices").uncheck()
        await dialog.getByRole("button", { name: "Carry over" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.locator(".carry-over", { hasText: "1 open objective" }).waitFor()
        await shows(page, "Invoices", nameOf(-1))
        assert.include([nameOf(0), nameOf(1)], (await period(page, "Refunds").textContent()) ?? "")
      })
      const sets = yield* until(setsOf(gus, refunds), bothDays)
      assert.isTrue(sets.every((set) => set.startsWith("Carry over to ")))
      assert.deepStrictEqual(gus.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is a bar of the timeline that is dragged to another quarter", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const kim = yield* visitor("kim", "editor", `/strategy/overview?view=timeline&team=${team}`)
      const { page } = kim
      yield* Effect.promise(async () => {
        const line = page.locator(".timeline li", { hasText: "Refunds" })
        const [bar, track] = [await line.locator(".span-bar").boundingBox(), await line.locator(".track").boundingBox()]
        assert.isNotNull(bar)
        assert.isNotNull(track)
        // This and the last quarter, and the next one.
        assert.closeTo(bar.width, track.width / 3, 1)
        const y = bar.y + bar.height / 2
        await page.mouse.move(bar.x + 20, y)
        await page.mouse.down()
        await page.mouse.move(bar.x + 20 + bar.width * 0.9, y, { steps: 4 })
        await page.mouse.up()
        await shows(page, "Refunds", nameOf(0))
        // The same by keyboard.
        await period(page, "Invoices").focus()
        await page.keyboard.press("Enter")
        await page.getByRole("menuitemradio", { name: nameOf(1), exact: true }).focus()
        await page.keyboard.press("Enter")
        await shows(page, "Invoices", nameOf(1))
      })
      assert.deepStrictEqual(kim.errors(), [])
    }).pipe(Effect.scoped)
  )
})
