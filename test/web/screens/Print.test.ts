import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import { Browser } from "../../support/Browser.ts"
import { testServer } from "../../support/TestServer.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"

const many = 60

const objectives = Array.from({ length: many }, (_, index): readonly [EventType, number, EventData] => [
  "create_objective",
  0,
  { title: `Objective ${index + 1}` }
])

/** Prints as soon as a board shows an objective. `printed`: the number of objectives before and in the print. */
const printAtOnce = `
  const count = () => document.querySelectorAll(".objective").length
  globalThis.printed = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (count() === 0) return
      observer.disconnect()
      const before = count()
      dispatchEvent(new Event("beforeprint"))
      queueMicrotask(() => queueMicrotask(() => resolve([before, count()])))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
`

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("A print", (it) => {
  it.effect("has all objectives at once, and no controls", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* filled([
        ["create_team", null, { name: "Payments", color: "#225588" }],
        ["create_principle", 0, { title: "Safe" }],
        ...objectives
      ])
      const { page } = yield* visitor("ada", "editor", "/strategy/log")
      yield* Effect.promise(async () => {
        await page.context().addInitScript(printAtOnce)
        await page.goto(page.url().replace("log", `teams/${team}`))
        const [before, printed] = await page.evaluate<ReadonlyArray<number>>("globalThis.printed")
        assert.isBelow(before ?? 0, many)
        assert.strictEqual(printed, many)
        await page.getByRole("button", { name: "Objective 1", exact: true }).click()
        await page.getByRole("button", { name: "Add measure" }).waitFor()
        // A4 in landscape without its margins, at 96 px per inch.
        await page.setViewportSize({ width: 1032, height: 702 })
        await page.emulateMedia({ media: "print" })
        const shown = await page
          .locator("a, input, select, textarea, summary, button:not(.text, .status-button, .link-chip, .owner)")
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent))
        assert.deepStrictEqual(shown, [])
        await page.getByRole("heading", { level: 3, name: "Safe" }).waitFor()
        assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 1032)
      })
    }).pipe(Effect.scoped)
  )
})
