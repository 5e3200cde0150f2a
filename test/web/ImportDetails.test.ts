import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", description: "Why.\nOwner: Ann · Period: Q1 2027" }],
  ["create_objective", 0, { title: "Invoices", description: "Owner: Bo" }],
  ["create_objective", 0, { title: "Receipts", description: "Owner: Bo", owner: "Di" }],
  ["create_team", null, { name: "Orders", color: "#225588" }],
  ["create_objective", 4, { title: "Baskets", description: "Owner: Ann" }]
])

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Owners in descriptions", (it) => {
  it.effect("are offered once for conversion, which is one change, taken back as a whole", () =>
    Effect.gen(function* () {
      const [team = "", refunds = "", , , other = ""] = yield* strategy
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
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("vic", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.getByText("Refunds").waitFor()
        assert.strictEqual(await page.getByText("Convert").count(), 0)
      })
    }).pipe(Effect.scoped)
  )
})
