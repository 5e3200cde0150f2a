import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { agent, call, tokenOf, valueOf } from "../agents/McpClient.ts"
import { Browser } from "../support/Browser.ts"
import { signIn, testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"
import { drawer, entries, entry, event, openHistory } from "./HistoryLocators.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds in ten days" }],
  ["create_objective", 0, { title: "Invoices", status: "on_track" }],
  ["create_initiative", 3, { title: "Paper ones" }]
])

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The history", (it) => {
  it.effect("shows the words a rename changed, updates live, and applies an earlier change again", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      const bob = yield* visitor("bob", "editor", `/strategy/teams/${team}`)
      const { page } = ada
      yield* ada.send("update_objective_title", refunds, { title: "Refunds in two days" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "More actions for Refunds in two days" }).waitFor()
        await openHistory(page, "Refunds in two days")
        const renamed = event(page, 6)
        await renamed.waitFor()
        assert.deepStrictEqual(await renamed.locator("del, ins").allTextContents(), ["removed: ten", "added: two"])
      })
      yield* bob.send("update_objective_status", refunds, { status: "at_risk" })
      yield* Effect.promise(async () => {
        const changed = event(page, 7)
        await changed.waitFor()
        assert.deepStrictEqual(await changed.locator(".status").allTextContents(), ["Draft", "At risk"])
        assert.strictEqual(await page.getByRole("button", { name: "Restore to here…" }).count(), 0)
        await page.getByRole("combobox", { name: "Person" }).selectOption("bob")
        await event(page, 6).waitFor({ state: "detached" })
        // The values stand below the sentence.
        assert.deepStrictEqual(await entries(page), ["bob changed the status of objective “Refunds in two days”"])
        await page.getByRole("combobox", { name: "Person" }).selectOption("")
      })
      yield* bob.send("update_objective_title", refunds, { title: "Refunds at once" })
      yield* Effect.promise(async () => {
        await event(page, 8).waitFor()
        const renamed = event(page, 6)
        await renamed.getByRole("button", { name: "Re-apply" }).click()
        await renamed.getByText("Re-applied as event 9.").waitFor()
        await event(page, 9).waitFor()
        await renamed.getByRole("button", { name: "Re-apply" }).click()
        await renamed.getByText("No change needed.").waitFor()
        await page.keyboard.press("Escape")
        await drawer(page).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "More actions for Refunds in two days" }).waitFor()
      })
      assert.deepStrictEqual([ada.errors(), bob.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("shows an agent's change set as one entry, which undoes all but what somebody changed since", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const lou = yield* visitor("lou", "editor", `/strategy/teams/${team}`)
      const { page } = lou
      const client = yield* agent(yield* tokenOf(yield* signIn("lou"), "write"))
      const edits = {
        update_objective_title: { title: "Refunds at once" },
        update_objective_status: { status: "at_risk" }
      }
      const { sequenceNumber } = valueOf(yield* call(client, "get_objective", { objectiveId: refunds }))
      const events = [
        ...Object.entries(edits).map(([eventType, data]) => ({
          ...{ eventType, targetId: refunds, data, lastSeenSequence: sequenceNumber }
        })),
        { eventType: "create_initiative", targetId: refunds, data: { title: "Pay by card" } }
      ]
      valueOf(yield* call(client, "apply_changes", { events, name: "Draft Q1" }))
      yield* lou.send("update_objective_title", refunds, { title: "Refunds in a day" })
      yield* Effect.promise(async () => {
        await openHistory(page, "Refunds in a day")
        const set = page.locator(".change-set")
        await set.getByText("lou · by Planning agent: Draft Q1 3 changes").click()
        await set.getByText("created initiative “Pay by card”").waitFor()
        await set.getByRole("button", { name: "Undo all of “Draft Q1”" }).click()
        await set.getByText("Undid “Draft Q1”, except for 1 change:").waitFor()
        await set.getByText(/Refunds in a day.* \(lou, /).waitFor()
        await page.locator(".change-set summary").filter({ hasText: ": Undo of Draft Q1 2 changes" }).waitFor()
      })
      const now = valueOf(yield* call(client, "get_objective", { objectiveId: refunds }))
      assert.deepInclude(now, { title: "Refunds in a day", status: "draft", initiatives: [] })
      assert.deepStrictEqual(lou.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("restores a deleted objective after a preview of the changes", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = "", invoices = ""] = yield* strategy
      const root = yield* visitor("root", "admin", `/strategy/teams/${team}`)
      const { page } = root
      yield* root.send("update_objective_title", refunds, { title: "Refunds" })
      yield* root.send("delete_objective", invoices, {})
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "More actions for Invoices" }).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "History", exact: true }).click()
        await drawer(page).getByText("All changes to this team and its items").waitFor()
        const deleted = entry(page, "deleted objective “Invoices”")
        assert.strictEqual(await deleted.getByRole("button", { name: "Re-apply" }).count(), 0)
        await deleted.getByRole("button", { name: "Restore to here…" }).click()
        const dialog = page.getByRole("dialog", { name: "Restore" })
        await dialog.getByText("1 objective and 1 initiative will be brought back.").waitFor()
        await dialog.getByRole("button", { name: "Restore Payments" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.getByRole("button", { name: "More actions for Invoices" }).waitFor()
        await page.getByText("Restored Payments.").waitFor()
        await page.getByRole("button", { name: "History", exact: true }).click()
        await deleted.getByRole("button", { name: "Restore to here…" }).click()
        await dialog.getByRole("radio", { name: "Right after this change" }).check()
        await dialog.getByText("1 objective and 1 initiative will be removed.").waitFor()
        // What lies in an objective is named with it.
        await dialog.locator(".preview li", { hasText: "Paper ones" }).getByText("in “Invoices”").waitFor()
        await dialog.getByRole("button", { name: "Cancel" }).click()
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Undo" }).click()
        await page.getByText("Undid the restore of Payments.").waitFor()
        await page.getByRole("button", { name: "More actions for Invoices" }).waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(root.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("offers viewers no actions", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", refunds = ""] = yield* strategy
      const eve = yield* visitor("eve", "viewer", `/strategy/teams/${team}`)
      const amy = yield* visitor("amy", "editor", `/strategy/teams/${team}`)
      const { page } = eve
      yield* amy.send("update_objective_principle_link", refunds, { principleId: safe, linked: true })
      yield* Effect.promise(async () => {
        await openHistory(page, "Safe")
        await entry(page, "linked this to objective").getByText("indirect").waitFor()
        assert.strictEqual((await entries(page)).length, 2)
        await page.getByRole("checkbox", { name: "Show indirect changes" }).uncheck()
        await entry(page, "linked this to objective").waitFor({ state: "detached" })
        assert.strictEqual((await entries(page)).length, 1)
        assert.strictEqual(
          await drawer(page)
            .getByRole("button", { name: /Restore|Re-apply/ })
            .count(),
          0
        )
      })
      assert.deepStrictEqual(eve.errors(), [])
    }).pipe(Effect.scoped)
  )
})
