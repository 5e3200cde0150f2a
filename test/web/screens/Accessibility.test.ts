import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { CDPSession, Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, testServer } from "../../support/TestServer.ts"
import { enter } from "../accounts/SignedIn.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

const scan = `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " at " + target.join(" "))))`

/** The violations axe finds in the page. The page's policy forbids other scripts, but not those of the debugger. */
const found = async (page: Page): Promise<ReadonlyArray<string>> => {
  // After a step within the same document, axe is there already.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${axe};0`)
  // Where the page was scrolled to, its bar would cover half of a target.
  await page.evaluate("scrollTo(0, 0)")
  return page.evaluate<ReadonlyArray<string>>(scan)
}

/** The size of text that the reader has chosen for all pages; 16 pixels where nothing is chosen. */
const setTextSize = async (session: CDPSession, pixels: number): Promise<void> => {
  await session.send("Page.setFontSizes", { fontSizes: { standard: pixels, fixed: pixels } })
}

/** The pixels by which the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_principle", 0, { title: "Safe", description: "Nothing is lost." }],
  ["create_principle", 0, { title: "Fast" }],
  ["create_objective", 0, { title: "Refunds", status: "at_risk", dueDate: "2020-01-31", description: "Within a day" }],
  ["create_group", 3, { name: "Guided setup" }],
  ["create_initiative", 3, { title: "Ask the bank", status: "active" }],
  ["create_progress", 3, { name: "Hours", unit: "h", start: 72, target: 24, value: 60 }],
  ["create_objective", 0, { title: "Invoices" }],
  ["create_team", null, { name: "Search", color: "#882255" }]
])

type Step = readonly [view: string, act: (page: Page) => Promise<unknown>]

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()

/** Closes a dialog or a menu before the next step. */
const closing = async (page: Page): Promise<void> => {
  await page.keyboard.press("Escape")
  await page.locator("dialog[open]").waitFor({ state: "detached" })
}

const steps = (base: string, user: string, team: string, send: () => Promise<unknown>): ReadonlyArray<Step> => [
  [
    "the sign-in",
    async (page) => {
      await page.goto(`${base}/strategy/`)
      await page.getByRole("button", { name: "Sign in" }).waitFor()
    }
  ],
  [
    "the teams",
    async (page) => {
      await enter(page, user)
      await page.getByRole("link", { name: "Teams", exact: true }).click()
      await page.getByRole("link", { name: "Payments" }).first().waitFor()
    }
  ],
  ["a new team", (page) => press(page, "New team")],
  [
    "the first step of a team",
    async (page) => {
      await page.keyboard.type("Empty")
      await page.keyboard.press("Enter")
      await page.getByRole("region", { name: "Get started" }).waitFor()
    }
  ],
  [
    "the board",
    async (page) => {
      await closing(page)
      await page.goto(`${base}/strategy/teams/${team}`)
      await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor()
    }
  ],
  [
    "an open objective",
    async (page) => {
      await page.locator(".objective h3 button").first().click()
      await page.getByText("Ask the bank").waitFor()
    }
  ],
  [
    "a text being edited",
    (page) => page.getByRole("button", { name: "Edit objective title: Refunds" }).first().click()
  ],
  [
    "a conflict",
    async (page) => {
      await page.keyboard.type(" for all")
      await send()
      await page.getByText("changed this while").waitFor()
    }
  ],
  [
    "a menu",
    async (page) => {
      await page.getByRole("button", { name: "Use theirs" }).click()
      await page
        .locator(".objective-panel")
        .getByRole("button", { name: /More actions/ })
        .first()
        .click()
      await page.getByRole("menu").waitFor()
    }
  ],
  [
    "a history",
    async (page) => {
      await page.keyboard.press("Escape")
      await page.getByRole("menu").waitFor({ state: "detached" })
      await page.goto(`${base}/strategy/teams/${team}`)
      await press(page, "History")
      await page.getByRole("dialog").getByRole("listitem").first().waitFor()
    }
  ],
  ["a restore", (page) => press(page, /Restore to here/)],
  [
    "a check-in",
    async (page) => {
      await page.goto(`${base}/strategy/teams/${team}/check-in`)
      await page.locator(".check-in-row [name=value]").first().fill("12345678")
      await page.keyboard.press("Control+Enter")
      await page.locator(".question").waitFor()
      await page.keyboard.press("Control+Enter")
      await page.getByText("Saved 1 check-in.").waitFor()
    }
  ],
  [
    "an objective’s page",
    async (page) => {
      await page.locator(".check-in-objective .title").first().click()
      await page.getByRole("link", { name: "Charts and check-ins" }).click()
      await page.locator(".plot").waitFor()
      await page.locator(".check-in-table summary").click()
    }
  ],
  [
    "an import",
    async (page) => {
      await page.goto(`${base}/strategy/teams/${team}`)
      await press(page, "More actions for Payments")
      await page.getByRole("menuitem", { name: "Import…" }).click()
      await page.locator(".import-source textarea").fill("Title,Due,Owner\nInvoices,soon,me\nGrow,3/4/2027,me")
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("button", { name: "Row 1 names the columns" }).waitFor()
    }
  ],
  [
    "the review of an import",
    async (page) => {
      await page.getByRole("button", { name: "Review", exact: true }).click()
      await page
        .getByRole("button", { name: /^Show th/ })
        .first()
        .click()
      await page.getByRole("button", { name: "Import 1 item" }).waitFor()
    }
  ],
  [
    "an import that is done",
    async (page) => {
      await press(page, "Import 1 item")
      await page.getByText("Imported 1 item").waitFor()
    }
  ],
  [
    "the matrix",
    async (page) => {
      await page.goto(`${base}/strategy/teams/${team}/matrix`)
      await page.getByRole("table").waitFor()
    }
  ],
  [
    "the tree",
    async (page) => {
      await page.goto(`${base}/strategy/teams/${team}/tree`)
      await page.locator(".tree a").first().waitFor()
    }
  ],
  [
    "the overview, with an objective open and what has changed",
    async (page) => {
      await page.goto(`${base}/strategy/overview?since=7d&team=${team}`)
      await page.locator("button.title", { hasText: "Refunds" }).click()
      await page.getByRole("heading", { name: "Measures" }).waitFor()
      await page.locator(".team-changes").waitFor()
    }
  ],
  [
    "the log",
    async (page) => {
      await page.goto(`${base}/strategy/log`)
      await page.getByRole("main").getByRole("listitem").first().waitFor()
    }
  ],
  [
    "the users",
    async (page) => {
      await page.goto(`${base}/strategy/users`)
      await page.getByRole("table").waitFor()
    }
  ],
  [
    "the account log",
    async (page) => {
      await page.getByRole("link", { name: "Account activity" }).click()
      await page.locator(".entry").first().waitFor()
    }
  ],
  [
    "an account log without entries",
    async (page) => {
      await page.getByLabel("Username").fill("nobody")
      await page.keyboard.press("Enter")
      await page.getByText("No entries about nobody.").waitFor()
      await page.getByRole("link", { name: "People" }).last().click()
      await page.getByRole("table").waitFor()
    }
  ],
  ["an invitation", (page) => press(page, "Invite people")],
  [
    "the webhooks",
    async (page) => {
      await closing(page)
      await page.getByRole("link", { name: "Integrations" }).click()
      await press(page, "Add webhook")
      await page.getByLabel("URL").fill("https://localhost/hook")
      await page.keyboard.press("Enter")
      await page.getByRole("region", { name: "Secret of https://localhost/hook" }).waitFor()
      await page.getByRole("article").last().getByRole("button", { name: "Deliveries" }).click()
      await page.locator(".webhook .history[aria-busy=false]").waitFor()
    }
  ],
  [
    "a new webhook",
    async (page) => {
      await press(page, "Add webhook")
      await page.getByText("Event types: all").click()
      await page.keyboard.press("Tab")
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
      await page.getByText("The url must have").waitFor()
    }
  ],
  [
    "the palette",
    async (page) => {
      await closing(page)
      await press(page, "Find")
      await page.getByRole("combobox", { name: "Find" }).fill("bank")
      await page.getByRole("option", { name: "Ask the bank" }).first().waitFor()
    }
  ],
  [
    "an address of an objective that is not there",
    async (page) => {
      await page.goto(`${base}/strategy/teams/${team}/objectives/${team}`)
      await page.getByText("This item no longer exists.").waitFor()
    }
  ],
  [
    "the keys",
    async (page) => {
      await page.keyboard.press("?")
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor()
    }
  ],
  [
    "an address of nothing",
    async (page) => {
      await page.goto(`${base}/strategy/nothing`)
      await page.getByRole("heading", { name: "Page not found" }).waitFor()
    }
  ],
  [
    "an invitation",
    async (page) => {
      await page.goto(`${base}/strategy/#username=${"m".repeat(50)}&invitation=none`)
      await page.getByLabel("Password").fill("correct horse")
      await page.keyboard.press("Enter")
      await page.getByText("This link was used already").waitFor()
    }
  ]
]

/** What is tried of each view, in this order: the window's width, the theme, and the size of text in pixels. */
const windows = [
  { width: 1280, colorScheme: "light", textPx: 16 },
  { width: 320, colorScheme: "dark", textPx: 16 },
  { width: 360, colorScheme: "light", textPx: 32 }
] as const

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Every view", (it) => {
  it.effect("is accessible in both themes, and fits a wide and a narrow window, and one with large text", () =>
    Effect.gen(function* () {
      const base = yield* BaseUrl
      const [team = "", , , refunds = ""] = yield* strategy
      yield* Effect.orDie(addUser("axel", "admin"))
      const other = yield* visitor("other", "admin", "/strategy/")
      const { page } = yield* (yield* Browser).visit({ reducedMotion: "reduce" })
      const session = yield* Effect.promise(() => page.context().newCDPSession(page))
      const context = yield* Effect.context<BaseUrl>()
      const send = () =>
        Effect.runPromiseWith(context)(other.send("update_objective_title", refunds, { title: "Refunds by law" }))
      const wrong: Array<string> = []
      const look = async (view: string): Promise<void> => {
        for (const { width, colorScheme, textPx } of windows) {
          await setTextSize(session, textPx)
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          const excess = await overflow(page)
          const how = `${view}, ${width} px, ${colorScheme}, text of ${textPx} px`
          if (excess > 0) wrong.push(`${how}: ${excess} px wider than the window`)
          // The faults that axe finds do not depend on the size of text.
          if (textPx === 16) for (const fault of await found(page)) wrong.push(`${how}: ${fault}`)
        }
        const [first] = windows
        await setTextSize(session, first.textPx)
        await page.setViewportSize({ width: first.width, height: 900 })
      }
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        for (const [view, act] of steps(base, "axel", team, send)) {
          await act(page)
          await look(view)
        }
      })
      assert.deepStrictEqual(wrong, [])
    }).pipe(Effect.scoped)
  )
})
