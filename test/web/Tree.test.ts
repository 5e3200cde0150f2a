import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The tree", (it) => {
  it.effect("shows objectives below each of their principles, with their measures, and leads to the board", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", , refunds = "", invoices = ""] = yield* filled([
        ["create_team", null, { name: "Payments", color: "#225588" }],
        ["create_principle", 0, { title: "Safe" }],
        ["create_principle", 0, { title: "Fast" }],
        ["create_objective", 0, { title: "Refunds" }],
        ["create_objective", 0, { title: "Invoices" }],
        ["create_progress", 4, { name: "Paid", unit: "%", start: 0, target: 80, value: 20 }]
      ])
      const ada = yield* visitor("ada", "editor", `/strategy/teams/${team}`)
      yield* ada.send("update_objective_principle_link", refunds, { principleId: safe, linked: true })
      const { page } = ada
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Principle 1: Safe" }).getByText("Safe").waitFor()
        // A closed card has a sign for what does not go together too.
        await page.getByRole("button", { name: "Invoices: Still a draft, but at 25%." }).click()
        await page.getByRole("button", { name: "Set to on track: Invoices" }).click()
        await page.locator(".doubt-sign").waitFor({ state: "detached" })
        await page.getByRole("link", { name: "Tree" }).click()
        const branches = page.locator(".tree > li")
        await branches.nth(2).waitFor()
        const words = (await branches.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim())
        assert.deepStrictEqual(
          words.map((text) => text.replace(/ updated .*/, "")),
          ["Safe 1 Refunds Draft", "Fast 0 No objective", "No principle 1 Invoices 25% On track Paid 25% 20 80%"]
        )
        await page.getByRole("link", { name: "Invoices" }).click()
        await page.getByRole("button", { name: "Details of Invoices", expanded: true }).waitFor()
        assert.match(page.url(), new RegExp(`/objectives/${invoices}$`))
        await page.goBack()
        await branches.nth(2).waitFor()
      })
      assert.deepStrictEqual(ada.errors(), [])
    }).pipe(Effect.scoped)
  )
})
