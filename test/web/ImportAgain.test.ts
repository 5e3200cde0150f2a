import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { signIn, testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"
import { contentsOfTeam } from "./TransferResults.ts"

const paste = async (page: Page, team: string, text: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/strategy/teams/${team}/import`)
  await page.locator(".import-source textarea").fill(text)
  await page.getByRole("button", { name: "Continue" }).click()
}

const review = (page: Page): Promise<void> => page.getByRole("button", { name: "Review", exact: true }).click()

const header = "Was;Kennzahl;Zielwert;Stand Mai\n"

const described = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", description: "Why.\nOwner: Ann · Period: Q1 2027" }],
  ["create_objective", 0, { title: "Invoices", description: "Owner: Bo" }],
  ["create_objective", 0, { title: "Receipts", description: "Owner: Bo", owner: "Di" }],
  ["create_team", null, { name: "Orders", color: "#225588" }],
  ["create_objective", 4, { title: "Baskets", description: "Owner: Ann" }]
])

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Importing again", (it) => {
  it.effect("remembers columns, and brings new figures as check-ins that are undone with the import", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* filled([["create_team", null, { name: "Orders", color: "#225588" }]])
      const { page, errors } = yield* signedIn("ed", "editor", `/strategy/teams/${team}`)
      const token = yield* signIn("ed")
      const measure = Effect.map(contentsOfTeam(token, team), ({ objectives: [one] }) => [
        one?.title,
        one?.progress[0]?.value
      ])
      yield* Effect.promise(async () => {
        await paste(page, team, `${header}Wachsen;Umsatz;1.200,50;640,25\n`)
        await page.getByRole("combobox", { name: "Column 1, Was" }).selectOption("objective")
        await page.getByRole("combobox", { name: "Column 4, Stand Mai" }).selectOption("value")
        await review(page)
        await page.getByRole("button", { name: "Import 2 items" }).click()
        await page.getByText("Imported 2 items into Orders.").waitFor()

        await paste(page, team, `Bericht Juni;;;\n${header}WACHSEN;Umsatz;1.200,50;700,75\n`)
        await page.getByText("Columns and answers as in your last import").waitFor()
        await review(page)
        await page.getByText("2 values of what exists differ").waitFor()
        await page.getByText(/^Umsatz \(WACHSEN\): value from 640.25 to 700.75/).waitFor()
        await page.getByRole("button", { name: "Nothing to import yet" }).waitFor()
        await page.getByLabel("Values that differ").selectOption("check-in")
        await page.getByRole("button", { name: "Change 1 value" }).click()
        await page.getByText("Made 1 change in Orders.").waitFor()
      })
      assert.deepStrictEqual(yield* measure, ["Wachsen", 700.75])
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Undo the import of “Umsatz”" }).click()
        await page.getByText("Undid the import of “Umsatz”.").waitFor()
      })
      assert.deepStrictEqual([yield* measure, errors()], [["Wachsen", 640.25], []])
    }).pipe(Effect.scoped)
  )
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Owners in descriptions", (it) => {
  it.effect("are offered once for conversion, which is one change, taken back as a whole", () =>
    Effect.gen(function* () {
      const [team = "", refunds = "", , , other = ""] = yield* described
      const { page, errors, get } = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      const offer = page.getByRole("region", { name: "Owners in descriptions" })
      const owner = (of: string) => page.getByRole("button", { name: of, exact: true })
      yield* Effect.promise(async () => {
        await offer.getByRole("button", { name: "Convert 2 owners" }).click()
        await page.getByText("Converted 2 owners.").waitFor()
        await owner("Owner of Refunds: Ann").waitFor()
        await owner("Owner of Invoices: Bo").waitFor()
        await owner("Owner of Receipts: Di").waitFor()
        assert.strictEqual(await offer.count(), 0)
      })
      const made = JSON.stringify(yield* get(`/api/objectives/${refunds}`))
      for (const part of [`"description":"Why."`, `"startDate":"2027-01-01"`]) assert.include(made, part)
      yield* Effect.promise(async () => {
        await page.keyboard.press("Control+z")
        await owner("Owner of Refunds: no owner").waitFor()
        await page.goto(page.url().replace(team, other))
        await offer.getByRole("button", { name: "Not now" }).click()
        await page.reload()
        await owner("Owner of Baskets: no owner").waitFor()
        assert.strictEqual(await offer.count(), 0)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("are not offered to viewers", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* described
      const { page } = yield* visitor("vic", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.getByText("Refunds").waitFor()
        assert.strictEqual(await page.getByText("Convert").count(), 0)
      })
    }).pipe(Effect.scoped)
  )
})
