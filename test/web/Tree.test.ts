import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The tree", (it) => {
  it.effect("shows objectives below each of their principles, with their measures, and opens them beside it", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", , refunds = ""] = yield* filled([
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
          words.map((text) => text.replace(/ checked in .*/, "")),
          ["Safe 1 Refunds Draft", "Fast 0 No objective", "No principle 1 Invoices On track 25% Paid 20 80% 25%"]
        )
        await page.getByRole("link", { name: "Invoices" }).click()
        const panel = page.getByRole("complementary", { name: "Invoices" })
        await panel.getByText("Paid", { exact: true }).waitFor()
        assert.match(page.url(), /\/tree$/)
        await page.keyboard.press("l")
        await page.getByText("Link copied.").waitFor()
        await page.keyboard.press("Escape")
        await panel.waitFor({ state: "detached" })
        await page.locator("a:focus", { hasText: "Invoices" }).waitFor()
      })
      assert.deepStrictEqual(ada.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("of all teams leads from the topmost objectives down, and has principles of one title as one", () =>
    Effect.gen(function* () {
      const [, , grow = "", , , euros = "", cards = ""] = yield* filled([
        ["create_team", null, { name: "Leadership", color: "#225588" }],
        ["create_principle", 0, { title: "Customers first" }],
        ["create_objective", 0, { title: "Grow in Europe", owner: "Ann Lee" }],
        ["create_team", null, { name: "Cards", color: "#885522" }],
        ["create_principle", 3, { title: "CUSTOMERS FIRST" }],
        ["create_objective", 3, { title: "Pay in euros", status: "off_track" }],
        ["create_objective", 3, { title: "Cards for teams" }],
        ["create_objective", 3, { title: "Lone" }]
      ])
      const hal = yield* visitor("hal", "editor", "/strategy/tree")
      yield* hal.send("update_objective_parent", euros, { parentId: grow })
      yield* hal.send("update_objective_parent", cards, { parentId: euros })
      const overview = (yield* hal.get("/api/overview")) as {
        readonly teams: ReadonlyArray<{
          readonly principles: ReadonlyArray<{ readonly id: string; readonly title: string }>
        }>
      }
      const ids = overview.teams
        .flatMap(({ principles }) => principles)
        .filter(({ title }) => /^customers/i.test(title))
      yield* hal.send("update_objective_principle_link", grow, { principleId: ids.at(-1)?.id ?? "", linked: true })
      yield* hal.send("update_objective_principle_link", euros, { principleId: ids[0]?.id ?? "", linked: true })
      const { page } = hal
      yield* Effect.promise(async () => {
        const fold = page.getByRole("button", { name: "What supports “Grow in Europe”" })
        const cardsForTeams = page.getByRole("link", { name: "Cards for teams" })
        await page.getByRole("button", { name: "What supports “Pay in euros”", expanded: true }).waitFor()
        const branch = page.locator(".tree li").filter({ has: fold })
        const words = (await branch.innerText()).replace(/\s+/g, " ").trim()
        assert.strictEqual(
          words,
          "Grow in Europe 2 objectives, 1 off track Ann Lee Draft Leadership Pay in euros 1 objective Off track Cards Cards for teams Draft Cards"
        )
        await fold.press("Enter")
        await cardsForTeams.waitFor({ state: "detached" })
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("Enter")
        await cardsForTeams.waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "Lone" }).count(), 0)
        await page.getByRole("button", { name: "Objectives: Neither support nor are supported" }).click()
        await page.getByRole("link", { name: "Lone" }).waitFor()
        await page.getByRole("button", { name: "By principle" }).click()
        const principle = page.locator(".tree section").filter({ hasText: "2 objectives, 2 teams, 1 off track" })
        await principle.getByRole("button", { name: "Objectives: Customers first" }).click()
        assert.strictEqual(await principle.locator(".tree-line").count(), 2)
        await principle.getByRole("link", { name: "Customers first" }).click()
        await page.getByText("2 of 6 objectives").waitFor()
        await page.getByRole("link", { name: "Tree", exact: true }).click()
        await page.getByRole("button", { name: "Timeline" }).click()
        await page.waitForURL(/\/overview\?view=timeline$/)
        await page.goBack()
        await page.goBack()
        const option = page.getByLabel("Principle").locator("option:checked")
        assert.strictEqual(await option.innerText(), "Customers first: 2 objectives, 2 teams, 1 off track")
        // The team that others support comes first.
        assert.deepStrictEqual(await page.locator(".overview-team h2").allInnerTexts(), ["Leadership", "Cards"])
      })
      assert.deepStrictEqual(hal.errors(), [])
    }).pipe(Effect.scoped)
  )
})
