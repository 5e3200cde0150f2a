import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"
import { entries, entry, event } from "./HistoryLocators.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_team", null, { name: "Cards", color: "#882255" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 1, { title: "Limits" }]
])

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The log", (it) => {
  it.effect("shows all teams, holds new entries back until a click, jumps to an event, and restores from there", () =>
    Effect.gen(function* () {
      const [payments = "", , refunds = "", limits = ""] = yield* strategy
      const root = yield* visitor("root", "admin", "/strategy/log")
      const amy = yield* visitor("amy", "editor", "/strategy/")
      const { page } = root
      yield* Effect.promise(async () => {
        await entry(page, "created team “Payments”").locator("summary").click()
        await entry(page, "created team “Payments”").getByTitle("event 1").waitFor()
        await entry(page, "created objective “Limits”").getByText("Cards", { exact: true }).waitFor()
        await page.getByRole("combobox", { name: "Team" }).selectOption(payments)
        await entry(page, "created objective “Limits”").waitFor({ state: "detached" })
        assert.deepStrictEqual(
          (await entries(page)).map((words) => words.replace(/^\S+ /, "")),
          ["created objective “Refunds”", "created team “Payments”"]
        )
        await page.getByRole("combobox", { name: "Team" }).selectOption("")
      })
      yield* amy.send("update_objective_title", refunds, { title: "Refunds at once" })
      yield* Effect.promise(() => page.getByRole("button", { name: "1 new entry" }).waitFor())
      yield* amy.send("update_objective_dates", limits, { dueDate: "2027-01-31" })
      yield* amy.send("update_objective_title", limits, { title: "" })
      yield* amy.send("update_objective_dates", limits, { dueDate: null })
      yield* Effect.promise(async () => {
        const waiting = page.getByRole("button", { name: "4 new entries" })
        await waiting.waitFor()
        assert.strictEqual((await entries(page)).length, 4)
        await waiting.click()
        await event(page, 8).waitFor()
        assert.deepStrictEqual(await event(page, 7).locator(".entry-reason").allTextContents(), [
          "Not saved: title must have 1 to 250 characters."
        ])
        await event(page, 8).locator("summary").click()
        const undated = await event(page, 8).locator(".sides").allInnerTexts()
        assert.match(undated.join().replaceAll(/\s+/g, " "), /31.* to \(empty\)/)
        await page.getByRole("checkbox", { name: "Show rejected changes" }).uncheck()
        await event(page, 7).waitFor({ state: "detached" })
        assert.strictEqual((await entries(page)).length, 7)
        await page.getByRole("checkbox", { name: "Show rejected changes" }).check()

        await page.goto(`${page.url()}?event=3`)
        await page.getByText("Event 3 and earlier.").waitFor()
        await event(page, 4).waitFor({ state: "detached" })
        await entry(page, "created objective “Refunds”").waitFor()
        assert.strictEqual((await entries(page)).length, 3)
        await event(page, 2).locator("summary").press("Enter")
        await event(page, 2).getByRole("button", { name: "Restore to here…" }).click()
        const dialog = page.getByRole("dialog", { name: "Restore" })
        await dialog.getByText("1 objective will be removed.").waitFor()
        await dialog.getByRole("radio", { name: "The whole strategy" }).check()
        await dialog.getByText("2 objectives will be removed.").waitFor()
        await dialog.getByText("Refunds at once · Payments").waitFor()
        await dialog.getByRole("button", { name: "Restore the whole strategy" }).click()
        await page.getByText("Restored the whole strategy.").waitFor()
        await page.getByRole("button", { name: "Back to latest" }).click()
        await entry(page, "restored the whole strategy to").waitFor()

        await page.goto(page.url().replace(/(\?.*)?$/, "?event=99"))
        await page.getByText("Event 99 doesn’t exist yet.").waitFor()
      })
      assert.deepStrictEqual([root.errors().filter((line) => !line.includes("400")), amy.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("has a sitting of check-ins as one entry, and shows an editor one person's changes of one day", () =>
    Effect.gen(function* () {
      const [, , days = "", cases = ""] = yield* filled([
        ["create_team", null, { name: "Loans", color: "#228855" }],
        ["create_objective", 0, { title: "Contracts" }],
        ["create_progress", 1, { name: "Days", unit: "d", start: 9, target: 2 }],
        ["create_progress", 1, { name: "Cases", unit: "d", start: 9, target: 2 }]
      ])
      const ida = yield* visitor("ida", "editor", "/strategy/")
      const { page } = ida
      for (const measure of [days, cases]) {
        yield* ida.send("update_progress_value", measure, { value: 5, note: "**So** far" })
      }
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "Activity" }).click()
        const sitting = entry(page, "checked in 2 measures").first()
        await sitting.locator("summary").first().click()
        await sitting.getByText("9 → 5 d").nth(1).waitFor()
        await sitting.locator("summary").nth(1).click()
        await sitting.locator("strong", { hasText: "So" }).first().waitFor()
        await page.getByLabel("Person").selectOption("ida")
        assert.strictEqual(await page.locator(".history > section > ol > li").count(), 1)
        await page.getByLabel("Day").fill("2020-02-03")
        await page.getByText("No loaded entries match the filters.").waitFor()
        await page.getByRole("button", { name: "Back to latest" }).click()
        await sitting.waitFor()
      })
      assert.deepStrictEqual(ida.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is for editors only", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* visitor("eve", "viewer", "/strategy/log")
      yield* Effect.promise(() => page.getByRole("heading", { name: "Only editors can see this page." }).waitFor())
      yield* Effect.promise(() => page.getByText("To see the history of a team, open its board.").waitFor())
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
