import { Effect } from "effect"
import { chromium, type Page } from "playwright-core"
import { launch } from "../../support/Chromium.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as CountingRelay from "./CountingRelay.ts"

/** Where a page is opened, by whom, and the selector of the rows that it shows. */
interface Place {
  readonly url: string
  readonly token: string
  readonly path: string
  readonly rows: string
}

/** Resolves in the page to the milliseconds since it was opened, when its first rows have been painted. */
const probe = (rows: string) => `window.usable = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector("${rows}") === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  }
  look()
})`

/** Opens a page until its stream is live; gives the milliseconds until its first rows are shown. */
const usable = (page: Page, { url, path, rows }: Place) =>
  Effect.tryPromise({
    try: async () => {
      await page.addInitScript(probe(rows))
      await page.goto(`${url}${path}`, { waitUntil: "commit" })
      const milliseconds = Number(await page.evaluate("window.usable"))
      await page.locator(".connection.live").waitFor()
      return milliseconds
    },
    catch: (cause) => new InvalidRun({ message: `${path} did not open: ${cause}.` })
  })

/** An empty browser in which somebody is signed in, and a check that its pages have reported no errors. */
const signedIn = Effect.fnUntraced(function* ({ url, token }: Place) {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => launch()),
    (server) => Effect.promise(() => server.close())
  )
  const errors: Array<string> = []
  const context = yield* Effect.promise(async () => {
    const browser = await chromium.connect(server.wsEndpoint())
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
    context.on("weberror", (error) => errors.push(String(error.error())))
    await context.addCookies([{ name: "strategy_session", value: token, url, httpOnly: true }])
    return context
  })
  return {
    newPage: Effect.promise(() => context.newPage()),
    noErrors: Effect.suspend(() => requireValid(errors.length === 0, `The page reported: ${errors[0]}.`))
  }
})

/** The milliseconds until the first rows of a page, in an empty browser. */
export const firstRows = Effect.fn("Visits.firstRows")(function* (place: Place) {
  const { newPage, noErrors } = yield* signedIn(place)
  const milliseconds = yield* usable(yield* newPage, place)
  yield* noErrors
  return milliseconds
}, Effect.scoped)

/** The network that browsers call "Fast 3G". */
const fast3g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }

const throttle = (page: Page) =>
  Effect.promise(async () => {
    const session = await page.context().newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", fast3g)
  })

/** Waits until a page whose stream is open has sent its last request. */
const quiet = Effect.sleep("2 seconds")

/** Opens a page on a slow network in an empty browser, and once more; counts all bytes that the server sends. */
export const slowVisits = Effect.fn("Visits.slowVisits")(function* (place: Place) {
  const { url, received } = yield* CountingRelay.make(place.url)
  const relayed = { ...place, url }
  const { newPage, noErrors } = yield* signedIn(relayed)
  const visit = Effect.gen(function* () {
    const [page, before] = [yield* newPage, received()]
    yield* throttle(page)
    const usableMs = yield* usable(page, relayed)
    yield* quiet
    const bytes = received() - before
    yield* Effect.promise(() => page.close())
    return { bytes, usableMs }
  })
  const [first, second] = [yield* visit, yield* visit]
  yield* noErrors
  return { first, second }
}, Effect.scoped)
