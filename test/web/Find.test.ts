import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Locator, Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { heldViews } from "../support/SlowPages.ts"
import { addUser, BaseUrl, request, signIn, testServer } from "../support/TestServer.ts"
import { enter, signedIn, signedInByForm } from "./accounts/SignedIn.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"
import { drawer, event } from "./HistoryLocators.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }],
  ["create_initiative", 3, { title: "Électronique" }],
  ["create_team", null, { name: "Support", color: "#225588" }],
  ["create_objective", 5, { title: "Answers" }]
])

const pathIn = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}

const at = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}` === path)

/** The title of its row. */
const details = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true })

const panel = (page: Page, title: string) => page.getByRole("complementary", { name: title })

/** Waits until the heading of the addressed entity has the focus. */
const isFocused = (page: Page, title: string) => page.locator(":is(h1, h2, h3):focus", { hasText: title }).waitFor()

const find = async (page: Page, words: string): Promise<void> => {
  // While a dialog is open, the key opens nothing.
  await page.locator("dialog").waitFor({ state: "detached" })
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Find" }).fill(words)
}

/** Searches until the entry is shown, since the stream may bring it only after the palette has opened. */
const findUntil = async (page: Page, words: string, shown: Locator): Promise<void> => {
  for (;;) {
    await find(page, words)
    const isShown = await shown.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false
    )
    if (isShown) return
    await page.keyboard.press("Escape")
  }
}

/** The titles of the entries that the palette shows. */
const found = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".found-title").allInnerTexts()

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Addresses and the palette:", (it) => {
  it.effect("an objective's address survives sign-in, reload, opening, Back and Forward", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = "", invoices = ""] = yield* strategy
      const board = `/strategy/teams/${team}`
      const { page, errors } = yield* signedInByForm("ada", "editor", `${board}/objectives/${invoices}?q=refunds`)
      yield* Effect.promise(async () => {
        await panel(page, "Invoices").waitFor()
        await isFocused(page, "Invoices")
        await at(page, `${board}/objectives/${invoices}`)
        await page.reload()
        await isFocused(page, "Invoices")
        const length = await page.evaluate("history.length")
        await details(page, "Refunds").click()
        await at(page, `${board}/objectives/${refunds}`)
        await details(page, "Refunds").click()
        await at(page, board)
        await details(page, "Refunds").and(page.locator("[aria-expanded=false]")).waitFor()
        assert.strictEqual(await page.locator(".open, aside").count(), 0)
        assert.strictEqual(await page.evaluate("history.length"), length)
        await page.getByRole("link", { name: "Teams" }).click()
        await page.locator(".team-row").first().waitFor()
        await page.goBack()
        await details(page, "Refunds").waitFor()
        assert.strictEqual(pathIn(page), board)
        await find(page, "refu")
        await page.getByRole("option", { name: "Refunds" }).first().waitFor()
        await page.keyboard.press("Enter")
        await isFocused(page, "Refunds")
        await page.goBack()
        await panel(page, "Refunds").waitFor({ state: "detached" })
        await page.goForward()
        await panel(page, "Refunds").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("on a phone an objective is a page with a way back", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", , invoices = ""] = yield* strategy
      const board = `/strategy/teams/${team}`
      const { page } = yield* signedIn("phil", "viewer", board)
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 360, height: 740 })
        await details(page, "Invoices").click()
        await at(page, `${board}/objectives/${invoices}`)
        await isFocused(page, "Invoices")
        assert.deepStrictEqual(await page.getByRole("heading", { level: 1 }).allInnerTexts(), ["Invoices"])
        assert.strictEqual(await page.getByRole("heading", { level: 3 }).count(), 0)
        await page.getByRole("link", { name: "Payments" }).click()
        await at(page, board)
        await page.locator(".objective .title button:focus", { hasText: "Invoices" }).waitFor()
        assert.strictEqual(await page.locator(".open, aside").count(), 0)
        await page.goForward()
        await panel(page, "Invoices").waitFor()
      })
      const name = "W".repeat(100)
      yield* (yield* visitor("paula", "admin", board)).send("update_team_name", team, { name })
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name }).waitFor()
        assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 360)
        await page.goto(`${new URL(page.url()).origin}${board}/principles/${safe}`)
        await isFocused(page, "Safe")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("a history entry's address opens the drawer at the entry, however far down; Back closes the drawer", () =>
    Effect.gen(function* () {
      const [team = "", , refunds = ""] = yield* strategy
      const board = `/strategy/teams/${team}`
      const eve = yield* visitor("eve", "viewer", board)
      const ed = yield* visitor("ed", "editor", board)
      yield* ed.send("update_objective_title", refunds, { title: "First" })
      const { page } = eve
      const address = yield* Effect.promise(async () => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await page.getByRole("button", { name: "More actions for First" }).click()
        await page.getByRole("menuitem", { name: "History" }).click()
        await at(page, `${board}?history=${refunds}`)
        const entry = page.locator(".entry").first()
        await entry.getByRole("button", { name: "Copy link" }).focus()
        await page.keyboard.press("l")
        await entry.getByText("Link copied.").waitFor()
        await page.goBack()
        await drawer(page).waitFor({ state: "detached" })
        await page.locator("[aria-haspopup]:focus").waitFor()
        assert.strictEqual(pathIn(page), board)
        return page.evaluate<string>("navigator.clipboard.readText()")
      })
      for (let at = 0; at < 55; at++) yield* ed.send("update_objective_title", refunds, { title: `Title ${at}` })
      yield* Effect.promise(async () => {
        assert.match(address, /\?history=[-0-9a-f]{36}&event=\d+$/)
        await page.goto(address)
        const sequenceNumber = Number(new URL(address).searchParams.get("event"))
        await page.locator(".entry.shown:focus").waitFor()
        assert.strictEqual(await page.locator(".entry.shown").getByTitle(`event ${sequenceNumber}`).count(), 1)
        assert.strictEqual(await event(page, sequenceNumber + 1).count(), 0)
        await page.getByRole("button", { name: "Back to latest" }).click()
        await page.getByRole("heading", { level: 3, name: "Title 54", exact: true }).waitFor({ state: "attached" })
        await event(page, sequenceNumber + 55).waitFor()
        await page.keyboard.press("Escape")
        await drawer(page).waitFor({ state: "detached" })
        await at(page, board)
        // Closing goes back in the browser's history, which takes time; a link followed meanwhile must stay.
        await page.getByRole("button", { name: "History", exact: true }).click()
        await drawer(page).waitFor()
        await at(page, `${board}?history=${team}`)
        await page.evaluate(`new Promise((resolve) => {
            const { back } = history
            history.back = () => {
              back.call(history)
              document.querySelector(".tabs a[href$=matrix]").click()
              resolve()
            }
            document.querySelector("dialog .icon-button").click()
          })`)
        await at(page, `${board}/matrix`)
        await page.getByRole("table").waitFor()
        await page.goBack()
        await at(page, board)
      })
      assert.deepStrictEqual(eve.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("the address of a deleted entity shows who deleted it, and where it was", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", refunds = "", , , support = ""] = yield* strategy
      const board = `/strategy/teams/${team}`
      const root = yield* visitor("root", "admin", `${board}/objectives/${refunds}`)
      const { page } = root
      const base = yield* BaseUrl
      yield* root.send("delete_principle", safe, {})
      yield* root.send("delete_team", support, {})
      yield* Effect.promise(async () => {
        await panel(page, "Refunds").getByRole("button", { name: "More actions for Refunds" }).click()
        await page.getByRole("menuitem", { name: "Delete" }).click()
        await panel(page, "Refunds").waitFor({ state: "detached" })
        await at(page, board)
        assert.strictEqual(await page.locator(".gone").count(), 0)
        await page.goto(`${base}${board}/principles/${safe}`)
        await page.getByText("root deleted principle “Safe”, just now.").waitFor()
        await page.locator(".gone").getByRole("button", { name: "See its history" }).click()
        await page.getByRole("dialog", { name: "History of Safe" }).waitFor()
        await page.goBack()
        await page.locator(".gone").getByRole("link", { name: "Payments" }).click()
        await at(page, board)
        await page.goto(`${base}/strategy/teams/${support}`)
        await page.getByText("root deleted team “Support”, just now.").waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("links are copied by menu and by key, even if the page may not use the clipboard", () =>
    Effect.gen(function* () {
      const [team = "", safe = "", refunds = ""] = yield* strategy
      const board = `/strategy/teams/${team}`
      const { page } = yield* signedIn("carl", "viewer", board)
      const base = yield* BaseUrl
      const pasted = async (): Promise<string> => {
        await page.getByText("Link copied.").first().waitFor()
        await page.locator(".toast").getByRole("button", { name: "Close" }).first().click()
        await page.getByText("Link copied.").waitFor({ state: "detached" })
        return page.evaluate<string>("navigator.clipboard.readText()")
      }
      yield* Effect.promise(async () => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await page.getByRole("button", { name: "More actions for Refunds" }).click()
        await page.getByRole("menuitem", { name: "Copy link" }).click()
        assert.strictEqual(await pasted(), `${base}${board}/objectives/${refunds}`)
        await page.getByRole("link", { name: "Overview" }).click()
        await page.locator(`[data-id="${refunds}"] .title`).click()
        await page.keyboard.press("l")
        assert.strictEqual(await pasted(), `${base}${board}/objectives/${refunds}`)
        await page.goBack()
        await page.evaluate("navigator.clipboard.writeText = () => Promise.reject()")
        await page.getByRole("button", { name: "More actions for Safe" }).focus()
        await page.keyboard.press("l")
        assert.strictEqual(await pasted(), `${base}${board}/principles/${safe}`)
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("l")
        assert.strictEqual(await pasted(), `${base}${board}`)
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "the address of a measure or an initiative opens its objective, scrolls to it and marks it, also after a reload",
    () =>
      Effect.gen(function* () {
        const many = Array.from({ length: 40 }, (_, at) => ["create_initiative", 2, { title: `Ask ${at}` }] as const)
        const [team = "", , refunds = "", ...parts] = yield* filled([
          ["create_team", null, { name: "Far", color: "#225588" }],
          ["create_objective", 0, { title: "Above" }],
          ["create_objective", 0, { title: "Returns" }],
          ...many,
          ["create_progress", 2, { name: "Days to refund", start: 9, target: 3 }]
        ])
        const { page, errors } = yield* signedIn("meg", "viewer", `/strategy/teams/${team}`)
        const address = `/strategy/teams/${team}/objectives/${refunds}#`
        const isMarked = async (part: string | undefined): Promise<void> => {
          const marked = page.locator(`.named-part:focus[data-address="${address}${part}"]`)
          await marked.waitFor()
          await page.waitForFunction("document.activeElement.getBoundingClientRect().bottom < innerHeight")
          assert.isAbove((await marked.boundingBox())?.y ?? 0, 0)
          assert.strictEqual(await page.locator(".named-part").count(), 1)
        }
        yield* Effect.promise(async () => {
          await details(page, "Returns").waitFor()
          await find(page, "days refund")
          await page.getByRole("option", { name: "Days to refund" }).waitFor()
          await page.keyboard.press("Enter")
          await isMarked(parts.at(-1))
          await find(page, "ask 39")
          await page.getByRole("option", { name: "Ask 39" }).waitFor()
          await page.keyboard.press("Enter")
          await isMarked(parts[39])
          await page.reload()
          await isMarked(parts[39])
          await page.goBack()
          await isMarked(parts.at(-1))
          await details(page, "Returns").click()
          await page.locator(".named-part").waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
  )

  it.effect("text typed before the palette has loaded is searched for, and Escape cancels the loading", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page, errors } = yield* signedIn("lea", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        const loadViews = await heldViews(page)
        await page.reload()
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        await page.keyboard.press("Control+k")
        await page.keyboard.type("no")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Control+k")
        // Outside of the palette, c copies a link and n adds an objective.
        await page.keyboard.type("inc answers")
        loadViews()
        const palette = page.getByRole("combobox", { name: "Find" })
        await palette.waitFor()
        assert.strictEqual(await palette.inputValue(), "inc answers")
        assert.strictEqual(await page.locator(".toast").count(), 0)
        await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.type("answers")
        await page.getByRole("option", { name: "Answers" }).first().waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("if the palette cannot be loaded, text goes to the focused element", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* signedIn("mona", "editor", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        await page.route("**/assets/LazyViews-*.js", (route) => route.abort())
        await page.reload()
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("banner").getByRole("button", { name: "Try again" }).waitFor()
        const search = page.getByRole("searchbox", { name: "Search objectives" })
        await search.focus()
        await page.keyboard.type("refunds")
        assert.strictEqual(await search.inputValue(), "refunds")
        // The page does not change while the server does not answer.
        const again = page.getByRole("banner").getByRole("button", { name: "Try again" })
        await page.route("**/strategy/teams/*", (route) => route.abort())
        const refused = page.waitForEvent("requestfailed")
        await again.click()
        await refused
        assert.strictEqual(await search.inputValue(), "refunds")
        await page.unrouteAll()
        await again.click()
        await again.waitFor({ state: "detached" })
        await page.getByRole("heading", { name: "Refunds" }).waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Find" }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "the palette finds everything by keyboard alone, also what others add, and offers what the role may do",
    () =>
      Effect.gen(function* () {
        const [team = "", invoices = "", electronic = "", support = ""] = yield* filled([
          ["create_team", null, { name: "Wholesale", color: "#225588" }],
          ["create_objective", 0, { title: "Invoices" }],
          ["create_initiative", 1, { title: "Électronique, de gros" }],
          ["create_team", null, { name: "Branches", color: "#225588" }]
        ])
        const base = yield* BaseUrl
        yield* addUser("pat", "editor")
        const { page } = yield* (yield* Browser).visit({ viewport: { width: 1280, height: 800 } })
        yield* Effect.promise(async () => {
          await page.goto(`${base}/strategy/`)
          await enter(page, "pat")
          // When the stream begins, anything may have changed before.
          await page.locator(".connection.live").waitFor()
          await find(page, "gros electro invo")
          await page.getByRole("option", { name: "Électronique, de gros" }).waitFor()
          assert.deepStrictEqual(await found(page), ["Électronique, de gros"])
          await page.keyboard.press("Enter")
          await page.waitForURL(`${base}/strategy/teams/${team}/objectives/${invoices}#${electronic}`)
          await page.locator(".initiative.named-part:focus", { hasText: "Électronique" }).waitFor()
          // A change in the open team does not fetch all titles again; without a change nothing is fetched.
          let fetched = 0
          page.on("request", (request) => {
            if (request.url().endsWith("/api/titles")) fetched += 1
          })
          await page.getByRole("button", { name: "Edit objective title: Invoices" }).click()
          await page.keyboard.type(" and bills")
          await page.keyboard.press("Enter")
          await panel(page, "Invoices and bills").waitFor()
          await findUntil(page, "bills invoices", page.getByRole("option", { name: "Invoices and bills" }))
          await page.keyboard.press("Escape")
          assert.strictEqual(fetched, 0)
          await find(page, "branches")
          await page.getByRole("option").first().waitFor()
          assert.deepStrictEqual(await found(page), [
            "Branches",
            "New objective in Branches",
            "Check in for Branches",
            "Matrix of Branches",
            "Tree of Branches",
            "History of Branches",
            "Import into Branches",
            "Slides for Branches"
          ])
          await page.keyboard.press("ArrowUp")
          await page.locator("[aria-selected=true]", { hasText: "Slides for Branches" }).waitFor()
          await page.keyboard.press("ArrowDown")
          await page.keyboard.press("ArrowDown")
          await page.keyboard.press("Enter")
          await page.locator("input:focus[aria-label='New objective title']").waitFor()
          await at(page, `/strategy/teams/${support}`)
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).waitFor()
          await page.keyboard.press("Escape")
          await page.getByRole("dialog").waitFor({ state: "detached" })
          await find(page, "nothing like it")
          await page.getByText("No results for").waitFor()
          await page.keyboard.press("Escape")
        })
        const token = yield* signIn("pat")
        const data = { title: "Quicker answers" }
        yield* request("/api/events", { token, body: { eventType: "create_objective", targetId: support, data } })
        yield* Effect.promise(async () => {
          await findUntil(page, "quicker", page.getByRole("option", { name: "Quicker answers" }))
          await page.route("**/api/titles", (route) => route.abort())
          await page.keyboard.press("Escape")
        })
        yield* filled([["create_team", null, { name: "Elsewhere", color: "#225588" }]])
        yield* Effect.promise(async () => {
          await findUntil(page, "dark", page.getByText("These titles may be out of date"))
          await page.keyboard.press("Enter")
          await page.locator("html[data-theme=dark]").waitFor()
          await find(page, "go to all")
          await page.getByRole("option", { name: "Go to all teams" }).waitFor()
          await page.getByRole("combobox", { name: "Find" }).fill("invite people")
          await page.getByText("No results for “invite people”.").waitFor()
        })
      }).pipe(Effect.scoped)
  )
})
