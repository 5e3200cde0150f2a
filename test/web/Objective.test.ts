import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Locator, Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_group", 1, { name: "First" }],
  ["create_group", 1, { name: "Second" }],
  ["create_initiative", 1, { title: "One" }],
  ["create_initiative", 1, { title: "Two" }],
  ["create_progress", 1, { name: "Days", unit: "d", start: 10, target: 2 }]
])

const opened = Effect.fnUntraced(function* (name: string, role: "editor" | "viewer", team: string) {
  const visit = yield* visitor(name, role, `/strategy/teams/${team}`)
  yield* Effect.promise(() => visit.page.getByRole("button", { name: "Refunds", exact: true }).click())
  return visit
})

/** Waits until the page shows these initiatives by group, such as "First: One, Two". */
const shows = async (page: Page, ...wanted: ReadonlyArray<string>): Promise<void> => {
  const root = await page.locator(".initiatives").elementHandle()
  await page.waitForFunction(
    ({ root, text }) => {
      const lists = [...(root?.querySelectorAll("ul") ?? [])]
      const titles = (list: (typeof lists)[number]) =>
        [...list.querySelectorAll(".editable")].map((title) => title.textContent)
      return lists.map((list) => `${list.ariaLabel}: ${titles(list).join(", ")}`).join("\n") === text
    },
    { root, text: wanted.join("\n") }
  )
}

const choose = async (page: Page, of: string, action: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${of}`, exact: true }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

const centre = async (locator: Locator): Promise<readonly [number, number]> => {
  const box = await locator.boundingBox()
  assert.isNotNull(box)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An objective", (it) => {
  it.effect("has initiatives that are added, moved between groups by menu and by drag, deleted and undeleted", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const ada = yield* opened("ada", "editor", team)
      const { page } = ada
      yield* Effect.promise(async () => {
        await shows(page, "First: ", "Second: ", "No group: One, Two")
        await choose(page, "One", "Move down")
        await shows(page, "First: ", "Second: ", "No group: Two, One")
        await choose(page, "One", "Move to “Second”")
        await shows(page, "First: ", "Second: One", "No group: Two")
        await page.getByRole("button", { name: "Add initiative to Second" }).click()
        await page.keyboard.type("Three")
        await page.keyboard.press("Enter")
        await page.keyboard.type("Four")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Escape")
        await shows(page, "First: ", "Second: One, Three, Four", "No group: Two")
        const row = page.locator(".initiative", { hasText: "Four" })
        await row.hover()
        await page.mouse.move(...(await centre(row.locator(".initiative-grip"))))
        await page.mouse.down()
        const [x, y] = await centre(page.locator(".initiative", { hasText: "One" }))
        await page.mouse.move(x, y - 4, { steps: 4 })
        await page.mouse.up()
        await shows(page, "First: ", "Second: Four, One, Three", "No group: Two")
        await choose(page, "Second", "Delete")
        await shows(page, "First: ", "No group: Two, Four, One, Three")
        await page.getByRole("button", { name: "Undo" }).click()
        await shows(page, "First: ", "Second: Four, One, Three", "No group: Two")
        // What is typed after the name of a new group are its initiatives.
        await page.getByRole("button", { name: "Add group" }).click()
        await page.keyboard.type("Third")
        await page.keyboard.press("Enter")
        await page.locator(".adding input:focus").waitFor()
        await page.keyboard.type("Five")
        await page.keyboard.press("Enter")
        await shows(page, "First: ", "Second: Four, One, Three", "Third: Five", "No group: Two")
        await page.keyboard.press("Escape")
        await choose(page, "Third", "Delete")
        await choose(page, "Five", "Delete")
        await shows(page, "First: ", "Second: Four, One, Three", "No group: Two")
        await page.reload()
        await shows(page, "First: ", "Second: Four, One, Three", "No group: Two")
      })
      assert.deepStrictEqual(ada.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("has measures that are created in a dialog and checked in with a decimal comma and a note", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const bob = yield* opened("bob", "editor", team)
      const { page } = bob
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Add measure" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.locator("[name=name]:focus").waitFor()
        await dialog.getByLabel("Start", { exact: true }).fill("3")
        await dialog.getByLabel("Target").fill("3,0")
        await dialog.getByRole("button", { name: "Create measure" }).click()
        await dialog.getByText("Enter a name.").waitFor()
        await dialog.getByText("Must differ from the start.").waitFor()
        await dialog.getByLabel("Name").fill("n".repeat(103))
        await dialog.getByText("3 characters too long.").waitFor()
        await dialog.getByRole("button", { name: "Create measure" }).click()
        assert.strictEqual((await dialog.getByLabel("Name").inputValue()).length, 103)
        await dialog.getByLabel("Name").fill("Cases")
        await dialog.getByLabel("Target").fill("1,003")
        await page.keyboard.press("Enter")
        await dialog.waitFor({ state: "detached" })
        const measure = page.locator(".measure", { hasText: "Cases" })
        assert.strictEqual(await measure.locator(".figures").innerText(), "3\n3\n1,003")
        await measure.getByRole("button", { name: "Check in" }).click()
        await page.keyboard.type("about 8")
        await page.keyboard.press("Enter")
        await measure.getByText("Enter a number, such as 12.5.").waitFor()
        await measure.getByLabel("Value").fill("503,5")
        await measure.getByLabel("Confidence").selectOption("7")
        await measure.getByLabel("Note").fill("n".repeat(1_001))
        await measure.getByText("1 character too long.").waitFor()
        await page.keyboard.press("Control+Enter")
        assert.strictEqual((await measure.getByLabel("Note").inputValue()).length, 1_001)
        await measure.getByLabel("Note").fill("Half way\nthere")
        await page.keyboard.press("Control+Enter")
        await measure.locator(".said", { hasText: "Half way there" }).waitFor()
        await measure.getByText("Confidence 7/10, high").waitFor()
        assert.strictEqual(await measure.locator(".figures").innerText(), "3\n503.5\n1,003")
        assert.strictEqual(await measure.getByRole("meter").getAttribute("value"), "50")
        await measure.getByRole("img", { name: "1 check-in: 503.5" }).waitFor()
        await measure.getByRole("button", { name: "Check in" }).click()
        await measure.getByLabel("Value").fill("803")
        await page.keyboard.press("Enter")
        await measure.getByRole("img", { name: "2 check-ins from 503.5 to 803" }).waitFor()
        await choose(page, "Cases", "Delete")
        await measure.waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(bob.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("opens a check-in where all of it is seen; Escape gives the focus back", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("ivy", "editor", `/strategy/teams/${team}`)
      for (const [width, height] of [
        [1440, 420],
        [360, 480]
      ] as const) {
        yield* Effect.promise(async () => {
          await page.setViewportSize({ width, height })
          await page.goto(page.url().replace(/\/objectives\/.*/, ""))
          await page.getByRole("button", { name: "Refunds", exact: true }).click()
          await page.getByRole("button", { name: "Check in on Days" }).click()
          await page.locator("[name=value]:focus").waitFor()
          const [top = 0, bottom = 0, header = 0] = await page.evaluate<ReadonlyArray<number>>(`(() => {
              const { top, bottom } = document.querySelector(".check-in").getBoundingClientRect()
              return [top, bottom, document.querySelector(".bar").getBoundingClientRect().bottom]
            })()`)
          assert.isAtLeast(top, header)
          assert.isAtMost(bottom, height)
          await page.keyboard.press("Escape")
          await page
            .locator(":focus")
            .and(page.getByRole("button", { name: "Check in on Days" }))
            .waitFor()
        })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a check-in that is in conflict with another one or does not reach the server", () =>
    Effect.gen(function* () {
      const [team = "", , , , , , days = ""] = yield* strategy
      const cleo = yield* opened("cleo", "editor", team)
      const { page } = cleo
      const measure = page.locator(".measure")
      yield* Effect.promise(async () => {
        await measure.getByRole("button", { name: "Check in" }).click()
        await measure.getByLabel("Value").fill("6")
        await measure.getByLabel("Note").fill("Mine")
      })
      const dan = yield* visitor("dan", "editor", `/strategy/teams/${team}`)
      yield* dan.send("update_progress_value", days, { value: 9, confidence: 4, note: "Theirs" })
      yield* Effect.promise(async () => {
        const conflict = measure.locator(".conflict")
        await conflict.getByText("dan changed this while you were editing").waitFor()
        await conflict.getByText("9 d · Confidence 4/10, medium · Theirs").waitFor()
        assert.strictEqual(await measure.getByLabel("Value").inputValue(), "6")
        assert.strictEqual(await measure.getByLabel("Note").inputValue(), "Mine")
        await page.route("**/api/events", (route) => route.abort())
        await conflict.getByRole("button", { name: "Keep mine" }).click()
        await measure.getByText("Can’t reach the server.").waitFor()
        assert.strictEqual(await measure.getByLabel("Note").inputValue(), "Mine")
        await page.unroute("**/api/events")
        await page.reload()
        await measure.getByRole("img", { name: "2 check-ins from 9 to 6" }).waitFor()
        await measure.locator(".said", { hasText: "Mine" }).waitFor()
        await measure.getByLabel("Value").waitFor({ state: "detached" })
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is read-only for viewers", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* opened("vic", "viewer", team)
      yield* Effect.promise(async () => {
        await shows(page, "First: ", "Second: ", "No group: One, Two")
        await page.getByText("No description").waitFor()
        const names = await page.locator(".details button").evaluateAll((all) => all.map((one) => one.ariaLabel))
        assert.deepStrictEqual(
          names,
          ["Days", "First", "Second", "One", "Two"].map((name) => `More actions for ${name}`)
        )
        await page.getByRole("button", { name: "More actions for One" }).click()
        await page.getByRole("menuitem", { name: "History" }).waitFor()
        assert.strictEqual(await page.getByRole("menuitem").count(), 1)
      })
    }).pipe(Effect.scoped)
  )
})
