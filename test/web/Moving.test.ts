import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { Page } from "playwright-core"
import { ObjectivesBody } from "../../src/domain/views/Views.ts"
import { Browser } from "../support/Browser.ts"
import { addUser, BaseUrl, request, signIn, testServer } from "../support/TestServer.ts"
import { enter, signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"

const objectiveCount = 40

const long = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ...["Safe", "Fast"].map((title) => ["create_principle", 0, { title }] as const),
  ...Array.from(
    { length: objectiveCount },
    (_, at) => ["create_objective", 0, { title: `Objective ${at + 1}` }] as const
  )
])

const titleAt = (page: Page, place: number, title: string) =>
  page
    .locator(`.objective:nth-child(${place})`, { has: page.getByRole("heading", { name: title, exact: true }) })
    .waitFor()

const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("A long board", (it) => {
  it.effect("is ordered by keyboard: in steps with Alt and an arrow, or to a typed position", () =>
    Effect.gen(function* () {
      const ids = yield* long
      const [team = "", ninth = ""] = [ids[0], ids[11]]
      const { page, errors } = yield* signedIn("mo", "editor", `/strategy/teams/${team}`)
      const answered = () => page.waitForResponse("**/api/events")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Objective 2", exact: true }).focus()
        const down = answered()
        await page.keyboard.press("Alt+ArrowDown")
        await page.getByRole("status").getByText("Position 3 of 40").waitFor()
        await down
        await titleAt(page, 3, "Objective 2")
        assert.strictEqual(await focused(page), "Objective 2")
        // The first one stays where it is.
        await page.getByRole("button", { name: "Objective 1", exact: true }).focus()
        await page.keyboard.press("Alt+ArrowUp")
        await page.getByRole("status").getByText("Position 1 of 40").waitFor()
        await titleAt(page, 1, "Objective 1")
        // Principles are ordered in the same way.
        await page.getByRole("button", { name: "Edit principle title: Fast" }).focus()
        const up = answered()
        await page.keyboard.press("Alt+ArrowUp")
        await up
        await page.locator(".principle:first-child", { hasText: "Fast" }).waitFor()

        const menu = page.getByRole("button", { name: "More actions for Objective 2", exact: true })
        await menu.focus()
        await page.keyboard.press("Enter")
        // Each goes to the next entry that begins with it; the sixth is Move to position.
        for (let entry = 1; entry <= 6; entry++) await page.keyboard.press("m")
        await page.keyboard.press("Enter")
        const dialog = page.getByRole("dialog", { name: "Move “Objective 2”" })
        const place = dialog.getByRole("textbox", { name: "New position (1 to 40)" })
        await place.waitFor()
        assert.strictEqual(await place.inputValue(), "3")
        const edgeColor = () => page.evaluate("getComputedStyle(document.activeElement).borderColor")
        const valid = await edgeColor()
        await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.type("41")
        await page.keyboard.press("Enter")
        await dialog.getByText("Enter a whole number from 1 to 40.").waitFor()
        assert.notStrictEqual(await edgeColor(), valid)
        await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.type("40")
        const far = answered()
        await page.keyboard.press("Enter")
        await far
        await titleAt(page, objectiveCount, "Objective 2")
        await page.locator("[aria-label='More actions for Objective 2']:focus").waitFor()

        // Somebody deletes what the dialog would move.
        await page.getByRole("button", { name: "More actions for Objective 9", exact: true }).click()
        await page.getByRole("menuitem", { name: "Move to position" }).click()
        const other = page.getByRole("dialog", { name: "Move “Objective 9”" })
        await other.waitFor()
        await page.evaluate(`fetch("/api/events", {
            method: "POST",
            headers: { "content-type": "application/json", "x-csrf-token": "1" },
            body: JSON.stringify({ eventType: "delete_objective", targetId: "${ninth}", data: {} })
          })`)
        await page.getByRole("dialog").waitFor({ state: "detached" })

        // A step does not pass entities that a filter hides.
        await page.getByRole("searchbox").fill("Objective 2")
        await page.locator(".objective").nth(20).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Objective 20", exact: true }).focus()
        await page.keyboard.press("Alt+ArrowUp")
        await page.getByRole("status").getByText("Show all to reorder.", { exact: true }).waitFor()
      })
      const { json } = yield* request(`/api/teams/${team}/objectives`, { token: yield* signIn("mo") })
      const titles = Schema.decodeUnknownSync(ObjectivesBody)(json).objectives.map(({ title }) => title)
      assert.deepStrictEqual(
        [titles.slice(0, 3), titles.at(-1)],
        [["Objective 1", "Objective 3", "Objective 4"], "Objective 2"]
      )
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("keeps search and filters in view, on a phone in one line at the top, and shows grips there", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* long
      yield* Effect.orDie(addUser("phil", "editor"))
      const base = yield* BaseUrl
      const { page } = yield* (yield* Browser).visit({
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true
      })
      yield* Effect.promise(async () => {
        await page.goto(`${base}/strategy/teams/${team}`)
        await enter(page, "phil")
        // The question for a name stands above the board until it is answered.
        await page.getByRole("button", { name: "Not now" }).click()
        await page
          .locator(".objective")
          .nth(objectiveCount - 1)
          .waitFor({ state: "attached" })
        const box = async (selector: string) =>
          (await page.locator(selector).first().boundingBox()) ?? { y: -1, height: 0 }
        const first = await box(".objective")
        assert.isBelow(first.y, 264)
        const opacity = "getComputedStyle(document.querySelector('.objective .grip')).opacity"
        assert.strictEqual(await page.evaluate(opacity), "1")
        await page.evaluate("scrollTo(0, 1500)")
        const [bar, search] = [await box(".bar"), await box("input[type=search]")]
        assert.isAtLeast(search.y, bar.y + bar.height)
        assert.isBelow(search.y + search.height, 100)
        // A row that gets the focus from below is not hidden by them.
        await page.getByRole("button", { name: "Objective 5", exact: true }).focus()
        const row = await box(`.objective:nth-child(5) .title`)
        const head = await box(".objectives > .section-head")
        assert.isAtLeast(row.y, head.y + head.height)
        await page.getByRole("button", { name: /^Signed in as/ }).click()
        assert.deepStrictEqual(await page.getByRole("menuitem").allTextContents(), [
          "Undo your last change",
          "Your account",
          "Sign out"
        ])
      })
    }).pipe(Effect.scoped)
  )
})
