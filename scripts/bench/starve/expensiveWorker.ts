import { Agent, type IncomingMessage, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { type ExpensiveRequest, expensiveRequests } from "./ExpensiveRequests.ts"
import type { World } from "./World.ts"

/** Each kind of caller has an address of its own. */
const addresses = { nobody: "127.0.0.2", viewer: "127.0.0.3", editor: "127.0.0.4", admin: "127.0.0.5" }

/** A caller gives up if it receives nothing for this time. */
const silenceMs = 60_000

/** How long an answer is left unread: without reading, only a reset is noticed when the server closes. */
const unreadMs = 45_000

const usualPauseMs = 5

/** A thread of its own, since its requests would delay the small ones that are measured. */
const world: World = workerData

const stopping = new AbortController()

export interface Tally {
  readonly name: string
  /** The answers by status, or by the error if there was none. */
  readonly answers: Record<string, number>
  /** The number of 5xx responses other than a 503 with `Retry-After`. */
  undeclared: number
}

/** Sends the next request of a kind; resolves at the end of its answer, which is read unless it is to be left unread. */
const exchange = (kind: ExpensiveRequest, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { path, body } = kind.next(world)
    const token = kind.by === "nobody" ? "" : world.expensive[kind.by]
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const type = text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}
    const headers = { cookie: `strategy_session=${token}`, "x-csrf-token": "1", ...type }
    const method = text === undefined ? "GET" : "POST"
    const sent = request(world.url + path, { agent, method, headers }, (response) => {
      response.on("error", reject).on("end", () => resolve(response))
      if (!kind.isUnread) response.resume()
    })
    const [timeout, why] = kind.isUnread ? [unreadMs, "unread"] : [silenceMs, "no answer in time"]
    sent.setTimeout(timeout, () => sent.destroy(new Error(why)))
    // The end of a short answer that is left unread is never heard.
    sent.on("close", () => reject(new Error(why)))
    sent.on("error", reject).end(text)
  })

/** Sends requests of one kind one after the other, on one connection, until all stop. */
const repeat = async (kind: ExpensiveRequest, tally: Tally): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: addresses[kind.by] })
  stopping.signal.addEventListener("abort", () => agent.destroy(), { once: true })
  while (!stopping.signal.aborted) {
    let how: string
    try {
      const { statusCode = 0, headers } = await exchange(kind, agent)
      how = String(statusCode)
      if (statusCode >= 500 && !(statusCode === 503 && headers["retry-after"] !== undefined)) tally.undeclared++
    } catch (error) {
      if (stopping.signal.aborted) return
      how = error instanceof Error ? error.message : String(error)
    }
    tally.answers[how] = (tally.answers[how] ?? 0) + 1
    await pause(kind.pauseMs ?? usualPauseMs)
  }
}

const tallies = expensiveRequests.map((kind) => {
  const tally: Tally = { name: kind.name, answers: {}, undeclared: 0 }
  return { tally, running: Array.from({ length: kind.connections }, () => repeat(kind, tally)) }
})

parentPort?.once("message", async () => {
  stopping.abort()
  await Promise.all(tallies.flatMap(({ running }) => running))
  parentPort?.postMessage(tallies.map(({ tally }) => tally))
})
