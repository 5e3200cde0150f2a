import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { Locator, Page } from "playwright-core"
import { ObjectivesBody, PrinciplesBody } from "../../src/domain/views/Views.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, type Visitor, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe", description: "Nothing is lost." }],
  ["create_principle", 0, { title: "Fast" }],
  ["create_objective", 0, { title: "Refunds", status: "on_track", dueDate: "2020-01-31" }],
  ["create_objective", 0, { title: "Invoices", status: "at_risk" }],
  ["create_objective", 0, { title: "Receipts", description: "On paper, too" }]
])

const objectives = (who: Visitor, team: string) =>
  Effect.map(who.get(`/api/teams/${team}/objectives`), (body) =>
    Schema.decodeUnknownSync(ObjectivesBody)(body).objectives.map(({ title }) => title)
  )

const principles = (who: Visitor, team: string) =>
  Effect.map(who.get(`/api/teams/${team}/principles`), (body) =>
    Schema.decodeUnknownSync(PrinciplesBody)(body).principles.map(({ title }) => title)
  )

const cards = (page: Page): Locator => page.locator(".objective")

const card = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole("heading", { level: 3, name: title }) })

/** Waits until the board shows these objectives, in this order. */
const shows = async (page: Page, ...titles: ReadonlyArray<string>): Promise<void> => {
  for (const [index, name] of titles.entries()) {
    const heading = page.getByRole("heading", { level: 3, name, exact: true })
    await page
      .locator(`.objective:nth-child(${index + 1})`)
      .filter({ has: heading })
      .waitFor()
  }
  await page.locator(`.objective:nth-child(${titles.length + 1})`).waitFor({ state: "detached" })
}

const choose = async (page: Page, of: string, action: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${of}` }).click()
  await page.getByRole("menuitem", { name: action, exact: true }).click()
}

const answered = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/events") && response.ok())

const open = Effect.fnUntraced(function* (name: string, role: "viewer" | "editor" | "admin") {
  const [team = "", safe = ""] = yield* strategy
  return { team, safe, who: yield* visitor(name, role, `/strategy/teams/${team}`) }
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The board", (it) => {
  it.effect("edits texts in place: Enter and leaving the field save, Escape cancels", () =>
    Effect.gen(function* () {
      const { team, who } = yield* open("edith", "editor")
      const { page } = who
      const input = page.getByRole("textbox", { name: "Objective title" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Edit objective title: Refunds" }).click()
        await input.fill("Refunds in a day")
        const saved = answered(page)
        await input.press("Enter")
        await saved
        await page.getByRole("button", { name: "Edit objective title: Invoices" }).click()
        await input.fill("Nonsense")
        await input.press("Escape")
        await page.getByRole("button", { name: "Edit objective title: Receipts" }).click()
        await input.fill("Receipts by mail")
        const left = answered(page)
        await page.getByRole("heading", { level: 2, name: "Objectives" }).click()
        await left
        await shows(page, "Refunds in a day", "Invoices", "Receipts by mail")
      })
      assert.deepStrictEqual(yield* objectives(who, team), ["Refunds in a day", "Invoices", "Receipts by mail"])
      assert.deepStrictEqual(who.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("adds entities one after the other; one whose answer was lost can be retried and is added once", () =>
    Effect.gen(function* () {
      const { team, who } = yield* open("adam", "editor")
      const { page } = who
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Add objective" }).click()
        const input = page.getByRole("textbox", { name: "New objective title" })
        await input.fill("One more")
        await input.press("Enter")
        await input.fill("And another")
        await input.press("Enter")
        await card(page, "And another").waitFor()
        const again = Promise.withResolvers<void>()
        let sent = 0
        await page.route("**/api/events", async (route) => {
          sent += 1
          await (sent === 1 ? route.fetch() : again.promise)
          await (sent === 1 ? route.abort() : route.continue())
        })
        await input.fill("Answer lost")
        await input.press("Enter")
        await page.getByText("Can’t reach the server.").waitFor()
        await page.getByRole("button", { name: "Try again" }).click()
        // The page's own retry gets no answer before that.
        again.resolve()
        await card(page, "Answer lost").waitFor()
        await input.press("Escape")
        await page.getByRole("button", { name: "Add principle" }).click()
        const principle = page.getByRole("textbox", { name: "New principle title" })
        await principle.fill("Kind")
        await principle.press("Enter")
        await page.getByRole("heading", { level: 3, name: "Kind" }).waitFor()
      })
      assert.deepStrictEqual(yield* objectives(who, team), [
        ...["Refunds", "Invoices", "Receipts", "One more", "And another", "Answer lost"]
      ])
      assert.deepStrictEqual(yield* principles(who, team), ["Safe", "Fast", "Kind"])
    }).pipe(Effect.scoped)
  )

  it.effect("reorders by menu and by drag", () =>
    Effect.gen(function* () {
      const { team, who } = yield* open("otto", "editor")
      const { page } = who
      yield* Effect.promise(async () => {
        const moved = answered(page)
        await choose(page, "Receipts", "Move to the top")
        await shows(page, "Receipts", "Refunds", "Invoices")
        await moved
        const grip = card(page, "Receipts").locator(".grip")
        await card(page, "Receipts").hover()
        const from = await grip.boundingBox()
        const to = await card(page, "Invoices").boundingBox()
        if (from === null || to === null) return assert.fail("They are not on the page.")
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
        await page.mouse.down()
        await page.mouse.move(from.x + 5, to.y + 2, { steps: 4 })
        await page.locator(".drop-line").waitFor()
        const dropped = answered(page)
        await page.mouse.up()
        await shows(page, "Refunds", "Receipts", "Invoices")
        await dropped
        const principle = answered(page)
        await choose(page, "Safe", "Move down")
        await principle
      })
      assert.deepStrictEqual(yield* objectives(who, team), ["Refunds", "Receipts", "Invoices"])
      assert.deepStrictEqual(yield* principles(who, team), ["Fast", "Safe"])
      assert.deepStrictEqual(who.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("filters by text, status and principle; the URL keeps the filter, Escape clears it", () =>
    Effect.gen(function* () {
      const { safe, who } = yield* open("fiona", "editor")
      const { page } = who
      yield* Effect.promise(async () => {
        await page.getByRole("searchbox", { name: "Search objectives" }).fill("PAPER")
        await shows(page, "Receipts")
        await page.getByRole("status").filter({ hasText: "1 of 3 objectives. Show all to reorder." }).waitFor()
        await page.getByRole("button", { name: "More actions for Receipts" }).click()
        assert.isTrue(await page.getByRole("menuitem", { name: "Move to the top" }).isDisabled())
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Show all" }).click()
        await page.getByRole("button", { name: "At risk 1" }).click()
        await shows(page, "Invoices")
        await page.waitForURL("**?status=at_risk")
        await page.reload()
        await shows(page, "Invoices")
        await page.getByRole("button", { name: "At risk 1" }).press("Escape")
        await shows(page, "Refunds", "Invoices", "Receipts")
        await page.getByRole("button", { name: "Principles of Refunds" }).focus()
        await page.keyboard.press("Enter")
        await page.getByRole("menuitemcheckbox", { name: "1. Safe" }).click()
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Show only the 1 objective linked to Safe" }).click()
        await shows(page, "Refunds")
        await page.waitForURL(`**?principle=${safe}`)
        await page.getByRole("button", { name: "No principle 2" }).click()
        await shows(page, "Invoices", "Receipts")
      })
      assert.deepStrictEqual(who.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("deletes at once with undo; a deletion is sent even if the page is closed meanwhile", () =>
    Effect.gen(function* () {
      const { team, who } = yield* open("dora", "editor")
      const { page } = who
      yield* Effect.promise(async () => {
        await choose(page, "Invoices", "Delete")
        await shows(page, "Refunds", "Receipts")
        await page.getByRole("button", { name: "Undo" }).click()
        await shows(page, "Refunds", "Invoices", "Receipts")
        await choose(page, "Receipts", "Delete")
        await shows(page, "Refunds", "Invoices")
        await page.reload()
        await shows(page, "Refunds", "Invoices")
      })
      assert.deepStrictEqual(yield* objectives(who, team), ["Refunds", "Invoices"])
    }).pipe(Effect.scoped)
  )

  it.effect("shows an entity again if its deletion failed, and offers to retry", () =>
    Effect.gen(function* () {
      const { team, who } = yield* open("dirk", "editor")
      const { page } = who
      yield* Effect.promise(async () => {
        await page.route("**/api/events", (route) => route.abort())
        await choose(page, "Invoices", "Delete")
        await page.getByText("Couldn’t delete “Invoices”.").waitFor()
        await shows(page, "Refunds", "Invoices", "Receipts")
        await page.unroute("**/api/events")
        const deleted = answered(page)
        await page.getByRole("button", { name: "Try again" }).click()
        await deleted
        await shows(page, "Refunds", "Receipts")
      })
      assert.deepStrictEqual(yield* objectives(who, team), ["Refunds", "Receipts"])
    }).pipe(Effect.scoped)
  )

  it.effect("downloads the team's presentation under its name", () =>
    Effect.gen(function* () {
      const { who } = yield* open("paula", "viewer")
      const name = yield* Effect.promise(async () => {
        const download = who.page.waitForEvent("download")
        await who.page.getByRole("button", { name: "More actions for Payments" }).click()
        await who.page.getByRole("menuitem", { name: "Slides" }).click()
        await who.page.getByRole("button", { name: "Save slides" }).click()
        return (await download).suggestedFilename()
      })
      assert.match(name, /Payments.*\.pptx$/)
      assert.deepStrictEqual(who.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("lets viewers read everything and change nothing", () =>
    Effect.gen(function* () {
      const { who } = yield* open("viola", "viewer")
      const { page } = who
      yield* Effect.promise(async () => {
        await shows(page, "Refunds", "Invoices", "Receipts")
        await card(page, "Refunds").getByText("Overdue").waitFor()
        await page.getByText("Nothing is lost.").waitFor()
        await page.getByRole("button", { name: "More actions for Refunds" }).click()
        assert.deepStrictEqual(await page.getByRole("menuitem").allInnerTexts(), ["Copy link", "History"])
        await page.keyboard.press("Escape")
        assert.strictEqual(await page.locator(".grip, .add, .pencil, .picker button, .period button").count(), 0)
      })
      assert.deepStrictEqual(who.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("shows each text in its own direction, and in forced colours still distinguishes what colours mean", () =>
    Effect.gen(function* () {
      const [team = "", , bare = "", , done = "", measured = "", , hebrew = ""] = yield* filled([
        ["create_team", null, { name: "Payments", color: "#225588" }],
        ["create_principle", 0, { title: "Safe" }],
        ["create_objective", 0, { title: "Nothing yet" }],
        ["create_objective", 0, { title: "To be done" }],
        ["create_objective", 0, { title: "Half done" }],
        ["create_objective", 0, { title: "Measured" }],
        ["create_progress", 5, { name: "Share", unit: "%", start: 0, target: 10, value: 5 }],
        ["create_objective", 0, { title: "יעד (API).", description: "תיאור (API)." }],
        ["create_initiative", 4, { title: "Ask", status: "done" }],
        ["create_initiative", 4, { title: "Tell" }],
        ["create_initiative", 5, { title: "Look" }]
      ])
      const { page, errors } = yield* visitor("dir", "viewer", `/strategy/teams/${team}`)
      const editor = yield* visitor("dita", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        const row = (id: string) => page.locator(`.objective[data-id="${id}"]`)
        await row(hebrew).waitFor()
        const cells = async (id: string) => [
          (await row(id).locator(".done-so-far").textContent())?.trim(),
          (await row(id).locator(".due").textContent())?.trim()
        ]
        assert.deepStrictEqual(await cells(bare), ["", ""])
        assert.deepStrictEqual(await cells(done), ["1 of 2 done", ""])
        assert.deepStrictEqual(await cells(measured), ["50%", ""])
        const panel = (page: Page) => page.locator(".objective-panel")
        /** The vertical distance, in pixels, of the middles of status and title, of an objective and of its initiative. */
        const offsets = async (page: Page) => {
          await page.locator(`.objective[data-id="${measured}"] h3 button`).click()
          await page.getByText("Look").waitFor()
          return page.evaluate<
            ReadonlyArray<number>
          >(`['[data-id="${measured}"] .row', ".initiative"].map((selector) => {
            const line = document.querySelector(selector)
            const [word, title] = [".status span", ".editable .text"].map((part) => {
              const range = new Range()
              range.selectNodeContents(line.querySelector(part))
              const { top, height } = range.getBoundingClientRect()
              return top + height / 2
            })
            return Math.abs(word - title)
          })`)
        }
        for (const each of [page, editor.page]) {
          for (const offset of await offsets(each)) assert.isBelow(offset, 1)
        }
        await row(hebrew).locator("h3 button").click()
        await panel(page).getByText("Last changed by maker-").waitFor()
        await panel(page).getByText("תיאור").waitFor()
        /** The pixels left of the element's text, and whether the text begins at its right end. */
        const course = (selector: string) =>
          page.evaluate<{ readonly before: number; readonly isFromRight: boolean }>(`(() => {
            const element = document.querySelector('${selector} .text')
            const all = new Range(), first = new Range()
            all.selectNodeContents(element)
            first.setStart(element.firstChild, 0)
            first.setEnd(element.firstChild, 1)
            const [box, text, letter] = [element, all, first].map((each) => each.getBoundingClientRect())
            return { before: text.left - box.left, isFromRight: letter.right > text.right - 1 }
          })()`)
        // A title stays in its column; a description begins at the side of its script.
        const [title, description] = [await course(`[data-id="${hebrew}"] .title`), await course(".description")]
        assert.deepStrictEqual([title.isFromRight, description.isFromRight], [true, true])
        assert.isBelow(title.before, 1)
        assert.isAbove(description.before, 100)
        const styles = () =>
          page.evaluate<ReadonlyArray<string>>(`[
            ["meter", "backgroundImage"],
            [".tabs a[aria-current]", "backgroundColor"],
            [".tabs a:not([aria-current])", "backgroundColor"],
            [".connection .dot", "backgroundColor"],
            [".stripe", "backgroundColor"]
          ].map(([selector, name]) => getComputedStyle(document.querySelector(selector))[name])`)
        await page.emulateMedia({ forcedColors: "active" })
        const [bar = "", chosen, other, dot, stripe] = await styles()
        assert.match(bar, /gradient/)
        assert.notStrictEqual(chosen, other)
        assert.notInclude(["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"], dot)
        assert.strictEqual(stripe, "rgb(34, 85, 136)")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("explains that a team does not exist", () =>
    Effect.gen(function* () {
      const who = yield* visitor("nora", "viewer", "/strategy/teams/00000000-0000-4000-8000-000000000000")
      yield* Effect.promise(() => who.page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor())
    }).pipe(Effect.scoped)
  )
})
