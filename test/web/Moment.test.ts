import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { dateOfDay, utcDays } from "../../src/shared/Days.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"

const today = utcDays.at(Date.now())
const [earlier, evenEarlier] = [dateOfDay(today - 35), dateOfDay(today - 65)]

const banner = (page: Page) => page.locator(".moment p")

const at = (page: Page): string | null => new URL(page.url()).searchParams.get("at")

/** Nobody can edit: there are no pencils, forms and buttons that do so, and keys do nothing. */
const isReadOnly = async (page: Page): Promise<void> => {
  await page.getByText("Nothing can be changed here.").waitFor()
  assert.strictEqual(await page.locator(".pencil, .add, .grip, .check-in-link, [data-check-in-form]").count(), 0)
  const address = page.url()
  for (const key of ["c", "n", "p", "e", "Control+z"]) await page.keyboard.press(key)
  assert.strictEqual(await page.locator("dialog[open], textarea").count(), 0)
  assert.strictEqual(page.url(), address)
}

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An earlier moment", (it) => {
  it.effect("is shown read-only by overview, board and objective page, and kept by the address", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedIn("ada", "admin", "/strategy/overview", [400, 401, 404, 503])
      yield* Effect.promise(async () => {
        await page.evaluate(`fetch("/api/admin/sample", { method: "POST", headers: { "x-csrf-token": "1" } })`)
        await page.locator(".overview-item").first().waitFor()
        await page.getByRole("button", { name: "As of" }).click()
        await page.getByLabel("As of").fill(earlier)
        await page.keyboard.press("Enter")
        await page.locator(".past .overview-item").first().waitFor()
        assert.strictEqual(at(page), earlier)
        await isReadOnly(page)
        // A filter keeps the moment, and so does a link.
        await page.getByRole("button", { name: "On track", exact: false }).first().click()
        await page.waitForURL(/status=on_track/)
        assert.strictEqual(at(page), earlier)
        await page.locator(".overview-team a").first().click()
        await page.locator(".past .objective").first().waitFor()
        await isReadOnly(page)
        await page.locator(".objective h3 button").first().click()
        await page.getByRole("link", { name: "Charts" }).or(page.locator(".to-charts")).first().click()
        await page.locator(".past .chart").first().waitFor()
        await isReadOnly(page)
        await page.reload()
        await page.locator(".past .chart").first().waitFor()
        assert.strictEqual(at(page), earlier)
        await page.getByRole("button", { name: "Back to now" }).click()
        await page.getByRole("button", { name: "Add measure" }).waitFor()
        assert.strictEqual(await banner(page).count(), 0)
        await page.goBack()
        await page.locator(".past .chart").first().waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    })
  )

  it.effect("that is none is said in a line, and one that is being looked up is waited for", () =>
    Effect.gen(function* () {
      const { page } = yield* signedIn("bo", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        const sentences = [
          ["2026-02-30", "The address names no date."],
          ["yesterday", "The address names no date."],
          [dateOfDay(today), "isn’t over yet"],
          ["2999-01-01", "isn’t over yet"],
          ["2001-01-01", "Nothing had been written down by"]
        ] as const
        for (const [moment, sentence] of sentences) {
          await page.goto(new URL(`/strategy/overview?at=${moment}`, page.url()).href)
          await banner(page).getByText(sentence).waitFor()
          await page.getByRole("button", { name: "Back to now" }).waitFor()
        }
        let isBusy = true
        await page.route("**/api/teams?at=*", (route) =>
          isBusy ? route.fulfill({ status: 503, headers: { "retry-after": "1" } }) : route.continue()
        )
        await page.goto(new URL(`/strategy/overview?at=${earlier}`, page.url()).href)
        await banner(page).getByText("Looking up how it stood").waitFor()
        isBusy = false
        await page.locator(".past .overview-item").first().waitFor()
      })
    })
  )

  it.effect("stands beside another one on the overview, which has a timeline and what moved since a day", () =>
    Effect.gen(function* () {
      yield* filled([["create_team", null, { name: "Brand new", color: "#225588" }]])
      const { page, errors } = yield* signedIn("cy", "viewer", `/strategy/overview?since=${evenEarlier}`)
      yield* Effect.promise(async () => {
        await page.locator(".status-flows summary").first().click()
        await page.locator(".status-flows a").first().waitFor()
        await page
          .getByText(/initiatives? done/)
          .first()
          .waitFor()
        await page.getByRole("button", { name: "Compare with" }).click()
        await page.getByLabel("Compare with").fill(earlier)
        await page.keyboard.press("Enter")
        await page.locator(".portfolio.compared .from-to").first().waitFor()
        const moved = page.locator(".moves tbody tr").first()
        assert.match((await moved.locator("td").nth(1).textContent()) ?? "", /then/)
        await moved.locator(".of-team", { hasText: /./ }).waitFor()
        await moved.locator(".owner").waitFor()
        const newTeams = page.locator(".portfolio.compared tr", { has: page.locator(".became", { hasText: "New" }) })
        assert.deepStrictEqual(await newTeams.locator(".of-team [dir]").allTextContents(), ["Brand new"])
        await page.getByRole("button", { name: "Timeline" }).click()
        await page.locator(".timeline .today-line").waitFor()
        await page.waitForURL(/view=timeline/)
        await page.reload()
        await page.locator(".portfolio.compared").waitFor()
        assert.isAbove(await page.getByRole("region", { name: "Timeline" }).getByRole("link").count(), 5)
        await page.getByRole("button", { name: "Stop comparing" }).click()
        await page.locator(".portfolio:not(.compared) .trend").first().waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    })
  )
})
