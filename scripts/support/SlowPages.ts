import type { BrowserContext, Page } from "playwright-core"

/** How slow the pages of a context are. */
export interface Slowness {
  /** The main thread gets one part in so many of its time. The processor is busy all the same: other pages suffer too. */
  readonly cpu: number
  /** Milliseconds more for each request, but not for those of the shared worker, which holds the stream. */
  readonly latency: number
  /** Milliseconds at most until the page's code gets an answer to a write, an answer to a read, and what the stream brings. */
  readonly writes: number
  readonly reads: number
  readonly stream: number
}

const none: Slowness = { cpu: 1, latency: 0, writes: 0, reads: 0, stream: 0 }

const most: Slowness = { cpu: 4, latency: 400, writes: 800, reads: 800, stream: 1_000 }

const kinds = Object.keys(none) as ReadonlyArray<keyof Slowness>

/** One of the kinds, or a seed. */
const wanted = process.env.SLOW_PAGES ?? ""

const modulus = 2 ** 31 - 1

/** Numbers from 0 to 1 that a seed determines. */
const randomFrom = (seed: number): (() => number) => {
  let state = (seed % (modulus - 1)) + 1
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const random = randomFrom(Number(wanted) || 0)

/** The kind that is wanted or, with a seed, each in every third context on average. */
const chosenKinds = () => (kinds.some((kind) => kind === wanted) ? [wanted] : kinds.filter(() => random() < 1 / 3))

/** Delays what the page's code gets; what the stream brings keeps its order, answers to requests do not. */
const delays = `({ writes, reads, stream }) => {
  const { setTimeout, fetch, performance } = window
  const now = performance.now.bind(performance)
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  const share = () => 1 - Math.random() ** 3
  window.fetch = (input, init) => {
    const ms = (init?.method ?? "GET") === "GET" ? reads : writes
    return fetch(input, init).finally(() => wait(ms * share()))
  }
  if (stream === 0 || window.SharedWorker === undefined) return
  window.SharedWorker = class extends SharedWorker {
    constructor(...given) {
      super(...given)
      const { port } = this
      let [last, arrived, due] = [Promise.resolve(), 0, 0]
      const set = (handler) => {
        port.addEventListener("message", (event) => {
          // What comes together stays together.
          if (now() - arrived > 20) due = now() + stream * share()
          arrived = now()
          last = last.then(() => (due > now() ? wait(due - now()) : undefined)).then(() => handler(event))
        })
        port.start()
      }
      Object.defineProperty(port, "onmessage", { set })
    }
  }
}`

const slowDown = async (page: Page, { cpu, latency }: Slowness): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu })
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", { ...unlimited, latency })
}

/**
 * With `SLOW_PAGES`, makes the pages of a context slow, and returns how: in one of the kinds, such as `writes`, or for a
 * number in some of them, each context in others. So a test fails that acts on one page because of what another one
 * shows, or before what it acts on is there.
 */
export const slowed = async (context: BrowserContext): Promise<Slowness | undefined> => {
  if (wanted === "") return undefined
  const chosen = chosenKinds()
  const slowness: Slowness = {
    ...none,
    ...Object.fromEntries(Object.entries(most).filter(([kind]) => chosen.includes(kind)))
  }
  await context.addInitScript(`(${delays})(${JSON.stringify(slowness)})`)
  if (slowness.cpu + slowness.latency > none.cpu)
    context.on("page", (page) => void slowDown(page, slowness).catch(() => {}))
  return slowness
}
