import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as CountingRelay from "./CountingRelay.ts"

/** The network that browsers call "Fast 3G". */
const fast3g = { latencyMs: 150, bytesPerSecond: 200_000 }

/** A script that runs in the page before its own. `window.usable` resolves to the milliseconds until the first rows are shown. */
const probe = `window.usable = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector(".objective") === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  }
  look()
})`

interface Visited {
  readonly bytes: number
  readonly usableMs: number
}

const decodeMs = Schema.decodeUnknownEffect(Schema.Finite)

/** Waits until a page whose stream is open has sent its last request. */
const quiet = Effect.sleep("2 seconds")

const throttle = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: fast3g.latencyMs,
    downloadThroughput: fast3g.bytesPerSecond,
    uploadThroughput: fast3g.bytesPerSecond / 2
  })
}

/** Opens a board on a slow network in an empty browser, and once more; counts all bytes that the server sends. */
export const measure = Effect.fn("Visits.measure")(function* (url: string, token: string, teamId: string) {
  const relay = yield* CountingRelay.make(url)
  const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1400, height: 900 } })
  const context = page.context()
  yield* Effect.promise(() =>
    context.addCookies([{ name: "strategy_session", value: token, url: relay.url, httpOnly: true }])
  )
  const visit = Effect.fnUntraced(function* (page: Page) {
    const before = relay.bytes()
    const found = yield* Effect.tryPromise({
      try: async () => {
        await page.addInitScript(probe)
        await throttle(page)
        await page.goto(`${relay.url}/strategy/teams/${teamId}`, { waitUntil: "commit" })
        const milliseconds = await page.evaluate("window.usable")
        await page.locator(".connection.live").waitFor()
        return milliseconds
      },
      catch: (cause) => new InvalidRun({ message: `The board did not open: ${cause}.` })
    })
    yield* quiet
    return { bytes: relay.bytes() - before, usableMs: yield* Effect.orDie(decodeMs(found)) } satisfies Visited
  })
  const first = yield* visit(page)
  yield* Effect.promise(() => page.close())
  const second = yield* visit(yield* Effect.promise(() => context.newPage()))
  yield* requireValid(errors.length === 0, `The page reported an error: ${errors[0]}.`)
  return { first, second }
}, Effect.scoped)
