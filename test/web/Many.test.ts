import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import type { HistoryEntry } from "../../src/domain/views/History.ts"
import type { ObjectivesBody } from "../../src/domain/views/Views.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled, type Visitor, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }],
  ["create_objective", 0, { title: "Cards" }],
  ["create_team", null, { name: "Support", color: "#882255" }],
  ["create_principle", 5, { title: "safe" }],
  ["create_progress", 2, { name: "Days", start: 9, target: 2 }],
  ["create_initiative", 2, { title: "Ask" }]
])

const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const title = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const bar = (page: Page) => page.getByRole("region", { name: "Selected objectives" })

const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` })

const menu = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${name}`, exact: true }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

/** The objectives of a team, by title. */
const objectivesOf = ({ get }: Visitor, teamId = "") =>
  Effect.map(get(`/api/teams/${teamId}/objectives`), (body) => {
    const { objectives } = body as ObjectivesBody
    return new Map(objectives.map((objective) => [objective.title, objective]))
  })

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Many objectives", (it) => {
  it.effect("are selected and dated by keyboard as one change, which one undo takes back", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = "", invoices = ""] = yield* strategy
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      const { page } = ada
      yield* Effect.promise(async () => {
        await title(page, "Refunds").focus()
        await press(page, "x", "j", "x")
        await bar(page).getByText("2 selected").waitFor()
        assert.deepStrictEqual(
          [await box(page, "Refunds").isChecked(), await box(page, "Cards").isChecked()],
          [true, false]
        )
        // The palette acts on all of them.
        await press(page, "Control+k")
        await page.getByRole("combobox", { name: "Find" }).fill("set due")
        await press(page, "Enter")
        await page.getByLabel("Due date", { exact: true }).fill("2027-03-31")
        await press(page, "Enter")
        await page.getByText("Set the period of 2 objectives.").waitFor()
      })
      const dated = yield* objectivesOf(ada, team)
      assert.deepStrictEqual(
        [...dated.values()].map(({ dueDate }) => dueDate),
        ["2027-03-31", "2027-03-31", null]
      )
      const changeSets = yield* Effect.forEach([refunds, invoices], (id) =>
        Effect.map(ada.get(`/api/history/entity/${id}?limit=1`), (body) => {
          const [entry] = body as ReadonlyArray<HistoryEntry>
          return entry?.changeSet
        })
      )
      assert.strictEqual(changeSets[0]?.id, changeSets[1]?.id)
      assert.strictEqual(changeSets[0]?.name, "New period of 2 objectives")
      yield* Effect.promise(async () => {
        await press(page, "Control+z")
        await page.getByText("Undid the new period of 2 objectives.").waitFor()
        await press(page, "Escape")
        await bar(page).waitFor({ state: "detached" })
      })
      const undone = yield* objectivesOf(ada, team)
      assert.deepStrictEqual(
        [...undone.values()].map(({ dueDate }) => dueDate),
        [null, null, null]
      )
      assert.deepStrictEqual(ada.errors(), [])
    })
  )

  it.effect("get all but what somebody has changed meanwhile, which is said by title", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const bo = yield* visitor("bo", "editor", `/strategy/teams/${team}`)
      const { page } = bo
      const other = yield* visitor("cy", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await menu(page, "Refunds", "Select")
        await bar(page).getByRole("button", { name: "Select all 3" }).click()
        await bar(page).getByText("3 selected").waitFor()
        await bar(page).getByRole("button", { name: "Owner…" }).click()
        await page.getByRole("combobox", { name: "Owner" }).fill("Team B")
      })
      yield* other.send("update_owner", refunds, { owner: "Cy" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Owner of Refunds: Cy" }).waitFor()
        await press(page, "Enter")
        const changes = page.getByRole("region", { name: "Changes" })
        await changes.getByText("2 of 3 changes made.").waitFor()
        await changes.getByRole("listitem").filter({ hasText: "Refunds" }).waitFor()
      })
      const now = yield* objectivesOf(bo, team)
      assert.deepStrictEqual(
        [...now.values()].map(({ owner }) => owner),
        ["Cy", "Team B", "Team B"]
      )
      yield* Effect.promise(async () => {
        await bar(page).getByRole("button", { name: "Principles" }).click()
        await page.getByRole("menuitemradio", { name: "Safe" }).click()
        await page.getByText("Linked 3 objectives to “Safe”.").waitFor()
        await bar(page).getByRole("button", { name: "Delete" }).click()
        await page.getByText("Deleted 3 objectives.").waitFor()
        await bar(page).waitFor({ state: "detached" })
        await page.locator(".toast", { hasText: "Deleted" }).getByRole("button", { name: "Undo" }).click()
        await title(page, "Cards").waitFor()
      })
      assert.deepStrictEqual(bo.errors(), [])
    })
  )

  it.effect("one is duplicated with what is in it, or moved to another team, each taken back by one undo", () =>
    Effect.gen(function* () {
      const [team = "", , , , , support = ""] = yield* strategy
      const di = yield* visitor("di", "editor", `/strategy/teams/${team}`)
      const { page } = di
      yield* Effect.promise(async () => {
        await menu(page, "Refunds", "Duplicate")
        await page.getByText("Duplicated “Refunds”.").waitFor()
      })
      const here = yield* objectivesOf(di, team)
      assert.deepStrictEqual([...here.keys()], ["Refunds", "Refunds (copy)", "Invoices", "Cards"])
      const copy = here.get("Refunds (copy)")
      assert.deepStrictEqual([copy?.progress[0]?.name, copy?.initiatives[0]?.title], ["Days", "Ask"])
      yield* Effect.promise(async () => {
        await press(page, "Control+z")
        await page.getByText("Undid the copy of “Refunds”.").waitFor()
        await title(page, "Refunds (copy)").waitFor({ state: "detached" })
        await menu(page, "Refunds", "Move to another team")
        const dialog = page.getByRole("dialog", { name: "Move “Refunds” to another team" })
        await dialog.getByText("The original is deleted").waitFor()
        await dialog.getByRole("combobox", { name: "Team" }).selectOption(support)
        await dialog.getByRole("button", { name: "Move" }).click()
        await page.getByText("Moved “Refunds” to Support.").waitFor()
        await title(page, "Refunds").waitFor({ state: "detached" })
      })
      const there = yield* objectivesOf(di, support)
      assert.deepStrictEqual([...there.keys()], ["Refunds"])
      yield* Effect.promise(async () => {
        await press(page, "Control+z")
        await page.getByText("Undid the move of “Refunds” to Support.").waitFor()
        await title(page, "Refunds").waitFor()
      })
      assert.strictEqual((yield* objectivesOf(di, support)).size, 0)
      assert.deepStrictEqual(di.errors(), [])
    })
  )

  it.effect("cannot be selected by viewers, and can be in the overview", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const viewer = yield* signedIn("vi", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        const { page } = viewer
        await title(page, "Refunds").focus()
        await press(page, "x")
        await press(page, "Control+k")
        await page.getByRole("option", { name: /^Open/ }).waitFor()
        assert.strictEqual(await page.getByRole("option", { name: /^Set / }).count(), 0)
        await press(page, "Escape")
        assert.strictEqual(await page.getByRole("checkbox").count(), 0)
      })
      const editor = yield* signedIn("ed", "editor", "/strategy/overview?q=invoices")
      yield* Effect.promise(async () => {
        const { page } = editor
        await page.locator("[data-row] button.title").first().focus()
        await press(page, "x")
        await bar(page).getByRole("button", { name: "Status" }).click()
        await page.getByRole("menuitem", { name: "Achieved" }).click()
        await page.locator("[data-row]").first().getByText("Achieved").waitFor()
      })
      assert.deepStrictEqual([...viewer.errors(), ...editor.errors()], [])
    })
  )
})
