import { answer, now, processorTime } from "../ProtocolServer.ts"
import { type Spread, spread } from "../Spread.ts"
import { Connection } from "./Connection.ts"
import { get, poster, type Target } from "./Requests.ts"

/**
 * What each connection sends, one request after the other: reads, or edits, or both, of which one in `editEvery` is an edit.
 * Each connection edits titles of its own entities, and says that it has seen its last answer, so that no edits conflict.
 */
export interface Load extends Target {
  readonly connections: number
  /** The time in which requests are started. */
  readonly milliseconds: number
  /** The most requests of a connection. */
  readonly requests?: number
  /** The pause between an answer and the next request. */
  readonly pauseMs?: number
  /** Paths that are read in turn, and the status and body that all their responses must have. */
  readonly reads?: { readonly paths: ReadonlyArray<string>; readonly status?: number; readonly body?: Uint8Array }
  readonly edits?: Edits
  readonly editEvery?: number
}

interface Edits {
  readonly eventType: "update_principle_title" | "update_objective_title"
  readonly targetIds: ReadonlyArray<string>
  /** The `lastSeenSequence` of the first edits. */
  readonly lastSeenSequence: number
  /** The start of each title, unique to the load. */
  readonly label: string
}

export interface Loaded {
  readonly answers: number
  /** The time from the first request to the last response. */
  readonly milliseconds: number
  /** The time from a request to the end of its response, in milliseconds. */
  readonly reads: Spread
  readonly edits: Spread
  /** The number of unexpected responses, and an example. */
  readonly wrong: number
  readonly example: string | undefined
  /** The share of the time in which the load process was busy. Near 1, the load itself is the limit. */
  readonly busy: number
}

/** The next request of a connection, and the check of its response. */
interface Asked {
  readonly request: string
  readonly accept: (status: number, body: Buffer) => boolean
}

const reading = (load: Load): (() => Asked) => {
  const { paths, status: expected = 200, body } = load.reads ?? { paths: [] }
  const whole = body === undefined ? undefined : Buffer.from(body)
  const accept: Asked["accept"] = (status, body) => status === expected && (whole?.equals(body) ?? true)
  const all = paths.map((path) => ({ request: get(load, path), accept }))
  let serial = 0
  return () => all[serial++ % all.length] ?? { request: "", accept }
}

const editing = (load: Load, connection: number): (() => Asked) => {
  const { eventType, targetIds, label, ...given } = load.edits ?? ({ targetIds: [], lastSeenSequence: 0 } as const)
  const own = targetIds.filter((_, n) => n % load.connections === connection)
  const submission = poster(load, "/api/events")
  let { lastSeenSequence } = given
  let serial = 0
  const accept: Asked["accept"] = (status, body) => {
    if (status !== 200) return false
    const outcome: { readonly status: string; readonly sequenceNumber: number } = JSON.parse(body.toString())
    lastSeenSequence = outcome.sequenceNumber
    return outcome.status === "applied"
  }
  return () => {
    const targetId = own[serial % own.length]
    const data = { title: `${label}, connection ${connection}, edit ${serial++}` }
    return { request: submission({ eventType, targetId, data, lastSeenSequence }), accept }
  }
}

const run = async (load: Load): Promise<Loaded> => {
  const { editEvery = load.reads === undefined ? 1 : Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY } =
    load
  const failed = Promise.withResolvers<never>()
  // A connection may fail before the promise is awaited.
  failed.promise.catch(() => {})
  const numbers = Array.from({ length: load.connections }, (_, n) => n)
  const connections = await Promise.all(numbers.map(() => Connection.open(load.url, failed.reject)))
  const times = { reads: [] as Array<number>, edits: [] as Array<number> }
  let wrong = 0
  let example: string | undefined
  const busyBefore = processorTime()
  const begun = now()

  const drive = (connection: Connection, n: number) =>
    new Promise<void>((done) => {
      const [nextRead, nextEdit] = [reading(load), editing(load, n)]
      let serial = 0
      const ask = () => {
        const isEdit = ++serial % editEvery === 0
        const { request, accept } = isEdit ? nextEdit() : nextRead()
        const sent = now()
        connection.ask(request, (status, body) => {
          const at = now()
          times[isEdit ? "edits" : "reads"].push(at - sent)
          if (!accept(status, body)) {
            wrong++
            example ??= `${status} ${body.toString("utf8", 0, 300)}`
          }
          if (at >= begun + load.milliseconds || serial >= requests) done()
          else if (load.pauseMs === undefined) ask()
          else setTimeout(ask, load.pauseMs)
        })
      }
      ask()
    })

  await Promise.race([Promise.all(connections.map(drive)), failed.promise])
  const milliseconds = now() - begun
  const busy = (processorTime() - busyBefore) / milliseconds
  for (const connection of connections) connection.close()
  const [reads, edits] = [spread(times.reads), spread(times.edits)]
  return { answers: reads.count + edits.count, milliseconds, reads, edits, wrong, example, busy }
}

const methods = { run }
export type LoadProcess = typeof methods

answer(methods)
