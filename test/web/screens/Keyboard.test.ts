import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { addUser, password, testServer } from "../../support/TestServer.ts"
import { enter, visit } from "../accounts/SignedIn.ts"
import { filled } from "../accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe", description: "Nothing is lost." }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }]
])

/** The label of the focused element, else its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement } = document
    if (activeElement.id === "content") return "the content"
    const label = activeElement.closest("label")
    return (activeElement.ariaLabel ?? label?.textContent ?? (activeElement.textContent.trim() || activeElement.localName))
      .replaceAll(/\\s+/g, " ").trim()
  })()`)

/** Waits until an element with this label has the focus, as long as the pages of a test wait at most. */
const at = async (page: Page, name: string): Promise<void> => {
  const until = performance.now() + 300_000
  while ((await focused(page)) !== name && performance.now() < until)
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))")
  assert.strictEqual(await focused(page), name)
}

/** Asserts that the focus is not lost, after the frame in which it is recovered. */
const hasFocus = async (page: Page): Promise<void> => {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
  assert.notStrictEqual(await page.evaluate("document.activeElement.localName"), "body")
}

/** Presses keys one after the other. */
const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses Tab until an element with this label has the focus; returns the labels passed. */
const tabTo = async (page: Page, name: string, key = "Tab"): Promise<ReadonlyArray<string>> => {
  const passed: Array<string> = []
  for (let turn = 0; turn < 60; turn++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (now === name) return passed
    passed.push(now)
  }
  return assert.fail(`Tab does not lead to ${name}: ${passed.join(", ")}`)
}

/** Presses an arrow key until an element with this label has the focus; returns the labels passed. */
const arrowTo = (page: Page, name: string, key: "ArrowLeft" | "ArrowRight" = "ArrowRight") => tabTo(page, name, key)

const answered = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/events") && response.ok())

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 3, name, exact: true }).waitFor()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The keyboard", (it) => {
  it.effect("reaches every control in order, and the focus is never lost", () =>
    Effect.gen(function* () {
      yield* strategy
      yield* Effect.orDie(addUser("kim", "admin"))
      const { page, errors } = yield* visit("/strategy/teams")
      yield* Effect.promise(async () => {
        // After signing in, the focus is at the beginning of the content.
        await at(page, "Username")
        await page.keyboard.type("kim")
        await press(page, "Tab")
        await page.keyboard.type(password)
        await press(page, "Enter")
        await page.getByRole("heading", { level: 2, name: "Payments" }).waitFor()
        await at(page, "the content")
        await page.reload()
        await page.getByRole("heading", { level: 2, name: "Payments" }).waitFor()
        assert.deepStrictEqual(await tabTo(page, "Skip to content"), [])
        await press(page, "Enter")
        await at(page, "the content")
        assert.deepStrictEqual(await tabTo(page, "Payments"), ["Import and export", "New team"])
        await press(page, "Enter")
        await heading(page, "Invoices")
        await at(page, "the content")
        assert.deepStrictEqual(await tabTo(page, "Add objective"), [
          ...[
            "Edit team name: Payments",
            "Board",
            "Matrix",
            "Tree",
            "Pin Payments to your home page",
            "Check in",
            "History",
            "More actions for Payments"
          ],
          ...[
            "Edit principle title: Safe",
            "Edit principle description: Nothing is lost.",
            "More actions for Safe",
            "Show only the 0 objectives linked to Safe"
          ],
          ...["Add principle", "Search objectives", "Draft 2", "No principle 2", "Period", "By quarter"],
          // A row is one tab stop; arrow keys lead to its other controls.
          ...["Refunds", "Invoices"]
        ])
        await tabTo(page, "Invoices", "Shift+Tab")
        await press(page, "ArrowLeft")
        await at(page, "Status of Invoices: Draft")
        assert.deepStrictEqual(await arrowTo(page, "More actions for Invoices"), [
          ...["Invoices", "Edit objective title: Invoices", "Owner of Invoices: no owner", "Principles of Invoices"],
          ...["Period of Invoices: no period"]
        ])
        await press(page, "ArrowRight")
        await at(page, "More actions for Invoices")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is enough to add, edit, choose, open, move, link, delete and search", () =>
    Effect.gen(function* () {
      yield* Effect.orDie(addUser("kai", "admin"))
      const [team = ""] = yield* strategy
      const { page, errors } = yield* visit(`/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await at(page, "Username")
        await page.keyboard.type("kai")
        await press(page, "Tab")
        await page.keyboard.type(password)
        await press(page, "Enter")
        // Shortcuts work only once the board is loaded.
        await heading(page, "Invoices")
        // Adds.
        await press(page, "p")
        await at(page, "New principle title")
        await page.keyboard.type("Kind")
        await press(page, "Enter")
        await heading(page, "Kind")
        await press(page, "Escape")
        await at(page, "Add principle")
        await press(page, "n")
        await at(page, "New objective title")
        await page.keyboard.type("Help pages")
        await press(page, "Enter")
        await heading(page, "Help pages")
        await press(page, "Escape")
        await at(page, "Add objective")
        // Edits a title.
        await tabTo(page, "Help pages", "Shift+Tab")
        await press(page, "e")
        await at(page, "Objective title")
        await page.keyboard.type(" nobody wants")
        await press(page, "Escape")
        await at(page, "Edit objective title: Help pages")
        await press(page, "Enter")
        await page.keyboard.type(" to read")
        const saved = answered(page)
        await press(page, "Enter")
        await saved
        await at(page, "Edit objective title: Help pages to read")
        await press(page, "Enter")
        await page.keyboard.type(" twice")
        const left = answered(page)
        await press(page, "Tab")
        await left
        await heading(page, "Help pages to read twice")
        await at(page, "Add objective")
        // Chooses a status.
        await tabTo(page, "Help pages to read twice", "Shift+Tab")
        await arrowTo(page, "Status of Help pages to read twice: Draft", "ArrowLeft")
        await press(page, "Enter")
        await at(page, "Draft")
        await press(page, "ArrowDown", "ArrowDown")
        await at(page, "At risk")
        await press(page, "Escape")
        await at(page, "Status of Help pages to read twice: Draft")
        await page.locator(".menu").waitFor({ state: "detached" })
        await press(page, "ArrowDown", "o", "o")
        await at(page, "Off track")
        // Why it is so is asked in the same breath, and may be left out.
        await press(page, "Enter")
        await at(page, "What happened?")
        await press(page, "Escape")
        await at(page, "Status of Help pages to read twice: Draft")
        await press(page, "ArrowDown", "o", "o", "Enter")
        await at(page, "What happened?")
        const chosen = answered(page)
        await press(page, "Enter")
        await chosen
        await at(page, "Status of Help pages to read twice: Off track")
        // Sets a due date.
        await arrowTo(page, "Period of Help pages to read twice: no period")
        await press(page, "Enter")
        await press(page, "End", "ArrowUp")
        await at(page, "Other days…")
        await press(page, "Enter")
        await page.locator("input[name=startDate]:focus").waitFor()
        // A date has a stop for each of its parts.
        while ((await page.locator("input[name=dueDate]:focus").count()) === 0) await press(page, "Tab")
        await page.keyboard.type("02022032")
        const dated = answered(page)
        await press(page, "Enter")
        await dated
        await at(page, "Period of Help pages to read twice: until 2 Feb 2032")
        // Opens its details.
        await arrowTo(page, "Help pages to read twice", "ArrowLeft")
        await press(page, "Enter")
        await page.getByRole("button", { name: "Add initiative" }).first().waitFor()
        await tabTo(page, "Add initiative")
        await press(page, "Enter")
        await page.keyboard.type("Write them")
        await press(page, "Enter")
        await page.locator(".initiative", { hasText: "Write them" }).waitFor()
        await page.keyboard.type("Print them")
        await press(page, "Enter")
        await page.locator(".initiative", { hasText: "Print them" }).waitFor()
        await press(page, "Escape")
        await at(page, "Add initiative")
        await tabTo(page, "Edit initiative title: Print them", "Shift+Tab")
        const stepped = answered(page)
        await press(page, "Alt+ArrowUp")
        await stepped
        await page.locator(".initiative:first-child", { hasText: "Print them" }).waitFor()
        await at(page, "Edit initiative title: Print them")
        await tabTo(page, "Help pages to read twice", "Shift+Tab")
        await arrowTo(page, "More actions for Help pages to read twice")
        // Moves.
        await press(page, "Enter")
        await at(page, "Edit title")
        const moved = answered(page)
        await press(page, "End", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
        await at(page, "Move to the top")
        await press(page, "Enter")
        await moved
        await page.locator(".objective:first-child", { hasText: "Help pages to read twice" }).waitFor()
        await at(page, "More actions for Help pages to read twice")
        // Links.
        await arrowTo(page, "Principles of Help pages to read twice", "ArrowLeft")
        await press(page, "Enter", "2")
        await at(page, "2. Kind")
        const linked = answered(page)
        await press(page, "Space")
        await linked
        await at(page, "2. Kind")
        await press(page, "Escape")
        await at(page, "Principles of Help pages to read twice")
        await page.getByRole("button", { name: "Principle 2: Kind" }).waitFor()
        // Deletes, and undoes it.
        await tabTo(page, "Refunds")
        await arrowTo(page, "More actions for Refunds")
        await press(page, "Enter", "End", "Enter")
        await page.getByRole("button", { name: "Undo" }).waitFor()
        await at(page, "More actions for Invoices")
        await tabTo(page, "Undo")
        await press(page, "Enter")
        await heading(page, "Refunds")
        await hasFocus(page)
        // Searches.
        await press(page, "/")
        await at(page, "Search objectives")
        await page.keyboard.type("help")
        await page.getByText("1 of 3 objectives.").waitFor()
        await tabTo(page, "Show all")
        await press(page, "Enter")
        await heading(page, "Refunds")
        await hasFocus(page)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("goes from row to row, opens, edits and checks in by one key each, on the board and the overview", () =>
    Effect.gen(function* () {
      yield* Effect.orDie(addUser("kit", "editor"))
      const [team = ""] = yield* filled([
        ["create_team", null, { name: "Rows", color: "#225588" }],
        ["create_objective", 0, { title: "First" }],
        ["create_objective", 0, { title: "Second", status: "on_track" }],
        ["create_progress", 2, { name: "Hours", start: 0, target: 10 }]
      ])
      const { page, errors } = yield* visit(`/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await enter(page, "kit")
        await heading(page, "Second")
        await press(page, "j")
        await at(page, "First")
        await press(page, "j")
        await at(page, "Second")
        await press(page, "ArrowUp")
        await at(page, "First")
        await press(page, "k", "ArrowDown", "ArrowDown")
        await at(page, "Second")
        await press(page, "Enter")
        await tabTo(page, "Check in on Hours")
        await press(page, "c")
        await at(page, "Value")
        await press(page, "Escape")
        await at(page, "Check in on Hours")
        await tabTo(page, "Second", "Shift+Tab")
        await press(page, "e")
        await at(page, "Objective title")
        await page.keyboard.type(" je")
        await press(page, "Escape")
        await at(page, "Edit objective title: Second")
        await press(page, "c")
        await at(page, "New value: Hours")
        await page.getByRole("link", { name: "Rows" }).click()
        await heading(page, "Second")
        await at(page, "the content")
        await press(page, "c")
        await page.getByRole("heading", { level: 1, name: "Rows · Check-in" }).waitFor()
        await page.getByRole("link", { name: "Overview" }).click()
        await page.getByLabel("Search objectives").fill("second")
        await page.getByRole("button", { name: "First" }).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Second", exact: true }).focus()
        await press(page, "e")
        await at(page, "Objective title")
        await press(page, "Escape")
        await at(page, "Edit objective title: Second")
        await tabTo(page, "Second", "Shift+Tab")
        await press(page, "c")
        await at(page, "New value: Hours")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is enough for the matrix, the history and the account", () =>
    Effect.gen(function* () {
      yield* Effect.orDie(addUser("kat", "admin"))
      const [team = ""] = yield* strategy
      const { page, errors } = yield* visit(`/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await at(page, "Username")
        await page.keyboard.type("kat")
        await press(page, "Tab")
        await page.keyboard.type(password)
        await press(page, "Enter")
        await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor()
        await tabTo(page, "History")
        await press(page, "Enter")
        const drawer = page.getByRole("dialog", { name: "History of Payments" })
        await drawer.waitFor()
        await at(page, "Close")
        await press(page, "Escape")
        await drawer.waitFor({ state: "detached" })
        await at(page, "History")
        await press(page, "?")
        const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
        await sheet.waitFor()
        // Shortcuts do nothing while a dialog is open.
        await press(page, "n", "Escape")
        await sheet.waitFor({ state: "detached" })
        await at(page, "History")
        await tabTo(page, "Matrix", "Shift+Tab")
        await press(page, "Enter")
        await page.getByRole("table").waitFor()
        await at(page, "the content")
        await page.getByRole("button", { name: "Refunds Safe" }).waitFor()
        const cell = () => page.evaluate("document.activeElement.closest('tr')?.rowIndex")
        for (let turn = 0; turn < 20 && (await cell()) !== 1; turn++) await press(page, "Tab")
        await press(page, "ArrowDown", "Home")
        assert.strictEqual(await cell(), 2)
        const linked = answered(page)
        await press(page, "Space")
        await linked
        await page
          .locator("[aria-pressed=true]")
          .and(page.getByRole("button", { name: "Invoices Safe" }))
          .waitFor()
        assert.strictEqual(await cell(), 2)
        await tabTo(page, "Signed in as kat (admin)", "Shift+Tab")
        await press(page, "Enter", "s")
        await at(page, "Sign out")
        await press(page, "Enter")
        await at(page, "Username")
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
