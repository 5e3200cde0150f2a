import type { BrowserContext, Page } from "playwright-core"

/** How slow a page is. */
export interface Slowness {
  /** The share of its time that its main thread gets is one in so many. */
  readonly cpu: number
  /** The latency of its requests; those of the shared worker, which holds the stream, have none. */
  readonly latencyMs: number
  /** Answers to writes, answers to reads, and the stream's messages reach the page's code up to so much later. */
  readonly writesMs: number
  readonly readsMs: number
  readonly streamMs: number
}

const modulus = 2 ** 31 - 1

/** Numbers from 0 to 1 that a seed determines. */
const randomFrom = (seed: number): (() => number) => {
  let state = (seed % (modulus - 1)) + 1
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const seed = Number(process.env.SLOW_PAGES ?? 0)

const random = randomFrom(seed)

const oneOf = (...choices: ReadonlyArray<number>): number => choices[Math.floor(random() * choices.length)] ?? 0

/** Delays what the page's code gets by up to so many milliseconds: messages of the stream keep their order, answers do not. */
const delays = `({ writesMs, readsMs, streamMs }) => {
  const { setTimeout, fetch, performance } = window
  const now = performance.now.bind(performance)
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  window.fetch = (input, init) => {
    const most = (init?.method ?? "GET") === "GET" ? readsMs : writesMs
    return fetch(input, init).finally(() => wait(most * Math.random()))
  }
  if (streamMs === 0 || window.SharedWorker === undefined) return
  window.SharedWorker = class extends SharedWorker {
    constructor(...given) {
      super(...given)
      const { port } = this
      let last = Promise.resolve()
      const set = (handler) => {
        port.addEventListener("message", (event) => {
          const due = now() + streamMs * Math.random()
          last = last.then(() => wait(due - now())).then(() => handler(event))
        })
        port.start()
      }
      Object.defineProperty(port, "onmessage", { set })
    }
  }
}`

const slowDown = async (page: Page, { cpu, latencyMs }: Slowness): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu })
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", { ...unlimited, latency: latencyMs })
}

/**
 * With `SLOW_PAGES=<seed>`, makes the pages of a context slow, each context in another way, which it returns: so a test
 * fails that acts on one page because of what another one shows, or before what it acts on is there.
 */
export const slowed = async (context: BrowserContext): Promise<Slowness | undefined> => {
  if (seed === 0) return undefined
  const slowness: Slowness = {
    cpu: oneOf(1, 4, 8),
    latencyMs: oneOf(0, 0, 150, 600),
    writesMs: oneOf(0, 300, 1_500),
    readsMs: oneOf(0, 300, 1_500),
    streamMs: oneOf(0, 0, 300, 1_500)
  }
  await context.addInitScript(`(${delays})(${JSON.stringify(slowness)})`)
  context.on("page", (page) => void slowDown(page, slowness).catch(() => {}))
  return slowness
}
