import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { plainly } from "../import/Applied.ts"
import { Browser } from "../support/Browser.ts"
import { request, signIn, testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"
import { contentsOfTeam, saved, textOf } from "./TransferResults.ts"

const teamsOf = (token: string) =>
  Effect.map(
    request("/api/teams", { token }),
    ({ json }) => json as ReadonlyArray<{ readonly id: string; readonly name: string; readonly color: string }>
  )

/** All teams without ids. */
const company = Effect.fnUntraced(function* (token: string) {
  const teams = yield* teamsOf(token)
  return yield* Effect.forEach(teams, ({ id, name, color }) =>
    Effect.map(contentsOfTeam(token, id), (contents) => ({ name, color, ...plainly(contents) }))
  )
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An import of several teams", (it) => {
  it.effect("makes in an empty service what was downloaded of all, over a reload, and is undone to nothing", () =>
    Effect.gen(function* () {
      yield* filled([
        ["create_team", null, { name: "=South", color: "#225588" }],
        ["create_team", null, { name: "Empty", color: "#aa1122" }],
        ["create_principle", 0, { title: "Safe" }],
        [
          "create_objective",
          0,
          {
            title: "Grow, or rest",
            status: "at_risk",
            statusNote: "Late",
            owner: "Ann",
            startDate: "2030-01-01",
            dueDate: "2030-03-04"
          }
        ],
        ["create_group", 3, { name: "Now" }],
        ["create_initiative", 3, { title: "Ask", status: "done" }],
        ["create_progress", 3, { name: "Sales", unit: "EUR", start: 1.5, target: -20, value: 2.125 }]
      ])
      const { page, errors } = yield* visitor("ada", "admin", "/strategy/")
      const token = yield* signIn("ada")
      const before = yield* company(token)
      assert.lengthOf(before, 2)
      const file = yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "Teams", exact: true }).click()
        const download = await saved(page, async () => {
          await page.getByRole("button", { name: "Export" }).click()
          await page.getByRole("menuitem", { name: "CSV" }).click()
        })
        return textOf(download)
      })
      for (const { id } of yield* teamsOf(token)) {
        yield* request("/api/events", { token, body: { eventType: "delete_team", targetId: id, data: {} } })
      }
      const other = yield* visitor("vic", "viewer", "/strategy/")
      yield* Effect.promise(async () => {
        page.on("dialog", (dialog) => dialog.accept())
        await page.getByRole("heading", { name: "No teams yet" }).waitFor()
        await page.getByRole("button", { name: "Import…" }).click()
        const dialog = page.locator(".import-page")
        await dialog.getByRole("textbox").fill(file)
        await dialog.getByRole("button", { name: "Continue" }).click()
        await dialog.getByRole("button", { name: "Review", exact: true }).click()
        await dialog.getByText("2 teams, 1 principle, 1 objective, 1 group, 1 initiative, and 1 measure").waitFor()
        await dialog.locator("summary", { hasText: "=South" }).click()
        await dialog.getByText(/4 Mar 2030$/).waitFor()
        let sent = 0
        await page.route("**/api/events", async (route) => {
          sent += 1
          if (sent < 3) return route.continue()
          await route.fetch()
          // The page may be gone by then.
          return route.abort().catch(() => {})
        })
        await dialog.getByRole("button", { name: "Import 7 items" }).click()
        await page.getByText("This continues when you reconnect").waitFor()
        await page.unroute("**/api/events")
        await page.reload()
        await page.getByText("Imported 7 items into 2 teams.").waitFor()
        // Who looks on sees the teams come.
        await other.page.getByRole("link", { name: "=South" }).first().waitFor()
      })
      assert.deepStrictEqual(yield* company(token), before)

      yield* Effect.promise(async () => {
        await page
          .locator(".import-status")
          .getByRole("button", { name: "Undo the import of “=South” and 6 more" })
          .click()
        await page.getByText("Undid the import of “=South” and 6 more.").waitFor()
        await page.getByRole("heading", { name: "No teams yet" }).waitFor()
        await other.page.getByRole("heading", { name: "No teams yet" }).waitFor()
      })
      assert.deepStrictEqual(yield* company(token), [])
      const isExpected = (line: string) => line.includes("ERR_FAILED")
      assert.deepStrictEqual(
        [...errors(), ...other.errors()].filter((line) => !isExpected(line)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("uses the teams that are there, and tells an editor which ones only an admin can make", () =>
    Effect.gen(function* () {
      const [north = ""] = yield* filled([
        ["create_team", null, { name: "Nörth", color: "#225588" }],
        ["create_objective", 0, { title: "Grow" }]
      ])
      const { page, errors } = yield* visitor("ed", "editor", "/strategy/")
      const token = yield* signIn("ed")
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "Teams", exact: true }).click()
        await page.getByRole("button", { name: "Import and export" }).click()
        await page.getByRole("menuitem", { name: "Import…" }).click()
        const dialog = page.locator(".import-page")
        await dialog.getByRole("textbox").fill("Team,Title,Status\nnorth,Grow,\nNorth,Rest,draft\nWest,Win,\n")
        await dialog.getByRole("button", { name: "Continue" }).click()
        await dialog.getByRole("button", { name: "Review", exact: true }).click()
        await dialog.getByText("New: 1 objective").waitFor()
        await dialog.getByText("team “West” doesn’t exist, and only admins can create teams. Row 4").waitFor()
        await dialog.getByRole("button", { name: "Import 1 item" }).click()
        await page.getByText("Imported 1 item").waitFor()
      })
      const { objectives } = yield* contentsOfTeam(token, north)
      assert.deepStrictEqual(
        objectives.map(({ title }) => title),
        ["Grow", "Rest"]
      )
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
