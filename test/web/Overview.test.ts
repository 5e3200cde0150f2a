import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Locator, Page } from "playwright-core"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

type Made = readonly [EventType, parent: number | null, data: EventData]

const payments: ReadonlyArray<Made> = [
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds", status: "at_risk", dueDate: "2020-01-31" }],
  ["create_progress", 2, { name: "Hours", unit: "h", start: 0, target: 100, value: 40 }],
  ["create_objective", 0, { title: "Invoices", status: "on_track" }],
  ["create_initiative", 4, { title: "Ask the bank", status: "done" }]
]

const search: ReadonlyArray<Made> = [
  ["create_team", null, { name: "Search", color: "#882255" }],
  ["create_objective", 0, { title: "Found at once", status: "achieved" }]
]

const titles = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator(".overview-item .title > span > :first-child").allInnerTexts()

/** The texts of elements, each in one line. */
const texts = async (elements: Locator): Promise<ReadonlyArray<string>> =>
  (await elements.allTextContents()).map((text) => text.trim())

/** Waits until an expression in the page is true, looking at each frame. */
const until = (page: Page, expression: string): Promise<void> =>
  page.evaluate(
    `new Promise((done) => { const look = () => ${expression} ? done() : requestAnimationFrame(look); look() })`
  )

/** Waits until the list has these titles. */
const lists = (page: Page, ...expected: ReadonlyArray<string>): Promise<void> =>
  until(
    page,
    `[...document.querySelectorAll(".overview-item .title > span > :first-child")].map((one) => one.innerText).join() === "${expected.join()}"`
  )

const said = (page: Page, text: string): Promise<void> => page.locator(".overview").getByText(text).first().waitFor()

const many = 300

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The overview", (it) => {
  it.effect("is the first page until a team is pinned, and Back leaves it", () =>
    Effect.gen(function* () {
      const [teamId = ""] = yield* filled(payments)
      const { page, errors } = yield* signedIn("one", "viewer", "/strategy/")
      const at = (path: string) => new URL(`/strategy/${path}`, page.url()).href
      const [start, board] = [at(""), at(`teams/${teamId}`)]
      const leadsTo = async (first: string) => {
        await page.goto("about:blank")
        await page.goto(start)
        await page.waitForURL(`${start}${first}`)
        await page.goBack()
        assert.strictEqual(page.url(), "about:blank")
      }
      yield* Effect.promise(async () => {
        await lists(page, "Refunds", "Invoices")
        assert.strictEqual(new URL(page.url()).pathname, "/strategy/overview")
        await page.getByRole("link", { name: "Home", exact: true }).waitFor()
      })
      yield* filled(search)
      yield* Effect.promise(async () => {
        // The user who is signed in already sees the new team without doing anything.
        await lists(page, "Refunds", "Invoices", "Found at once")
        await leadsTo("overview")
        await page.goto(board)
        await page.getByRole("button", { name: "Pin Payments to your home page" }).click()
        await leadsTo("home")
        await page.goForward()
        await page.getByRole("link", { name: "Teams" }).click()
        await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor()
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor()
        await page.getByRole("link", { name: "Strategy", exact: true }).click()
        await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
        await page.getByRole("button", { name: "Pin teams" }).click()
        await page.getByRole("menu").getByText("All teams").click()
        // All of them together, and each.
        await page.locator(".home-page .portfolio tbody tr").nth(2).waitFor()
        await page.getByRole("menu").getByText("All teams").click()
        await page.locator(".home-page .portfolio").waitFor({ state: "detached" })
        await page.keyboard.press("Escape")
        await page.goBack()
        await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("filters by its numbers, which add up; the URL keeps the filter", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* visitor("fay", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        await said(page, "3 objectives in 2 teams")
        const sum = page.getByRole("group", { name: "By status" })
        assert.deepStrictEqual(await texts(sum.getByRole("button")), ["At risk 1", "On track 1", "Achieved 1"])
        await page.getByRole("button", { name: "Overdue 1" }).focus()
        await page.keyboard.press("Enter")
        await lists(page, "Refunds")
        await said(page, "1 of 3 objectives")
        await page.waitForURL("**/strategy/overview?is=overdue")
        await page.reload()
        await lists(page, "Refunds")
        await page.getByRole("button", { name: "Behind schedule 1" }).click()
        assert.strictEqual(
          await page.getByRole("button", { name: "Behind schedule 1" }).getAttribute("aria-pressed"),
          "true"
        )
        await lists(page, "Refunds")
        await page.getByRole("button", { name: "Achieved 1" }).click()
        await said(page, "No objectives match the filter.")
        await page.keyboard.press("Escape")
        await lists(page, "Refunds", "Invoices", "Found at once")
        await page.getByLabel("Sort", { exact: true }).selectOption("Sort: Status, worst first")
        await lists(page, "Refunds", "Invoices", "Found at once")
        assert.strictEqual(await page.locator(".overview-team").count(), 0)
        await page.getByRole("button", { name: "Filter", exact: true }).click()
        await page.getByLabel("Group", { exact: true }).selectOption("Group by quarter")
        await page.locator(".overview-team", { hasText: "No due date" }).waitFor()
        await page.waitForURL(/group=quarter/)
        await page.locator(".overview-team").first().waitFor()
        await page.getByLabel("Group", { exact: true }).selectOption("Don’t group")
        await page.getByLabel("Reverse order").check()
        await lists(page, "Found at once", "Invoices", "Refunds")
        await page.getByLabel("Team", { exact: true }).selectOption("Payments")
        await lists(page, "Invoices", "Refunds")
        const principles = page.getByLabel("Principle")
        await principles.selectOption(await principles.getByText("Safe: ").getAttribute("value"))
        await said(page, "No objectives match the filter.")
        await principles.selectOption("No principle")
        await lists(page, "Invoices", "Refunds")
        await page.getByRole("button", { name: "Show all" }).click()
        await page.getByLabel("Search objectives").fill("séarch ONCE")
        await lists(page, "Found at once")
        await said(page, "1 of 3 objectives")
        await page.waitForURL(/[?&]q=s%C3%A9arch\+ONCE/)
        await page.reload()
        await lists(page, "Found at once")
        await page.getByLabel("Search objectives").press("Escape")
        await lists(page, "Found at once", "Invoices", "Refunds")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("opens a row by keyboard in a panel beside the list to edit it; others see the edit at once", () =>
    Effect.gen(function* () {
      const eve = yield* visitor("eve", "editor", "/strategy/overview")
      const vic = yield* visitor("vic", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        const row = eve.page.locator(".overview-item", { hasText: "Invoices" })
        await row.getByText("1 of 1 initiative done").waitFor()
        await row.getByRole("button", { name: "Invoices", exact: true }).focus()
        await eve.page.keyboard.press("Enter")
        const panel = eve.page.getByRole("complementary", { name: "Invoices" })
        await panel.getByText("Ask the bank").waitFor()
        await panel.getByRole("link", { name: "Payments" }).waitFor()
        await panel.getByRole("button", { name: "Status of Invoices: On track" }).click()
        await eve.page.getByRole("menuitemradio", { name: "Off track" }).click()
        await eve.page.keyboard.type("The bank has said no")
        await eve.page.keyboard.press("Enter")
        await vic.page.getByRole("button", { name: "Off track 1" }).waitFor()
        await eve.page.getByRole("button", { name: "Off track 1" }).waitFor()
        assert.strictEqual(await vic.page.getByRole("button", { name: /^Status of/ }).count(), 0)
        await vic.page.getByTitle("The bank has said no").waitFor()
        // The bar's mark of the expected progress is at its end, since the due date has passed.
        const bar = vic.page.getByRole("meter", { name: "40% across 1 measure; 100% expected by today" })
        assert.include(await bar.getAttribute("style"), "--pace: 97%")
        await vic.page.getByRole("link", { name: "Payments", exact: true }).click()
        await vic.page.getByRole("meter", { name: "Progress of 1 measure; 100% expected by today" }).waitFor()
      })
      assert.deepStrictEqual([eve.errors(), vic.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("lists for each team what has changed since a date, and shows errors", () =>
    Effect.gen(function* () {
      const { page } = yield* visitor("gus", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        await said(page, "3 objectives in 2 teams")
        let isBroken = true
        await page.route("**/api/overview/changes?*", (route) => (isBroken ? route.abort() : route.continue()))
        await page.getByRole("button", { name: "Filter", exact: true }).click()
        await page.getByLabel("Changed", { exact: true }).selectOption("Changed in the last 30 days")
        await page.getByRole("alert").getByText("Can’t reach the server.").waitFor()
        isBroken = false
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByRole("heading", { name: /^Changes since/ }).waitFor()
        await page.getByText("All teams 3 new objectives, 1 new principle").waitFor()
        assert.deepStrictEqual(await texts(page.locator(".team-changes > li")), [
          "Payments 2 new objectives, 1 new principle",
          "Search 1 new objective"
        ])
        await page.getByLabel("Changed", { exact: true }).selectOption("Changed since a date…")
        await page.getByLabel("Changed since", { exact: true }).fill("2999-01-01")
        await page.getByText("That day hasn’t started yet.").waitFor()
        assert.deepStrictEqual(await titles(page), [])
        await page.getByRole("button", { name: "Show all" }).click()
        // A reload before the address has changed would bring the filter back.
        await lists(page, "Refunds", "Invoices", "Found at once")
        await page.waitForURL("**/strategy/overview")
        await page.route("**/api/overview", (route) => route.abort())
        await page.reload()
        await page.getByRole("heading", { name: "Couldn’t load the overview." }).waitFor()
        await page.unroute("**/api/overview")
        await page.getByRole("button", { name: "Try again" }).click()
        await lists(page, "Refunds", "Invoices", "Found at once")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("begins with all teams at a glance, each leading to its objectives", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* visitor("pia", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        const row = (name: string): Locator => page.getByRole("row", { name })
        await row("All teams").getByRole("meter", { name: "40% on average; 100% expected by today" }).waitFor()
        await row("Payments")
          .getByRole("img", { name: /^From 40% on .* to 40% today$/ })
          .waitFor()
        await row("Search").getByText("No progress measured yet").waitFor()
        assert.deepStrictEqual(await texts(row("Payments").locator(".count")), ["1 overdue", "0 stale"])
        await row("Search").getByRole("link", { name: "Search (objectives)" }).focus()
        await page.keyboard.press("Enter")
        await lists(page, "Found at once")
        await row("Payments").waitFor({ state: "detached" })
        await page.goBack()
        await row("Payments").waitFor()
        await lists(page, "Refunds", "Invoices", "Found at once")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("shows rows wherever the user scrolls, prints all of them, and fits a phone", () =>
    Effect.gen(function* () {
      yield* filled([
        ["create_team", null, { name: "Zebra", color: "#228855" }],
        ...Array.from({ length: many }, (_, at): Made => ["create_objective", 0, { title: `Objective ${at + 1}` }])
      ])
      const { page } = yield* visitor("hal", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        await said(page, "303 objectives in 3 teams")
        assert.isBelow((await titles(page)).length, many / 2)
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 })
          const missing = await page.evaluate<ReadonlyArray<number>>(`(async () => {
              const missing = []
              const height = document.documentElement.scrollHeight
              for (const share of [0.2, 0.9, 1, 0.3, 0.6, 0.05]) {
                scrollTo(0, height * share)
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
                const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
                if (hit.closest(".overview-item") === null) missing.push(share)
              }
              return missing
            })()`)
          assert.deepStrictEqual(missing, [], `${width} px`)
          assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), width)
        }
        // The row with the focus stays, however far one scrolls.
        await page.evaluate("scrollTo(0, 0)")
        await page.getByRole("button", { name: "Refunds" }).focus()
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        await page.getByRole("button", { name: `Objective ${many}`, exact: true }).waitFor()
        assert.strictEqual(await page.evaluate("document.activeElement.innerText"), "Refunds")
        await page.evaluate("dispatchEvent(new Event('beforeprint'))")
        await until(page, `document.querySelectorAll(".overview-item").length === ${many + 3}`)
        await page.evaluate("dispatchEvent(new Event('afterprint'))")
        await until(page, `document.querySelectorAll(".overview-item").length < ${many}`)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says what does not go together, and mends it with one click", () =>
    Effect.gen(function* () {
      yield* filled([
        ["create_team", null, { name: "Doubtful", color: "#228855" }],
        ["create_objective", 0, { title: "Begun", status: "draft" }],
        ["create_progress", 1, { name: "Steps", unit: "", start: 0, target: 10, value: 3 }],
        ["create_objective", 0, { title: "Late", status: "on_track", dueDate: "2020-01-31" }]
      ])
      const eve = yield* visitor("ena", "editor", "/strategy/overview")
      const vic = yield* visitor("val", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        const row = (page: Page, title: string): Locator => page.locator(".overview-item", { hasText: title })
        const sign = (page: Page, label: string): Locator => page.getByRole("button", { name: label })
        await sign(vic.page, "Begun: Still a draft, but at 30%.").click()
        await vic.page.locator(".doubts").getByText("Still a draft, but at 30%.").waitFor()
        assert.strictEqual(await vic.page.getByRole("button", { name: "Set to on track: Begun" }).count(), 0)
        await row(eve.page, "Begun").getByRole("button", { name: "Begun", exact: true }).click()
        await eve.page.locator(".details").getByText("Still a draft, but at 30%.").waitFor()
        await eve.page.getByRole("button", { name: "Set to on track: Begun" }).click()
        await row(vic.page, "Begun").getByText("On track").waitFor()
        await row(vic.page, "Begun").locator(".doubt-sign").waitFor({ state: "detached" })
        await sign(eve.page, "Late: On track, but was due 31 Jan 2020.").click()
        await eve.page.getByRole("button", { name: "Move the date: Late" }).click()
        await eve.page.getByLabel("New due date of Late").fill("2999-01-31")
        await eve.page.keyboard.press("Enter")
        await row(vic.page, "Late").getByText("31 Jan 2999").waitFor()
        await row(vic.page, "Late").locator(".doubt-sign").waitFor({ state: "detached" })
      })
      assert.deepStrictEqual([eve.errors(), vic.errors()], [[], []])
    }).pipe(Effect.scoped)
  )
})
