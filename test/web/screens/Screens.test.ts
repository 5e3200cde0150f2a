import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { BrowserContext, Page, Route } from "playwright-core"
import type { Role } from "../../../src/domain/entities/Role.ts"
import { inspect, layoutFaults } from "../../browser/Layout.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, password, signIn, testServer } from "../../support/TestServer.ts"
import { enter } from "../accounts/SignedIn.ts"
import { type Ids, keptEdits, makeTeam } from "./ScreenTeam.ts"
import {
  boardOf,
  openBoard,
  type Place,
  type State,
  type StateName,
  sideways,
  skipped,
  states,
  type View,
  views
} from "./ScreenViews.ts"

const roles: ReadonlyArray<Role> = ["viewer", "editor", "admin"]

/** A folder for pictures of all screens, which are then drawn in all widths; unset for none. */
const pictures = process.env.SCREENS

/** Widths in pixels: a phone, a tablet, a small and a usual laptop, a monitor, a large monitor. */
const allWidths = [360, 768, 1024, 1280, 1440, 1920]

/** One for each arrangement: in one column, with some columns, with all of them. */
const widths = pictures === undefined ? [360, 1024, 1440] : allWidths

/** Narrower windows are those of touch screens. */
const narrowestWithMouse = 768

/** In a window of this width every dialog is as wide as it can be. */
const widestForDialogs = 1280

/** What differs between roles or between states of an edit is within a row, which the narrowest and the widest window show. */
const widthsOf = ({ role, state }: Place, { isDialog = false, lacks }: View): ReadonlyArray<number> => {
  const isOfRole = role === "editor" || (role === "admin" && lacks !== undefined)
  const chosen = (isOfRole && state === "plain") || pictures !== undefined ? widths : [widths[0] ?? 0, widestForDialogs]
  return chosen.filter((width) => width <= widestForDialogs || !isDialog)
}

/** Inspects all views of a role and state. */
const look = async (page: Page, place: Place): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const session = await page.context().newCDPSession(page)
  for (const view of views) {
    if (view.lacks?.(place.role, place.state) !== undefined) continue
    await page.setViewportSize({ width: 1280, height: 900 })
    await view.open(page, place)
    // The title is set right after the view is drawn.
    await page.waitForFunction("/. · Strategy$/.test(document.title)").catch(async () => {
      found.push(`${place.role}, ${place.state}, ${view.name}: is titled "${await page.title()}"`)
    })
    for (const width of widthsOf(place, view)) {
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: width < narrowestWithMouse })
      const faults = await layoutFaults(page, width, sideways)
      const file = `${place.role}, ${place.state}, ${view.name}, ${width}.png`
      if (pictures !== undefined) {
        await page.screenshot({ path: join(pictures, file), clip: { x: 0, y: 0, width, height: 1600 } })
      }
      for (const fault of faults) found.push(`${place.role}, ${place.state}, ${view.name}, ${width} px: ${fault}`)
    }
  }
  return found
}

const twoFrames = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

const answering = (answer: State["answer"]) => async (route: Route) => {
  if (answer === "real") return route.continue()
  return answer === "none" ? route.abort() : route.fulfill({ json: answer })
}

/** Opens a page in a state, whose edits come from the browser's storage, as after a crash. */
const prepared = async (context: BrowserContext, place: Place, userId: string): Promise<Page> => {
  const page = await context.newPage()
  await inspect(page, pictures !== undefined)
  const { phases, answer } = states[place.state]
  await page.route("**/api/events", answering(answer))
  await page.goto(`${place.url}/strategy/favicon.svg`)
  const edits = keptEdits(userId, place.ids, phases, 10_000)
  await page.evaluate(
    `localStorage.clear(); for (const [key, text] of ${JSON.stringify(edits)}) localStorage[key] = text`
  )
  return page
}

/** Views with a list that comes after other parts of them, and the answer after which it comes here. */
const lateLists = [
  { path: "webhooks", late: "/api/admin/webhooks", after: "/api/admin/tokens", shown: ".webhook, .webhooks + p" },
  { path: "account", late: "/api/auth/sessions", after: "/api/auth/tokens", shown: ".access-list .you" },
  { path: "log", late: "/api/history/all", after: "/api/teams", shown: ".entry" },
  { path: "users/log", late: "/api/admin/account-log", after: "/api/admin/users", shown: ".entry" }
]

/** Collects from now on by how much the browser says that what is shown moves by itself, a number without a unit. */
const watchShifts = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName).join()])
}).observe({ type: "layout-shift", buffered: true })`

/** People see a move from about a hundredth of the window on. */
const leastSeenShift = 0.005

const usernameOf = (role: Role): string => `${role}-${"Wolfeschlegelsteinhausenbergerdorff".repeat(2)}`.slice(0, 50)

/** A user of each role, and a team that the admin has made. */
class Strategy extends Context.Service<
  Strategy,
  { readonly users: ReadonlyArray<{ readonly id: string }>; readonly ids: Ids }
>()("test/web/Screens/Strategy") {
  static readonly layer = Layer.effect(
    Strategy,
    Effect.gen(function* () {
      const users = yield* Effect.forEach(roles, (role) => Effect.orDie(addUser(usernameOf(role), role)))
      return { users, ids: yield* makeTeam(yield* signIn(usernameOf("admin"))) }
    })
  )
}

const services = Layer.merge(Layer.provideMerge(Strategy.layer, testServer), Browser.shared)

layer(services, { excludeTestServices: true })("screens", (it) => {
  it.effect("show every text without overlap, in its cell and in the window, and let a mouse reach every control", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      const { users, ids } = yield* Strategy
      const { page } = yield* (yield* Browser).visit({
        reducedMotion: "reduce",
        deviceScaleFactor: pictures === undefined ? 0.25 : 1
      })
      const context = page.context()
      const found: Array<string> = []
      for (const [index, role] of roles.entries()) {
        const token = yield* signIn(usernameOf(role))
        for (const state of Object.keys(states) as ReadonlyArray<StateName>) {
          if (skipped(role, state) !== undefined) continue
          yield* Effect.promise(async () => {
            await context.addCookies([{ name: "strategy_session", value: token, url }])
            const place = { url, ids, role, state }
            const page = await prepared(context, place, users[index]?.id ?? "")
            found.push(...(await look(page, place)))
            await page.close()
          })
        }
      }
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )

  it.effect("have room for the connection's state while it is opened, while it is lost, and after an update", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      yield* Effect.orDie(addUser("unconnected", "admin"))
      const { page } = yield* (yield* Browser).visit({ reducedMotion: "reduce" })
      const found: Array<string> = []
      const look = async (state: string): Promise<void> => {
        for (const width of [320, ...widths]) {
          for (const fault of await layoutFaults(page, width, sideways)) found.push(`${state}, ${width} px: ${fault}`)
        }
      }
      yield* Effect.promise(async () => {
        await page.addInitScript(`SharedWorker = class {
          constructor() {
            const { port1, port2 } = new MessageChannel()
            this.port = port1
            globalThis.connectionIs = (connection) => port2.postMessage({ kind: "connection", connection })
          }
        }`)
        await inspect(page)
        await page.goto(`${url}/strategy/`)
        await enter(page, "unconnected")
        await page.locator(".connection.connecting").waitFor()
        await page.getByRole("heading", { level: 1 }).waitFor()
        await look("connecting")
        await page.evaluate("connectionIs('waiting')")
        await page.getByRole("button", { name: "Try again" }).waitFor()
        await look("lost")
        await page.route("**/strategy/", (route) => route.fulfill({ body: "<!doctype html>" }))
        await page.evaluate("connectionIs('live')")
        await page.getByRole("banner").getByText("A new version is here: reload to use it.").waitFor()
        await look("updated")
        await page.unrouteAll()
        await page.evaluate("connectionIs('waiting')")
        await page.evaluate("connectionIs('live')")
        await page.getByRole("alert").waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )

  it.effect("stay where they are when a list comes later than what is below it", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      yield* Strategy
      yield* Effect.orDie(addUser("arriving", "admin"))
      const [token = ""] = yield* Effect.replicateEffect(signIn("arriving"), 4)
      const found: Array<unknown> = []
      for (const { path, late, after, shown } of lateLists) {
        const { page } = yield* (yield* Browser).visit({ reducedMotion: "reduce" })
        yield* Effect.promise(async () => {
          await page.context().addCookies([{ name: "strategy_session", value: token, url }])
          await page.addInitScript(watchShifts)
          const others = page.waitForResponse((response) => new URL(response.url()).pathname === after)
          await page.route(
            (address) => address.pathname === late,
            async (route) => {
              await others
              await twoFrames(page)
              return route.continue()
            }
          )
          await page.goto(`${url}/strategy/${path}`)
          await page.locator(shown).first().waitFor()
          await twoFrames(page)
          const shifts = await page.evaluate<ReadonlyArray<readonly [size: number, what: string]>>("shifts")
          for (const [size, what] of shifts) if (size >= leastSeenShift) found.push({ path, size, what })
        })
      }
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )

  it.effect("begin with their title in view, whatever page they are opened from", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      const name = "opening"
      yield* Effect.orDie(addUser(name, "admin"))
      const { ids } = yield* Strategy
      const { page } = yield* (yield* Browser).visit({ reducedMotion: "reduce" })
      const found: Array<string> = []
      const arrive = async (how: string): Promise<void> => {
        await page.getByRole("heading", { level: 1 }).waitFor()
        await twoFrames(page)
        const [title, bar, scrolled] = await page.evaluate<ReadonlyArray<number>>(`[
          document.querySelector("h1").getBoundingClientRect().top,
          document.querySelector(".bar").getBoundingClientRect().bottom,
          scrollY
        ]`)
        const isSeen = title !== undefined && bar !== undefined && title >= bar
        if (!isSeen) found.push(`${how}: the title is at ${title}, the bar ends at ${bar}, scrolled by ${scrolled}`)
      }
      yield* Effect.promise(async () => {
        await page.goto(boardOf({ url, ids }))
        await page.getByLabel("Username").fill(name)
        await page.getByLabel("Password").fill(password)
        await page.setViewportSize({ width: 1280, height: 700 })
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.locator(".principle").nth(20).waitFor()
        await arrive("signed in")
        for (const width of widths) {
          await page.setViewportSize({ width, height: 700 })
          for (const to of ["Activity", "People", "Teams"]) {
            await page.evaluate("scrollTo(0, document.body.scrollHeight)")
            await page.getByRole("link", { name: to, exact: true }).click()
            await arrive(`${to} at ${width} px`)
          }
          await page.locator(".team-row h2 a").first().click()
          await page.locator(".objective").first().waitFor()
          await arrive(`the board at ${width} px`)
          await page.getByRole("link", { name: "Matrix" }).click()
          await page.locator(".matrix").waitFor()
          await arrive(`the matrix at ${width} px`)
          await page.goBack()
          await page.locator(".objective").first().waitFor()
          await page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
          await page.locator(".skip").focus()
          await page.keyboard.press("Enter")
          await arrive(`the board by the skip link at ${width} px`)
        }
      })
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )

  it.effect("show the focused element below the bar, going backwards through a long board by keyboard", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      yield* Effect.orDie(addUser("walking", "admin"))
      const token = yield* signIn("walking")
      const { ids } = yield* Strategy
      const { page } = yield* (yield* Browser).visit({ reducedMotion: "reduce" })
      const hidden = yield* Effect.promise(async () => {
        await page.context().addCookies([{ name: "strategy_session", value: token, url }])
        const found: Array<string> = []
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 600 })
          await openBoard(page, { url, ids, role: "admin", state: "plain" })
          await page.locator(".add").last().focus()
          // Rows that come near the window are laid out in the next frame, and may be higher than estimated.
          await twoFrames(page)
          for (let step = 0; step < 45; step++) {
            await page.keyboard.press("Shift+Tab")
            await twoFrames(page)
            const wrong = await page.evaluate<string>(`(() => {
              const { top, bottom, left, width, height } = document.activeElement.getBoundingClientRect()
              const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
              return document.activeElement.contains(hit) ? "" : document.activeElement.outerHTML.slice(0, 200)
            })()`)
            if (wrong !== "") found.push(`${width} px, ${step} back: ${wrong}`)
          }
        }
        return found
      })
      assert.deepStrictEqual(hidden, [])
    }).pipe(Effect.scoped)
  )
})
