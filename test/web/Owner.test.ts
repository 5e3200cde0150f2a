import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { held, heldViews } from "../support/SlowPages.ts"
import { testServer } from "../support/TestServer.ts"
import { until } from "../support/until.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", owner: "Legal" }],
  ["create_objective", 0, { title: "Invoices", status: "off_track" }],
  ["create_initiative", 1, { title: "Letters" }],
  ["create_progress", 2, { name: "Errors", start: 0, target: 10, unit: "" }],
  ["create_team", null, { name: "Buildings", color: "#225588" }],
  ["create_objective", 5, { title: "Rooms", owner: "Zentrale" }]
])

const owner = (page: Page, title: string, name: string) =>
  page.getByRole("button", { name: `Owner of ${title}: ${name}`, exact: true })

const options = (page: Page) => page.locator(".owner-picker [role=option]")

const isSearching = (page: Page) => page.getByRole("combobox", { name: "Owner" }).and(page.locator(":focus")).waitFor()

const choose = async (page: Page, title: string, before: string, typed: string, ...keys: ReadonlyArray<string>) => {
  await owner(page, title, before).first().focus()
  await page.keyboard.press("Enter")
  await isSearching(page)
  await page.keyboard.type(typed)
  for (const key of keys) await page.keyboard.press(key)
}

const titles = (page: Page) => page.locator("[data-row] .title").allInnerTexts()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Owners:", (it) => {
  it.effect("are chosen by the keyboard alone: a person, a name in use, a new text, nobody", () =>
    Effect.gen(function* () {
      const [teamId = "", refunds = "", , letters = ""] = yield* strategy
      const { page, errors, get } = yield* visitor("olga", "editor", `/strategy/teams/${teamId}`)
      yield* Effect.promise(async () => {
        await choose(page, "Invoices", "no owner", "olg", "Enter")
        await owner(page, "Invoices", "olga").and(page.locator(":focus")).waitFor()
        await choose(page, "Invoices", "olga", "", "Escape")
        await owner(page, "Invoices", "olga").and(page.locator(":focus")).waitFor()
        await choose(page, "Invoices", "olga", "leg", "Enter")
        await owner(page, "Invoices", "Legal").waitFor()
        await choose(page, "Refunds", "Legal", "The lawyers", "Enter")
        await owner(page, "Refunds", "The lawyers").waitFor()
        await choose(page, "Refunds", "The lawyers", "")
        assert.strictEqual(await options(page).first().innerText(), "No owner")
        await options(page).first().click()
        await owner(page, "Refunds", "no owner").waitFor()
        await page.getByRole("button", { name: "Refunds", exact: true }).click()
        await choose(page, "Letters", "no owner", "olga", "Enter")
        await owner(page, "Letters", "olga").waitFor()
      })
      // The page shows an owner before it is saved.
      const body = yield* until(Effect.map(get(`/api/objectives/${refunds}`), JSON.stringify), (text) =>
        text.includes(`"owner":"olga"`)
      )
      assert.include(body, `"id":"${letters}"`)
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("in the overview keep what is chosen beside what somebody else has chosen meanwhile", () =>
    Effect.gen(function* () {
      const [, refunds = ""] = yield* strategy
      const { page, send, errors } = yield* visitor("pia", "editor", "/strategy/overview?q=refunds")
      yield* Effect.promise(async () => {
        await owner(page, "Refunds", "Legal").first().click()
        await isSearching(page)
      })
      yield* send("update_owner", refunds, { owner: "Sales" })
      yield* Effect.promise(async () => {
        await page.locator(".overview-row", { hasText: "Sales" }).waitFor()
        await page.keyboard.type("pia")
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Keep mine" }).click()
        await page.locator(".overview-row", { hasText: "pia" }).waitFor()
        await page.locator(".notice").waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("are only to be read by viewers", () =>
    Effect.gen(function* () {
      const [teamId = ""] = yield* strategy
      const { page } = yield* visitor("vic", "viewer", `/strategy/teams/${teamId}`)
      yield* Effect.promise(async () => {
        await page.getByTitle("Legal").first().waitFor()
        assert.strictEqual(await page.locator("button.owner").count(), 0)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("filter board, overview and check-in, begin Home, and are found by the palette", () =>
    Effect.gen(function* () {
      const [teamId = "", , invoices = ""] = yield* strategy
      const { page, send, errors } = yield* visitor("rosa", "editor", `/strategy/teams/${teamId}`)
      yield* send("update_owner", invoices, { owner: "ROSA" })
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Mine 1" }).click()
        await page.waitForURL("**?is=mine")
        await page.reload()
        await page.getByText("1 of 2 objectives.").waitFor()
        assert.deepStrictEqual(await titles(page), ["Invoices"])
        await page.goto(page.url().replace(/teams.*/, "overview?is=mine&view=timeline"))
        await page.locator(".timeline a").waitFor()
        assert.deepStrictEqual(await page.locator(".timeline a").allInnerTexts(), ["Invoices"])
        await page.goto(page.url().replace(/overview.*/, ""))
        await page.getByRole("heading", { name: "Mine 1" }).waitFor()
        await page.getByRole("link", { name: "Check in" }).click()
        await page.getByRole("heading", { name: "Check-in · Mine" }).waitFor()
        await page.getByLabel("New value: Errors").waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Find" }).fill("rosa invoices")
        await page.getByRole("option", { name: "Invoices" }).click()
        await page.waitForURL(`**/objectives/${invoices}`)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  for (const [names, typed, meant] of [
    ["people", "tam", "tamara-people"],
    ["overview", "zen", "Zentrale"]
  ] as const)
    it.effect(`are chosen by Enter only when all names have loaded: ${names}`, () =>
      Effect.gen(function* () {
        const [teamId = ""] = yield* strategy
        const { page, errors } = yield* visitor(`tamara-${names}`, "editor", `/strategy/teams/${teamId}`)
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { name: "Refunds" }).waitFor()
          const load = await held(page, `**/api/${names}`)
          await page.reload()
          await choose(page, "Invoices", "no owner", typed, "Enter")
          await options(page).filter({ hasText: typed }).waitFor()
          load()
          await owner(page, "Invoices", meant).waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )

  it.effect("have what is typed before the list has loaded, which changes nothing else", () =>
    Effect.gen(function* () {
      const [teamId = ""] = yield* strategy
      const { page, errors } = yield* visitor("lena", "editor", `/strategy/teams/${teamId}`)
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        const loadViews = await heldViews(page)
        await page.reload()
        await owner(page, "Invoices", "no owner").first().focus()
        await page.keyboard.press("Enter")
        // Outside of the list, e edits the title and n adds an objective.
        await page.keyboard.type("le")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Enter")
        await page.keyboard.type("len")
        loadViews()
        await isSearching(page)
        await page.keyboard.type("a")
        assert.strictEqual(await page.getByRole("combobox", { name: "Owner" }).inputValue(), "lena")
        await page.keyboard.press("Enter")
        await owner(page, "Invoices", "lena").waitFor()
        assert.deepStrictEqual(await titles(page), ["Refunds", "Invoices"])
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
