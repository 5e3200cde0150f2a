import type { BrowserContext, Page } from "playwright-core"

/** How slow the pages of a context are. */
export interface Slowness {
  /** The factor by which the main thread is slowed. It keeps the processor busy meanwhile, so other pages get slower too. */
  readonly cpu: number
  /** Milliseconds added to each request, except those of the shared worker, which holds the stream. */
  readonly latency: number
  /** The longest delays, in milliseconds, of answers to writes, of answers to reads, and of the stream's messages. */
  readonly writes: number
  readonly reads: number
  readonly stream: number
}

const noSlowness: Slowness = { cpu: 1, latency: 0, writes: 0, reads: 0, stream: 0 }

const maxSlowness: Slowness = { cpu: 4, latency: 400, writes: 800, reads: 800, stream: 1_000 }

const kinds = Object.keys(noSlowness) as ReadonlyArray<keyof Slowness>

/** One of the kinds, or a seed that selects some; empty for none. */
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

/** The wanted kind or, with a seed, each kind with a probability of one third. */
const chosenKinds = () => (kinds.some((kind) => kind === wanted) ? [wanted] : kinds.filter(() => random() < 1 / 3))

/** A script that delays what the page's code receives. The stream's messages keep their order; answers to requests do not. */
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
          // Messages that arrive within 20 ms of each other are delayed together.
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
 * number in some of them, each context in others. So a test fails if it acts on one page because of what another page
 * shows, or acts before its page shows what it acts on.
 */
export const slowed = async (context: BrowserContext): Promise<Slowness | undefined> => {
  if (wanted === "") return undefined
  const chosen = chosenKinds()
  const slowness: Slowness = {
    ...noSlowness,
    ...Object.fromEntries(Object.entries(maxSlowness).filter(([kind]) => chosen.includes(kind)))
  }
  await context.addInitScript(`(${delays})(${JSON.stringify(slowness)})`)
  if (slowness.cpu + slowness.latency > noSlowness.cpu)
    context.on("page", (page) => void slowDown(page, slowness).catch(() => {}))
  return slowness
}

/** Holds up requests to what a pattern matches, until the returned function is called. */
export const held = async (page: Page, pattern: string): Promise<() => void> => {
  const end = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await end.promise
    await route.continue()
  })
  return end.resolve
}

/** Holds up what the page loads when it is first needed. */
export const heldViews = (page: Page) => held(page, "**/assets/LazyViews-*.js")
