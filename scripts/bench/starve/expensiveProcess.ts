import { Agent, type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { get } from "../load/Requests.ts"
import { answer, now } from "../ProtocolServer.ts"
import { type ExpensiveRequest, expensiveRequests } from "./ExpensiveRequests.ts"
import type { World } from "./World.ts"

/** Each kind of caller has an address of its own. */
const addresses = { nobody: "127.0.0.2", viewer: "127.0.0.3", editor: "127.0.0.4", admin: "127.0.0.5" }

/** A caller gives up if it receives nothing for this time. */
const silenceMs = 60_000

/** How long an answer is left unread: without reading, only a reset is noticed when the server closes. */
const unreadMs = 45_000

const usualPauseMs = 5

interface Tally {
  readonly name: string
  /** The answers by status, by `unread`, or by the error if there was none. */
  readonly answers: Record<string, number>
  /** The number of 5xx responses other than a 503 with `Retry-After`. */
  undeclared: number
  slowestMs: number
}

const stopping = new AbortController()
const tallies: ReadonlyArray<Tally> = expensiveRequests.map(({ name }) => {
  return { name, answers: {}, undeclared: 0, slowestMs: 0 }
})
let running: ReadonlyArray<Promise<void>> = []

const tokenOf = ({ expensive }: World, { by }: ExpensiveRequest) => (by === "nobody" ? "" : expensive[by])

/** Sends the next request and reads its whole answer. */
const readWhole = (world: World, kind: ExpensiveRequest, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { path, body } = kind.next(world)
    const cookie = `strategy_session=${tokenOf(world, kind)}`
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const type = text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}
    const options = {
      agent,
      method: text === undefined ? "GET" : "POST",
      headers: { cookie, "x-csrf-token": "1", ...type }
    }
    const sent = request(world.url + path, options, (response) =>
      response
        .on("error", reject)
        .on("end", () => resolve(response))
        .resume()
    )
    sent.setTimeout(silenceMs, () => sent.destroy(new Error("no answer in time")))
    sent.on("error", reject).end(text)
  })

/** Sends a GET and never reads its answer, until the server closes the connection. */
const readNothing = (world: World, kind: ExpensiveRequest) =>
  new Promise<void>((resolve) => {
    const { hostname: host, port } = new URL(world.url)
    const socket = connect({ host, port: Number(port), localAddress: addresses[kind.by] }, () =>
      socket.write(get({ url: world.url, token: tokenOf(world, kind) }, kind.next(world).path))
    )
    const leave = () => socket.destroy()
    stopping.signal.addEventListener("abort", leave, { once: true })
    socket.setTimeout(unreadMs, leave)
    socket.on("error", leave)
    socket.on("close", () => {
      stopping.signal.removeEventListener("abort", leave)
      resolve()
    })
  })

/** Sends requests of one kind one after the other, on one connection, until all stop. */
const repeat = async (world: World, kind: ExpensiveRequest, tally: Tally): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: addresses[kind.by] })
  stopping.signal.addEventListener("abort", () => agent.destroy(), { once: true })
  while (!stopping.signal.aborted) {
    const begun = now()
    let how = "unread"
    try {
      if (kind.isUnread) await readNothing(world, kind)
      else {
        const { statusCode = 0, headers } = await readWhole(world, kind, agent)
        how = String(statusCode)
        if (statusCode >= 500 && !(statusCode === 503 && headers["retry-after"] !== undefined)) tally.undeclared++
        tally.slowestMs = Math.max(tally.slowestMs, now() - begun)
      }
    } catch (error) {
      if (stopping.signal.aborted) return
      how = error instanceof Error ? error.message : String(error)
    }
    tally.answers[how] = (tally.answers[how] ?? 0) + 1
    await pause(kind.pauseMs ?? usualPauseMs)
  }
}

const methods = {
  start: (world: World): void => {
    running = expensiveRequests.flatMap((kind, n) => {
      const tally = tallies[n]
      return tally === undefined ? [] : Array.from({ length: kind.connections }, () => repeat(world, kind, tally))
    })
  },
  /** Stops all requests; gives what was answered since the start. */
  stop: async (): Promise<ReadonlyArray<Tally>> => {
    stopping.abort()
    await Promise.all(running)
    return tallies
  }
}
export type ExpensiveProcess = typeof methods

answer(methods)
