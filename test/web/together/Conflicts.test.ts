import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { signIn } from "../../../scripts/support/Calls.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, testServer } from "../../support/TestServer.ts"
import * as SharedBoard from "./SharedBoard.ts"

/** Bob works in the page; ada, an admin, changes the same entities by the API. */
const pair = Effect.fnUntraced(function* (bob: string) {
  const url = yield* BaseUrl
  const ada = `ada-${bob}`
  yield* Effect.orDie(addUser(ada, "admin"))
  const access = { url, token: yield* Effect.promise(() => signIn(url, ada, SharedBoard.secret)) }
  const ids = yield* Effect.promise(() => SharedBoard.prepared(access, ["One", "Two", "Three"]))
  const his = yield* Effect.promise(() => SharedBoard.newUser(access, bob, "editor"))
  const { page } = yield* SharedBoard.visit(his, `/strategy/teams/${ids[0]}`)
  const [team = "", one = "", two = "", three = ""] = ids
  return { ada, access, team, one, two, three, page, edits: (count: number) => SharedBoard.editsOf(access, bob, count) }
})

/** Keeps the page from loading changes by others. */
const rename = (access: SharedBoard.Access, id: string, title: string) =>
  SharedBoard.write(access, "update_objective_title", id, { title })

const button = (page: Page, id: string, name: string) => SharedBoard.conflict(page, id).getByRole("button", { name })

/**
 * Waits in a page until the text field with the focus is gone and something else has the focus, and presses keys there at
 * once; returns those that the page handled or ignored, so that they neither write nor press anything.
 */
const pressWhenFieldIsGone = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const { activeElement } = document
      if (activeElement.matches("body, textarea")) return requestAnimationFrame(look)
      const press = (key) => activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
      resolve([" ", "n", "Enter"].filter((key) => !press(key)))
    }
    look()
  })`)

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("A conflict", (it) => {
  it.effect("is decided by one click while a text of several lines is typed, though its field gets lower then", () =>
    Effect.gen(function* () {
      const { access, one, page, edits } = yield* pair("bob-clicking")
      yield* Effect.promise(async () => {
        const mine = "One that has so many words that they do not fit into one line of the field".repeat(3)
        await SharedBoard.openTitle(page, one)
        await SharedBoard.titleInput(page, one).fill(mine)
        await rename(access, one, "One by ada")
        await SharedBoard.conflict(page, one).waitFor()
        await button(page, one, "Keep mine").click()
        assert.deepStrictEqual((await edits(1)).at(-1)?.data, { title: mine })
        await SharedBoard.conflict(page, one).waitFor({ state: "detached" })
        assert.strictEqual(await SharedBoard.titleInput(page, one).count(), 0)
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "while typing shows their, the own and the former value, keeps caret and focus, and does not block other edits",
    () =>
      Effect.gen(function* () {
        const { ada, access, one, two, page, edits } = yield* pair("bob-typing")
        yield* Effect.promise(async () => {
          await SharedBoard.openTitle(page, one)
          const input = SharedBoard.titleInput(page, one)
          await input.fill("One by bob")
          await page.evaluate("document.activeElement.setSelectionRange(3, 5)")
          await rename(await SharedBoard.agentOf(access), one, "One by ada")
          await SharedBoard.conflict(page, one).waitFor()
          assert.deepStrictEqual(await SharedBoard.choices(page, one), ["One by ada", "One by bob", "One"])
          await SharedBoard.conflict(page, one).getByText(`${ada} · by Planning agent changed this`).waitFor()
          assert.deepStrictEqual(
            await page.evaluate(`(() => {
            const { localName, value, selectionStart, selectionEnd } = document.activeElement
            return [localName, value, selectionStart, selectionEnd]
          })()`),
            ["textarea", "One by bob", 3, 5]
          )
          await SharedBoard.openTitle(page, two)
          await SharedBoard.titleInput(page, two).fill("Two by bob")
          await SharedBoard.titleInput(page, two).press("Enter")
          assert.deepStrictEqual(
            (await edits(1)).map(({ data }) => data),
            [{ title: "Two by bob" }]
          )
          await button(page, one, "Keep mine").click()
          assert.deepStrictEqual((await edits(2)).at(-1)?.data, { title: "One by bob" })
          await SharedBoard.conflict(page, one).waitFor({ state: "detached" })
          await SharedBoard.showsTitle(page, one, "One by bob")
          await page.locator("h3 button:focus", { hasText: "One by bob" }).waitFor()
        })
      }).pipe(Effect.scoped)
  )

  it.effect(
    "after a rejected save lets the user keep the own value, continue to edit or take theirs, and overwrites no unseen third change",
    () =>
      Effect.gen(function* () {
        const { access, one, two, page, edits } = yield* pair("bob-rejected")
        yield* Effect.promise(async () => {
          await SharedBoard.blockViews(page)
          await rename(access, one, "One by ada")
          await rename(access, two, "Two by ada")
          await SharedBoard.openTitle(page, one)
          await SharedBoard.titleInput(page, one).fill("One by bob")
          await SharedBoard.titleInput(page, one).press("Enter")
          await SharedBoard.conflict(page, one).waitFor()
          assert.deepStrictEqual(await SharedBoard.choices(page, one), ["One by ada", "One by bob", "One"])
          // Bob has not seen this third change, so keeping his value is rejected again.
          await rename(access, one, "One by ada again")
          await button(page, one, "Keep mine").click()
          await SharedBoard.conflict(page, one).getByText("One by ada again").waitFor()
          await button(page, one, "Keep editing").click()
          // Their text stays in sight.
          await page.locator(".notice").getByText("One by ada again").waitFor()
          await SharedBoard.titleInput(page, one).fill("One by both")
          await SharedBoard.titleInput(page, one).press("Enter")
          assert.deepStrictEqual(
            (await edits(1)).map(({ data }) => data),
            [{ title: "One by both" }]
          )
          await SharedBoard.openTitle(page, two)
          await SharedBoard.titleInput(page, two).fill("Two by bob")
          await SharedBoard.titleInput(page, two).press("Enter")
          await SharedBoard.conflict(page, two).waitFor()
          await SharedBoard.unblockViews(page)
          await button(page, two, "Use theirs").click()
          await rename(access, two, "Two by ada, later")
          await SharedBoard.showsTitle(page, two, "Two by ada, later")
          assert.strictEqual((await edits(1)).length, 1)
        })
      }).pipe(Effect.scoped)
  )

  it.effect("is shown for a status, a date and a position", () =>
    Effect.gen(function* () {
      const { access, one, two, three, page, edits } = yield* pair("bob-choices")
      yield* Effect.promise(async () => {
        await SharedBoard.blockViews(page)
        await SharedBoard.write(access, "update_objective_status", one, { status: "at_risk", note: "A strike" })
        await SharedBoard.write(access, "update_objective_dates", two, { dueDate: "2031-01-31" })
        await SharedBoard.write(access, "update_position", three, { position: 0 })

        await SharedBoard.card(page, two).locator(".period button").click()
        await page.getByRole("menuitem", { name: "Other days…" }).click()
        await page.getByLabel("Due date").fill("2032-02-29")
        await page.keyboard.press("Enter")
        await SharedBoard.conflict(page, two).waitFor()
        assert.deepStrictEqual(await SharedBoard.choices(page, two), ["31 Jan 2031", "29 Feb 2032", "(empty)"])
        await button(page, two, "Keep mine").click()
        assert.deepStrictEqual((await edits(1)).at(-1)?.data, { dueDate: "2032-02-29" })

        await page.getByRole("button", { name: "More actions for Three" }).click()
        await page.getByRole("menuitem", { name: "Move up" }).click()
        await SharedBoard.conflict(page, three).waitFor()
        await button(page, three, "Keep mine").click()
        assert.deepStrictEqual((await edits(2)).at(-1)?.data, { position: 1 })

        await page.getByRole("button", { name: "Status of One: Draft" }).click()
        await page.getByRole("menuitemradio", { name: "Achieved" }).click()
        await page.keyboard.type("A week early")
        await page.keyboard.press("Enter")
        await SharedBoard.conflict(page, one).waitFor()
        assert.deepStrictEqual(await SharedBoard.choices(page, one), ["At risk", "Achieved\nA week early", "Draft"])
        // Bob has not seen the reason for theirs, so keeping his status is rejected again.
        await button(page, one, "Keep mine").click()
        await SharedBoard.unblockViews(page)
        await SharedBoard.conflict(page, one).getByText("A strike").waitFor()
        await button(page, one, "Keep mine").click()
        assert.deepStrictEqual((await edits(3)).at(-1)?.data, { status: "achieved", note: "A week early" })
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is shown for the placement of an initiative and for a check-in", () =>
    Effect.gen(function* () {
      const { access, one, page, edits } = yield* pair("bob-inside")
      const [first = "", second = "", write = "", days = ""] = Array.from({ length: 4 }, () => crypto.randomUUID())
      yield* Effect.promise(async () => {
        await SharedBoard.write(access, "create_group", one, { id: first, name: "First" })
        await SharedBoard.write(access, "create_group", one, { id: second, name: "Second" })
        await SharedBoard.write(access, "create_initiative", one, { id: write, title: "Write" })
        await SharedBoard.write(access, "create_progress", one, {
          id: days,
          name: "Days",
          unit: "d",
          start: 10,
          target: 2
        })
        await page.getByRole("button", { name: "One", exact: true }).click()
        const panelConflict = page.getByRole("complementary", { name: "One" }).locator(".notice.conflict")
        await page.locator(".measure").waitFor()
        await SharedBoard.blockViews(page)
        await SharedBoard.write(access, "update_initiative_placement", write, { groupId: first, position: 0 })
        await SharedBoard.write(access, "update_progress_value", days, { value: 9, confidence: 4, note: "Ada’s" })

        await page.getByRole("button", { name: "More actions for Write" }).click()
        await page.getByRole("menuitem", { name: "Move to “Second”" }).click()
        await panelConflict.waitFor()
        assert.deepStrictEqual(await panelConflict.locator("dd").allInnerTexts(), [
          ...["First, position 1", "Second, position 1", "No group, position 1"]
        ])
        await panelConflict.getByRole("button", { name: "Keep mine" }).click()
        assert.deepStrictEqual((await edits(1)).at(-1)?.data, { groupId: second, position: 0 })
        await panelConflict.waitFor({ state: "detached" })

        const measure = page.locator(".measure")
        await measure.getByRole("button", { name: "Check in" }).click()
        await measure.getByLabel("Value").fill("6")
        await measure.getByLabel("Note").fill("Bob’s")
        await measure.getByRole("button", { name: "Save" }).click()
        await panelConflict.waitFor()
        await panelConflict.getByRole("button", { name: "Keep mine" }).click()
        await SharedBoard.unblockViews(page)
        await panelConflict.getByText("9 d · Confidence 4/10, medium · Ada’s").waitFor()
        assert.strictEqual(await measure.getByLabel("Note").inputValue(), "Bob’s")
        await panelConflict.getByRole("button", { name: "Keep mine" }).click()
        assert.deepInclude((await edits(2)).at(-1)?.data, { value: 6, confidence: null, note: "Bob’s" })
        await measure.locator(".said", { hasText: "Bob’s" }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "about a link does not arise if both users want the same or the link was undone; a link to a deleted principle is refused",
    () =>
      Effect.gen(function* () {
        const { team, access, one, two, three, page, edits } = yield* pair("bob-links")
        const [safe, fast] = [crypto.randomUUID(), crypto.randomUUID()]
        const link = (id: string, linked: boolean) =>
          SharedBoard.write(access, "update_objective_principle_link", id, { principleId: safe, linked })
        const choose = async (of: string, principle: string) => {
          await page.getByRole("button", { name: `Principles of ${of}` }).click()
          await page.getByRole("menuitemcheckbox", { name: principle }).click()
          await page.keyboard.press("Escape")
        }
        yield* Effect.promise(async () => {
          await SharedBoard.write(access, "create_principle", team, { id: safe, title: "Safe" })
          await SharedBoard.write(access, "create_principle", team, { id: fast, title: "Fast" })
          await page.getByRole("heading", { level: 3, name: "Fast" }).waitFor()
          await SharedBoard.blockViews(page)
          await link(one, true)
          await link(two, true)
          await link(two, false)
          await SharedBoard.write(access, "delete_principle", fast)
          await choose("One", "1. Safe")
          await choose("Two", "1. Safe")
          await choose("Three", "2. Fast")
          await SharedBoard.card(page, three).locator(".notice.refused").waitFor()
          assert.deepStrictEqual(
            (await edits(1)).map(({ data }) => data),
            [{ principleId: safe, linked: true }]
          )
          for (const id of [one, two])
            assert.strictEqual(await SharedBoard.card(page, id).locator(".notice").count(), 0)
          await SharedBoard.unblockViews(page)
          await link(three, true)
          for (const id of [one, two, three]) {
            await SharedBoard.card(page, id).getByRole("button", { name: "Principle 1: Safe" }).waitFor()
            assert.strictEqual(await SharedBoard.card(page, id).locator(".link-chip").count(), 1)
          }
          await SharedBoard.card(page, three).locator(".notice").waitFor({ state: "detached" })
        })
      }).pipe(Effect.scoped)
  )

  it.effect("with a deletion keeps the typed text visible, and ignores the rest of it", () =>
    Effect.gen(function* () {
      const { team, access, one, two, page } = yield* pair("bob-deleted")
      yield* Effect.promise(async () => {
        await SharedBoard.openTitle(page, one)
        await SharedBoard.titleInput(page, one).fill("A thought of some length")
        await SharedBoard.titleInput(page, one).press("!")
        const handled = pressWhenFieldIsGone(page)
        await SharedBoard.write(access, "delete_objective", one)
        assert.deepStrictEqual(await handled, [" ", "n", "Enter"])
        assert.deepStrictEqual(await page.getByLabel("New objective title").count(), 0)
        const left = page.getByRole("region", { name: "Unsaved text of deleted items" })
        await left.getByText("A thought of some length!").waitFor()
        await left.getByRole("button", { name: "Copy" }).waitFor()
        await left.getByRole("button", { name: "Discard" }).click()
        await left.waitFor({ state: "detached" })
        const measure = crypto.randomUUID()
        await SharedBoard.write(access, "create_progress", two, { id: measure, name: "Share", start: 0, target: 9 })
        await page.goto(`${access.url}/strategy/teams/${team}/objectives/${two}`)
        await page.getByRole("button", { name: "Check in" }).click()
        await page.getByRole("textbox", { name: "Value" }).fill("7")
        await page.getByRole("textbox", { name: "Note" }).fill("A note")
        await SharedBoard.write(access, "delete_progress", measure)
        await left.getByText("7 · A note", { exact: true }).waitFor()
        await left.getByRole("button", { name: "Discard" }).click()
        const group = crypto.randomUUID()
        await SharedBoard.write(access, "create_group", two, { id: group, name: "Phase" })
        await page.route("**/api/events", (route) => route.abort())
        await page.getByRole("button", { name: "Add initiative to Phase" }).click()
        await page.keyboard.type("Entered")
        await page.keyboard.press("Enter")
        await page.keyboard.type("typed")
        await SharedBoard.write(access, "delete_group", group)
        await left.getByText("Entered\ntyped").waitFor()
        await left.getByRole("button", { name: "Discard" }).click()
        await left.waitFor({ state: "detached" })
      })
    }).pipe(Effect.scoped)
  )

  it.effect("between windows of one user keeps the texts of both, and takes over the draft of a closed window", () =>
    Effect.gen(function* () {
      const { team, access, one, two, page, edits } = yield* pair("bob-windows")
      yield* Effect.promise(async () => {
        const others = [await page.context().newPage(), await page.context().newPage()] as const
        for (const other of others) {
          // As if the browser was killed: without a blur event nothing is saved at the last moment.
          await other.addInitScript("addEventListener('blur', (event) => event.stopPropagation(), true)")
          await other.goto(`${access.url}/strategy/teams/${team}`)
        }
        for (const [each, id, text] of [
          [page, one, "One, here"],
          [others[0], one, "One, there"],
          [others[1], two, "Two, there"]
        ] as const) {
          await SharedBoard.openTitle(each, id)
          await SharedBoard.titleInput(each, id).fill(text)
        }
        for (const other of others) await other.close()
        page.on("dialog", (dialog) => dialog.accept())
        await page.reload()
        await SharedBoard.showsTitle(page, one, "One, here")
        await SharedBoard.showsTitle(page, two, "Two, there")
        const left = page.getByRole("region", { name: "Unsaved text of deleted items" })
        await left.getByText("One, there").waitFor()
        assert.deepStrictEqual(await edits(0), [])
        await left.getByRole("button", { name: "Discard" }).click()
        await left.waitFor({ state: "detached" })
        for (const id of [one, two]) await SharedBoard.card(page, id).getByRole("button", { name: "Save" }).click()
        assert.deepStrictEqual((await edits(2)).map(({ data }) => data.title).toSorted(), ["One, here", "Two, there"])
      })
    }).pipe(Effect.scoped)
  )
})
