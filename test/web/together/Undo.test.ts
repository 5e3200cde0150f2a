import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { testServer } from "../../support/TestServer.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }],
  ["create_initiative", 2, { title: "Ask them" }],
  ["create_progress", 2, { name: "Paid back", unit: "%", start: 0, target: 10 }]
])

const drawer = (page: Page) => page.getByRole("dialog", { name: "History of Payments" })

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 3, name, exact: true })

const choose = async (page: Page, menu: string, item: string): Promise<void> => {
  await page.getByRole("button", { name: menu, exact: true }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

const said = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text }).waitFor()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Taking back", (it) => {
  it.effect("undoes the changes of this tab one after the other, and overrides nobody", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const ann = yield* visitor("ann", "editor", `/strategy/teams/${team}`)
      const ben = yield* visitor("ben", "editor", `/strategy/teams/${team}`)
      const { page } = ann
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Status of Refunds: Draft" }).click()
        await page.getByRole("menuitemradio", { name: "At risk" }).click()
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Status of Refunds: At risk" }).waitFor()
        await choose(page, "More actions for Refunds", "Delete")
        await said(page, "Deleted “Refunds”.")
        await heading(ben.page, "Refunds").waitFor({ state: "detached" })
        await page.keyboard.press("ControlOrMeta+z")
        await said(page, "Undid the deletion of “Refunds”.")
        await heading(ben.page, "Refunds").waitFor()
        await page
          .getByText("Ask them")
          .or(page.getByRole("button", { name: "Refunds", exact: true }))
          .first()
          .waitFor()
        await page.keyboard.press("ControlOrMeta+z")
        await said(page, "Undid the status change.")
        await page.getByRole("button", { name: "Status of Refunds: Draft" }).waitFor()
        await page.keyboard.press("ControlOrMeta+z")
        await said(page, "no changes to undo")
        await page.getByRole("button", { name: "Status of Refunds: Draft" }).click()
        await page.getByRole("menuitemradio", { name: "Missed" }).click()
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Status of Refunds: Missed" }).waitFor()
      })
      yield* ben.send("update_objective_status", refunds, { status: "achieved" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Status of Refunds: Achieved" }).waitFor()
        await page.keyboard.press("ControlOrMeta+z")
        await said(page, /^Couldn’t undo the status change\. .*\(ben, /)
        await page.getByRole("button", { name: "Status of Refunds: Achieved" }).waitFor()
        await ben.page.getByRole("button", { name: "Status of Refunds: Achieved" }).waitFor()
      })
      assert.deepStrictEqual([ann.errors(), ben.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("takes back the latest change, although it is not answered yet", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page, errors } = yield* visitor("amy", "editor", `/strategy/teams/${team}`)
      const status = (title: string, name: string) => page.getByRole("button", { name: `Status of ${title}: ${name}` })
      yield* Effect.promise(async () => {
        await status("Refunds", "Draft").click()
        await page.getByRole("menuitemradio", { name: "At risk" }).click()
        await page.keyboard.press("Enter")
        await status("Refunds", "At risk").waitFor()
        const sent = Promise.withResolvers<void>()
        const undone = Promise.withResolvers<void>()
        await page.route(
          "**/api/events",
          async (route) => {
            sent.resolve()
            await undone.promise
            await route.continue()
          },
          { times: 1 }
        )
        await status("Invoices", "Draft").click()
        await page.getByRole("menuitemradio", { name: "Missed" }).click()
        await page.keyboard.press("Enter")
        await sent.promise
        await page.keyboard.press("ControlOrMeta+z")
        undone.resolve()
        await said(page, "Undid the status change.")
        await status("Invoices", "Draft").waitFor()
        await status("Refunds", "At risk").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("lists what was deleted to everyone, and brings it back alone for editors", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", refunds = "", invoices = ""] = yield* strategy
      const dan = yield* visitor("dan", "editor", `/strategy/teams/${team}`)
      const eve = yield* visitor("eve", "viewer", `/strategy/teams/${team}`)
      const { page } = dan
      yield* dan.send("update_objective_principle_link", refunds, { principleId: safe, linked: true })
      yield* dan.send("delete_objective", refunds, {})
      yield* dan.send("update_objective_title", invoices, { title: "Invoices at once" })
      yield* Effect.promise(async () => {
        for (const visited of [page, eve.page]) {
          await visited.getByRole("button", { name: "History", exact: true }).click()
          await drawer(visited).getByText("deleted objective “Refunds”").waitFor()
          await drawer(visited).getByRole("button", { name: "Deleted", exact: true }).click()
          const row = drawer(visited).getByRole("listitem").filter({ hasText: "Refunds" })
          await row.getByText("1 initiative and 1 measure").waitFor()
          await row.getByText("deleted by dan").waitFor()
        }
        assert.strictEqual(await eve.page.getByRole("button", { name: "Bring back Refunds" }).count(), 0)
        await page.getByRole("button", { name: "Bring back Refunds" }).click()
        await drawer(page).getByText("Brought back “Refunds”.").waitFor()
        await drawer(eve.page).getByText("No deleted items.").waitFor()
        await page.keyboard.press("Escape")
        await heading(page, "Refunds").waitFor()
        await heading(page, "Invoices at once").waitFor()
        await page.getByRole("button", { name: "Principle 1: Safe" }).waitFor()
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await page.getByText("Ask them").waitFor()
      })
      assert.deepStrictEqual([dan.errors(), eve.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("brings back alone what a restore deleted, by its whole title", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const mia = yield* visitor("mia", "admin", `/strategy/teams/${team}`)
      const noa = yield* visitor("noa", "editor", `/strategy/teams/${team}`)
      const title = `Refunds ${"without a call and ".repeat(6)}within a day`
      const view = yield* noa.get(`/api/teams/${team}/objectives`)
      const { sequenceNumber } = view as { readonly sequenceNumber: number }
      const late = crypto.randomUUID()
      yield* noa.send("create_objective", team, { id: late, title })
      yield* noa.send("create_initiative", late, { title: "Ask the bank" })
      yield* noa.send("create_principle", team, { title: "Open" })
      yield* mia.send("restore_history", null, { sequenceNumber, teamId: team })
      yield* noa.send("update_objective_title", refunds, { title: "Refunds since" })
      const { page } = noa
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "History", exact: true }).click()
        await drawer(page).getByRole("button", { name: "Deleted", exact: true }).click()
        const row = drawer(page).getByRole("listitem").filter({ hasText: title })
        await row.getByText("removed in a restore by mia").waitFor()
        await row.getByText("1 initiative").waitFor()
        await row.getByRole("button", { name: `Bring back ${title}` }).click()
        await row.waitFor({ state: "detached" })
        await drawer(page).getByRole("listitem").filter({ hasText: "Open" }).waitFor()
        await page.keyboard.press("Escape")
        await heading(page, title).waitFor()
        await heading(page, "Refunds since").waitFor()
        await heading(page, "Safe").waitFor()
        assert.strictEqual(await heading(page, "Open").count(), 0)
      })
      assert.deepStrictEqual([mia.errors(), noa.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("is offered in the history for a change, and for a deletion until the entity is back", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", refunds = ""] = yield* strategy
      const fay = yield* visitor("fay", "editor", `/strategy/teams/${team}`)
      const { page } = fay
      yield* fay.send("update_objective_dates", refunds, { dueDate: "2031-02-03" })
      yield* fay.send("delete_principle", safe, {})
      const entry = (text: string) => page.getByRole("dialog").getByRole("listitem").filter({ hasText: text }).last()
      yield* Effect.promise(async () => {
        await choose(page, "More actions for Refunds", "History")
        await entry("changed the due date").getByRole("button", { name: "Undo this change" }).click()
        await entry("changed the due date").getByText("Undone.").waitFor()
        assert.strictEqual(await entry("created objective").getByRole("button", { name: "Bring back" }).count(), 0)
        assert.strictEqual(await entry("created objective").getByRole("button", { name: "Re-apply" }).count(), 0)
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Period of Refunds: no period" }).waitFor()
        await page.getByRole("button", { name: "History", exact: true }).click()
        await entry("deleted principle").getByRole("button", { name: "Bring back" }).click()
        await page.getByText("Brought back.").waitFor()
        await page.keyboard.press("Escape")
        await heading(page, "Safe").waitFor()
      })
      assert.deepStrictEqual(fay.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("gives back the check-in before, with its confidence and note, as soon as the server can be reached", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = "", , , measure = ""] = yield* strategy
      const { page, send, get, errors } = yield* visitor("hal", "editor", `/strategy/teams/${team}/check-in`)
      yield* send("update_progress_value", measure, { value: 4, confidence: 8, note: "well begun" })
      yield* Effect.promise(async () => {
        await page.getByTitle("well begun").waitFor()
        await page.getByLabel("New value: Paid back").fill("5")
        await page.getByLabel("Note: Paid back").fill("a slip")
        await page.keyboard.press("ControlOrMeta+Enter")
        await page.getByText("Saved 1 check-in.").waitFor()
        await page.getByRole("heading", { level: 1 }).click()
        // The submission is lost; it is sent again by itself.
        await page.route("**/api/events", (route) => route.abort(), { times: 1 })
        await page.keyboard.press("ControlOrMeta+z")
        await said(page, "Undid the check-in change.")
        await page.getByTitle("4% · Confidence 8/10, high · well begun").waitFor()
      })
      const { progress } = (yield* get(`/api/objectives/${refunds}`)) as {
        readonly progress: ReadonlyArray<{
          readonly value: number
          readonly confidence: number
          readonly note: string
        }>
      }
      assert.deepStrictEqual(
        progress.map(({ value, confidence, note }) => [value, confidence, note]),
        [[4, 8, "well begun"]]
      )
      assert.deepStrictEqual(
        errors().filter((line) => !line.includes("ERR_FAILED")),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("corrects a measure and keeps its check-ins, and shows a conflict if two users do", () =>
    Effect.gen(function* () {
      const [team = "", , , , , measure = ""] = yield* strategy
      const gus = yield* visitor("gus", "editor", `/strategy/teams/${team}`)
      const { page } = gus
      yield* gus.send("update_progress_value", measure, { value: 5, note: "half" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await choose(page, "More actions for Paid back", "Edit measure…")
        const dialog = page.getByRole("dialog", { name: "Edit measure" })
        await dialog.locator("[name=name]:focus").waitFor()
        await page.keyboard.type("Paid back at once")
        await dialog.getByLabel("Target").fill("0")
        await dialog.getByRole("button", { name: "Save" }).click()
        await dialog.getByText("Must differ from the start.").waitFor()
        await dialog.getByLabel("Target").fill("20")
        await dialog.getByRole("button", { name: "Save" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.getByRole("meter", { name: "Progress of Paid back at once" }).waitFor()
        await page.getByText("half").waitFor()
        await choose(page, "More actions for Paid back at once", "Edit measure…")
        await dialog.getByLabel("Unit").fill("people")
      })
      yield* gus.send("update_progress_value", measure, { unit: "cases" })
      yield* Effect.promise(async () => {
        await page.getByText("20 cases").waitFor()
        await page.getByRole("dialog", { name: "Edit measure" }).getByRole("button", { name: "Save" }).click()
        await page.getByText("Paid back at once: 0 – 20 people").waitFor()
        await page.getByRole("button", { name: "Keep mine" }).click()
        await page.getByText("20 people").waitFor()
      })
      assert.deepStrictEqual(gus.errors(), [])
    }).pipe(Effect.scoped)
  )
})
