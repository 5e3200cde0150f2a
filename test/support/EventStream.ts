import * as http from "node:http"
import * as https from "node:https"
import { credentialOf } from "../../scripts/support/Calls.ts"
import * as EventStreamParser from "./EventStreamParser.ts"

export interface Frame {
  readonly event: string
  readonly id: string
  /** The data, as received and parsed as JSON. */
  readonly text: string
  readonly data: unknown
  readonly retry: number | null
  /** `performance.now()` when the frame was read. */
  readonly at: number
}

/**
 * How a stream ended: `end` and `busy` by the event of that name, `closed` by the end of the response without one, `cut`
 * by a broken connection, `status` by a response that is not an event stream, `error` by no response or by bytes that are
 * not a valid stream, `left` by the client's own `close`.
 */
export type Ended =
  | { readonly how: "end"; readonly reason: unknown }
  | { readonly how: "busy"; readonly scope: unknown }
  | { readonly how: "closed" | "left" }
  | { readonly how: "cut" | "error"; readonly message: string }
  | { readonly how: "status"; readonly status: number; readonly body: string }

interface OpenOptions {
  /** The server's address, such as `http://127.0.0.1:3000`. */
  readonly url: string
  readonly token: string
  /** Sent as `Last-Event-ID`. */
  readonly lastEventId?: string | undefined
  /** By default `/api/sse`. */
  readonly path?: string
  /** The number of latest frames that are kept; by default all. */
  readonly kept?: number
  readonly onFrame?: (frame: Frame) => void
}

export interface EventStream {
  readonly frames: ReadonlyArray<Frame>
  /** The status and headers of the response; rejects if there is none. */
  readonly answered: Promise<{ readonly status: number; readonly headers: http.IncomingHttpHeaders }>
  readonly ended: Promise<Ended>
  /** The first frame, received already or later, for which the predicate holds; rejects after `millis`, or when the stream ends. */
  readonly waitFor: (predicate: (frame: Frame) => boolean, millis: number) => Promise<Frame>
  readonly close: () => void
}

const unlimited = { keepAlive: false, maxSockets: Number.POSITIVE_INFINITY }
const plain = { request: http.request, agent: new http.Agent(unlimited) }
const encrypted = { request: https.request, agent: new https.Agent(unlimited) }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const valueOf = (data: unknown, key: string): unknown =>
  typeof data === "object" && data !== null ? Reflect.get(data, key) : undefined

const textOf = async (response: http.IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Opens one stream and reads it until either side ends it. */
export const open = (options: OpenOptions): EventStream => {
  const { url, token, lastEventId, path = "/api/sse", kept, onFrame } = options
  const frames: Array<Frame> = []
  const waiting = new Set<(frame: Frame) => void>()
  const answered = Promise.withResolvers<{ status: number; headers: http.IncomingHttpHeaders }>()
  const ending = Promise.withResolvers<Ended>()
  answered.promise.catch(() => {})

  const parse = EventStreamParser.make(({ event, id, data, retry }) => {
    const frame: Frame = { event, id, text: data, data: JSON.parse(data), retry, at: performance.now() }
    frames.push(frame)
    if (kept !== undefined && frames.length > kept) frames.shift()
    for (const hear of waiting) hear(frame)
    onFrame?.(frame)
  })

  const { request, agent } = url.startsWith("https:") ? encrypted : plain
  const outgoing = request(`${url}${path}`, {
    agent,
    headers: {
      accept: "text/event-stream",
      ...credentialOf(token),
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId })
    }
  })

  const finish = (otherwise: Ended): void => {
    const last = frames.at(-1)
    if (last?.event === "end") ending.resolve({ how: "end", reason: valueOf(last.data, "reason") })
    else if (last?.event === "busy") ending.resolve({ how: "busy", scope: valueOf(last.data, "scope") })
    else ending.resolve(otherwise)
  }

  const read = (response: http.IncomingMessage): void => {
    response.on("data", (chunk: Buffer) => {
      try {
        parse(chunk)
      } catch (error) {
        ending.resolve({ how: "error", message: messageOf(error) })
        outgoing.destroy()
      }
    })
    response.on("end", () => finish({ how: "closed" }))
  }

  outgoing.on("error", (error) => {
    answered.reject(error)
    finish({ how: "error", message: error.message })
  })
  outgoing.on("response", (response) => {
    const status = response.statusCode ?? 0
    const isStream = status === 200 && response.headers["content-type"]?.startsWith("text/event-stream") === true
    answered.resolve({ status, headers: response.headers })
    if (!isStream) {
      textOf(response).then(
        (body) => ending.resolve({ how: "status", status, body }),
        (error) => ending.resolve({ how: "cut", message: messageOf(error) })
      )
      return
    }
    response.on("error", (error) => finish({ how: "cut", message: error.message }))
    response.on("close", () => finish({ how: "cut", message: "the connection is closed" }))
    read(response)
  })
  outgoing.end()

  const waitFor = (predicate: (frame: Frame) => boolean, millis: number): Promise<Frame> => {
    const found = frames.find(predicate)
    if (found !== undefined) return Promise.resolve(found)
    const { promise, resolve, reject } = Promise.withResolvers<Frame>()
    const hear = (frame: Frame) => predicate(frame) && resolve(frame)
    const giveUp = (why: string) => reject(new Error(`${why}; the last frames: ${JSON.stringify(frames.slice(-5))}`))
    const timer = setTimeout(() => giveUp(`No such frame within ${millis} ms`), millis)
    ending.promise.then((ended) => giveUp(`The stream ended (${JSON.stringify(ended)})`))
    waiting.add(hear)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(hear)
    })
  }

  const close = (): void => {
    ending.resolve({ how: "left" })
    outgoing.destroy()
  }

  return { frames, answered: answered.promise, ended: ending.promise, waitFor, close }
}

interface FollowOptions {
  /** The servers, which are used in turn, beginning with the first. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  readonly token: string
  readonly onChange?: (frame: Frame) => void
}

/** The state of a client that reconnects by itself. */
export interface Follower {
  /** The position at which its first stream began; null before that. */
  readonly start: number | null
  /** The sequence numbers of all changes on all its connections, in the order of arrival. */
  readonly changes: ReadonlyArray<number>
  readonly position: number | null
  /** The server it is connected to, or connects to. */
  readonly url: string
  /** Connections that became ready, and those of them that continued where the one before had ended. */
  readonly connections: number
  readonly resumes: number
  readonly resets: number
  readonly busy: number
  /** How the last 20 connections ended, the latest last. */
  readonly endings: ReadonlyArray<Ended>
  /** Violations of the protocol, such as an id that does not match the data. */
  readonly faults: ReadonlyArray<string>
}

export interface Following extends Follower {
  /** Closes the present connection and continues with the next server. */
  readonly hop: () => void
  readonly close: () => Promise<void>
}

const maxEndings = 20
const firstRetryMs = 100
/** The upper bound of the server's `retry`. */
const maxRetryMs = 500

/** Follows the stream of one or several servers until closed. Like a browser, it resumes at the last event id. */
export const follow = ({ urls, token, onChange }: FollowOptions): Following => {
  const changes: Array<number> = []
  const endings: Array<Ended> = []
  const faults: Array<string> = []
  const counts = { connections: 0, resumes: 0, resets: 0, busy: 0 }
  let [start, position]: [number | null, number | null] = [null, null]
  let lastEventId: string | undefined
  let retry = firstRetryMs
  let current: EventStream | undefined
  const closing = Promise.withResolvers<void>()
  let closed = false
  let [url] = urls

  const hear = (frame: Frame): void => {
    const { event, id, data } = frame
    const sequenceNumber = Number(valueOf(data, "sequenceNumber"))
    const at = Number(/^[^.]+\.(\d+)$/.exec(id)?.[1])
    if (frame.retry !== null) retry = Math.min(frame.retry, maxRetryMs)
    if (event === "ready") {
      counts.connections += 1
      if (Number.isNaN(at)) faults.push(`ready has the id ${id}`)
      if (lastEventId !== undefined && lastEventId === id) counts.resumes += 1
      start ??= at
      position ??= at
    } else if (event === "change") {
      if (at !== sequenceNumber) faults.push(`a change has the id ${id} and the number ${sequenceNumber}`)
      if (position !== null && at <= position) faults.push(`change ${at} came at position ${position}`)
      changes.push(sequenceNumber)
      position = at
      onChange?.(frame)
    } else if (event === "reset") {
      counts.resets += 1
      position = at
    } else if (event === "busy") counts.busy += 1
    else if (event !== "end") faults.push(`an event ${event}`)
    if (id !== "") lastEventId = id
  }

  const run = async (): Promise<void> => {
    for (let turn = 0; !closed; turn++) {
      url = urls[turn % urls.length] ?? urls[0]
      current = open({ url, token, lastEventId, kept: 1, onFrame: hear })
      const ended = await current.ended
      if (closed) return
      endings.push(ended)
      if (endings.length > maxEndings) endings.shift()
      await Promise.race([new Promise((resolve) => setTimeout(resolve, retry)), closing.promise])
    }
  }
  const running = run()

  return {
    changes,
    endings,
    faults,
    get start() {
      return start
    },
    get position() {
      return position
    },
    get url() {
      return url
    },
    get connections() {
      return counts.connections
    },
    get resumes() {
      return counts.resumes
    },
    get resets() {
      return counts.resets
    },
    get busy() {
      return counts.busy
    },
    hop: () => current?.close(),
    close: () => {
      closed = true
      closing.resolve()
      current?.close()
      return running
    }
  }
}
