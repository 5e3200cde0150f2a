import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { plainly } from "../import/Applied.ts"
import * as Strategy from "../import/SampleStrategy.ts"
import { Browser } from "../support/Browser.ts"
import { request, signIn, testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"
import { contentsOfTeam, saved, textOf } from "./TransferResults.ts"

const samples = join(import.meta.dirname, "../import/samples")

/** The strategy of the sample files, as a team has it after the import. */
const sample = {
  principles: Strategy.principles,
  objectives: Strategy.objectives.map(({ initiatives, ...objective }) => ({
    ...objective,
    initiatives: initiatives.map(({ group = -1, ...initiative }) => ({ ...initiative, group }))
  }))
}

/** The contents without the days of values: a file without days means the day of its import. */
const withoutDays = ({ principles, objectives }: ReturnType<typeof plainly>) => ({
  principles,
  objectives: objectives.map(({ measures, ...objective }) => ({
    ...objective,
    measures: measures.map(({ date: _, ...measure }) => measure)
  }))
})

const newTeam = Effect.map(filled([["create_team", null, { name: "Orders", color: "#225588" }]]), ([team = ""]) => team)

const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole("button", { name: "More actions for Orders" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

const toReview = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Review", exact: true }).click()
}

const paste = async (page: Page, text: string): Promise<void> => {
  await page.locator(".import-source textarea").fill(text)
  await page.getByRole("button", { name: "Continue" }).click()
}

const isWider = (page: Page): Promise<boolean> => page.evaluate("document.documentElement.scrollWidth > innerWidth")

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An import", (it) => {
  it.effect(
    "of a spreadsheet survives lost answers and a reload, is applied once, and is undone except for others' changes",
    () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { page } = yield* signedIn("ed", "editor", `/strategy/teams/${team}`)
        const token = yield* signIn("ed")
        yield* Effect.promise(async () => {
          page.on("dialog", (dialog) => dialog.accept())
          await page.locator(".objectives > .empty").getByRole("button", { name: "Import…" }).click()
          await page.locator("input[type=file]").setInputFiles(join(samples, "exceljs.xlsx"))
          await page.getByText("Import settings").waitFor()
          assert.strictEqual(await page.getByLabel("Format").count(), 0)
          await page.goBack()
          await page.locator("input[type=file]").setInputFiles(join(samples, "excel.csv"))
          assert.strictEqual(await page.getByLabel("Format").inputValue(), "semicolons")
          await toReview(page)
          await page.getByText("8 principles, 25 objectives, 5 groups, 60 initiatives, and 30 measures").waitFor()
          let sent = 0
          // From the fortieth on, events are applied, and their answers are lost.
          await page.route("**/api/events", async (route) => {
            sent += 1
            if (sent < 40) return route.continue()
            await route.fetch()
            return route.abort()
          })
          await page.getByRole("button", { name: "Import 128 items" }).click()
          await page.getByText("This continues when you reconnect").waitFor()
          await page.unroute("**/api/events")
          await page.reload()
          await page.getByText("Imported 128 items into Orders.").waitFor()
          await page.locator(".objective").nth(24).waitFor()
        })
        const made = yield* contentsOfTeam(token, team)
        assert.deepStrictEqual(withoutDays(plainly(made)), sample)

        // The downloaded entities exist already.
        const file = yield* Effect.promise(async () => {
          const download = await saved(page, () => choose(page, "Spreadsheet (CSV)"))
          assert.match(download.suggestedFilename(), /^Orders-strategy-\d{4}-\d\d-\d\d\.csv$/)
          return textOf(download)
        })
        yield* Effect.promise(async () => {
          await choose(page, "Import…")
          await paste(page, file)
          await toReview(page)
          await page.getByText("Nothing new to import").waitFor()
          assert.strictEqual(
            await page.getByRole("button", { name: "Nothing to import yet" }).getAttribute("aria-disabled"),
            "true"
          )
          for (const step of ["?step=columns", "/import", team]) {
            await page.goBack()
            await page.waitForURL(`**${step}`)
          }
        })

        // Somebody else changes an objective meanwhile.
        const [changed] = made.objectives
        const data = { title: "Ours now" }
        const body = { eventType: "update_objective_title", targetId: changed?.id ?? "", data }
        yield* request("/api/events", { token: yield* signIn("ed"), body })
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: /^Undo the import of “.+” and 127 more$/ }).click()
          await page.getByRole("button", { name: /^Undo \d+ items$/ }).click()
          await page.getByText(/^Undid the import of “.+” and 127 more, except for 1 change:/).waitFor()
          await page.locator(".undone-all li", { hasText: /\(ed, / }).waitFor()
          await page.locator(".import-status").getByRole("button", { name: "Close" }).click()
          await page.reload()
          await page.getByRole("heading", { level: 3, name: "Ours now" }).waitFor()
          assert.strictEqual(await page.locator(".import-status").count(), 0)
        })
        const left = yield* contentsOfTeam(token, team)
        assert.deepStrictEqual(
          left.objectives.map(({ id }) => id),
          [changed?.id]
        )
      }).pipe(Effect.scoped)
  )

  it.effect("works by keyboard alone on a phone, with corrected columns and pasted lines", () =>
    Effect.gen(function* () {
      const team = yield* newTeam
      const { page, errors } = yield* signedIn("kay", "editor", `/strategy/teams/${team}`)
      const token = yield* signIn("kay")
      yield* Effect.promise(async () => {
        const press = async (name: string): Promise<void> => {
          await page.getByRole("button", { name, exact: true }).first().focus()
          await page.keyboard.press("Enter")
        }
        await page.setViewportSize({ width: 360, height: 740 })
        await page.getByRole("button", { name: "More actions for Orders" }).focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Import into Orders" }).waitFor()
        await page.locator(".import-source textarea").focus()
        await page.keyboard.insertText("What\tWhen\tHow\nGrow\t3/4/2027\tat risk\nShrink\t\tsoon\n")
        await press("Continue")
        const first = page.getByRole("combobox", { name: "Column 1" })
        await first.focus()
        await page.keyboard.type("Pri")
        await press("Review")
        const skipped = page.getByText("Skipped: it belongs to no objective").first()
        await skipped.waitFor()
        await page.goBack()
        await first.waitFor()
        await page.goForward()
        await skipped.waitFor()
        await press("Change columns")
        await first.press("Home")
        await first.press("ArrowDown")
        await press("Row 1 names the columns")
        await press("Review")
        await page.getByText("Import 3 items").waitFor()
        await press("2. Columns")
        await press("Row 1 names the columns")
        await page.getByRole("combobox", { name: "Column 3, How" }).focus()
        await page.keyboard.type("Status")
        await page.getByRole("combobox", { name: "Dates such as" }).focus()
        await page.keyboard.type("Month")
        assert.isFalse(await isWider(page))
        await press("Review")
        await page.getByText("“soon” isn’t a status.").waitFor()
        await page.getByText("until 4 Mar 2027").waitFor()
        await press("Leave out rows…")
        await page.getByRole("checkbox", { name: "Row 3" }).focus()
        await page.keyboard.press("Space")
        await page.getByText("Import 1 item").waitFor()
        await page.keyboard.press("Space")
        assert.isFalse(await isWider(page))
        await press("Import 2 items")
        await page.getByText("Imported 2 items").waitFor()
        assert.isFalse(await isWider(page))
        await page.keyboard.press("p")
        await page.getByRole("textbox", { name: "New principle title" }).waitFor()
        await page.evaluate(`{
          const clipboardData = new DataTransfer()
          clipboardData.setData("text/plain", "Safe\\nFast\\n")
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }))
        }`)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await press("Import 2 items")
        await page.locator(".principle").nth(1).waitFor({ state: "attached" })
        // Without a text there is only the first step, whatever the address names.
        await page.goto(`${page.url()}/import?step=review`)
        await page.waitForURL("**/import")
        await page.locator(".import-source textarea").fill("Grow")
        await page.getByRole("button", { name: "Continue" }).waitFor()
        assert.strictEqual(await page.locator(".import-source").count(), 1)
      })
      const { principles, objectives } = yield* contentsOfTeam(token, team)
      assert.deepStrictEqual(
        principles.map(({ title }) => title),
        ["Safe", "Fast"]
      )
      assert.deepStrictEqual(
        objectives.map(({ title, dueDate, status }) => [title, dueDate, status]),
        [
          ["Grow", "2027-03-04", "at_risk"],
          ["Shrink", null, "draft"]
        ]
      )
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is not offered to viewers, who can download a team or all of them completely", () =>
    Effect.gen(function* () {
      const team = yield* newTeam
      yield* filled([
        ["create_team", null, { name: "=South", color: "#225588" }],
        ["create_principle", 0, { title: "Safe" }]
      ])
      const { page, errors } = yield* signedIn("vic", "viewer", `/strategy/teams/${team}`)
      const views = yield* contentsOfTeam(yield* signIn("vic"), team)
      yield* Effect.promise(async () => {
        await page.getByText("No objectives yet. What").waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Import…" }).count(), 0)
        const json = await saved(page, async () => {
          await page.getByRole("button", { name: "More actions for Orders" }).click()
          await page.getByRole("menuitem", { name: "JSON" }).click()
        })
        const { principles, objectives } = JSON.parse(await textOf(json))
        assert.deepStrictEqual({ principles, objectives }, views)
        await page.getByRole("link", { name: "Teams" }).click()
        const csv = await saved(page, async () => {
          await page.getByRole("button", { name: "Export" }).click()
          await page.getByRole("menuitem", { name: "CSV" }).click()
        })
        assert.match(csv.suggestedFilename(), /^strategy-\d{4}-\d\d-\d\d\.csv$/)
        const lines = (await textOf(csv)).split("\r\n")
        assert.isTrue(lines[0]?.startsWith("\uFEFFTeam,Type,Title,"))
        assert.isTrue(lines.includes("'=South,Principle,Safe,,,,,,,,,,,,,,,,,,"))
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
