import { Effect } from "effect"
import { spread } from "../Spread.ts"
import { requireValid, trying } from "../Validity.ts"
import type { Writer } from "../Writer.ts"
import { type Answer, type Connection, openConnection } from "./Connection.ts"

/** A request, and the check of its response. */
export interface Exchange {
  readonly request: string
  readonly isRight: (answer: Answer) => boolean
}

/** Gives a connection's exchanges, one after the other. */
export type Exchanges = (connection: number) => () => Exchange

/** What each connection sends, one request after the other. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** The time in which requests are started. */
  readonly milliseconds: number
  /** The most requests of a connection. */
  readonly requests?: number
  /** Called after an answer; resolves when its connection may go on. `sentAt`: when the request was sent, in milliseconds. */
  readonly pause?: (sentAt: number) => Promise<unknown>
  readonly exchanges: Exchanges
}

const head = (method: string, path: string, { url, token }: Writer): string =>
  `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: strategy_session=${token}\r\nx-csrf-token: 1\r\n`

/** Reads paths in turn; each response must have the status, and the body if it is given. */
export const reading = (
  target: Writer,
  paths: ReadonlyArray<string>,
  { status = 200, body, etag }: { readonly status?: number; readonly body?: Buffer; readonly etag?: string } = {}
): Exchanges => {
  const isRight = (answer: Answer) => answer.status === status && (body?.equals(answer.body) ?? true)
  const condition = etag === undefined ? "" : `if-none-match: ${etag}\r\n`
  const all = paths.map((path) => ({ request: `${head("GET", path, target)}${condition}\r\n`, isRight }))
  return () => {
    let serial = 0
    return () => all[serial++ % all.length] ?? { request: "", isRight }
  }
}

interface Edits {
  readonly targetIds: ReadonlyArray<string>
  readonly connections: number
  /** The begin of each title, unique to the load. */
  readonly label: string
  /** The `lastSeenSequence` of the first edits. */
  readonly seen: number | null
}

/** Edits titles of principles. Each connection has its own, and says that it has seen its last answer, so no edits conflict. */
export const editing = (target: Writer, { targetIds, connections, label, seen }: Edits): Exchanges => {
  const begin = `${head("POST", "/api/events", target)}content-type: application/json\r\ncontent-length: `
  return (connection) => {
    const own = targetIds.filter((_, n) => n % connections === connection)
    let lastSeenSequence = seen
    let serial = 0
    const isRight = ({ status, body }: Answer) => {
      if (status !== 200) return false
      const outcome: { readonly status: string; readonly sequenceNumber: number } = JSON.parse(body.toString())
      lastSeenSequence = outcome.sequenceNumber
      return outcome.status === "applied"
    }
    return () => {
      const data = { title: `${label}, connection ${connection}, edit ${serial}` }
      const edit = { eventType: "update_principle_title", targetId: own[serial++ % own.length], data, lastSeenSequence }
      const body = JSON.stringify(edit)
      return { request: `${begin}${Buffer.byteLength(body)}\r\n\r\n${body}`, isRight }
    }
  }
}

/** Gives the times from a request to the end of its response, in milliseconds, and the unexpected responses. */
const loaded = async (load: Load) => {
  const failed = Promise.withResolvers<never>()
  // A connection may fail before the promise is awaited.
  failed.promise.catch(() => {})
  const numbers = Array.from({ length: load.connections }, (_, n) => n)
  const connections = await Promise.all(numbers.map(() => openConnection(load.url, failed.reject)))
  const times: Array<number> = []
  const wrong: Array<string> = []
  const begun = performance.now()
  const drive = async (connection: Connection, n: number) => {
    const next = load.exchanges(n)
    for (let left = load.requests ?? Number.POSITIVE_INFINITY; left > 0; left--) {
      const { request, isRight } = next()
      const sent = performance.now()
      const answer = await connection.ask(request)
      times.push(performance.now() - sent)
      if (!isRight(answer)) wrong.push(`${answer.status} ${answer.body.toString("utf8", 0, 300)}`)
      await load.pause?.(sent)
      if (performance.now() >= begun + load.milliseconds) return
    }
  }
  try {
    await Promise.race([Promise.all(connections.map(drive)), failed.promise])
  } finally {
    for (const connection of connections) connection.close()
  }
  const perSecond = (times.length * 1_000) / (performance.now() - begun)
  return { answers: times.length, perSecond, times: spread(times), wrong }
}

/** Runs a load once; fails unless all responses were as expected. `name` is used in the message. */
export const run = Effect.fn("Load.run")(function* (name: string, load: Load) {
  const { wrong, ...made } = yield* trying("The load", () => loaded(load))
  const isRight = made.answers > 0 && wrong.length === 0
  yield* requireValid(isRight, `${wrong.length} of ${made.answers} answers of ${name} were wrong: ${wrong[0]}`)
  return made
})
