import { createHash, type Hash } from "node:crypto"
import { connect } from "node:net"
import { Responses } from "../load/Responses.ts"
import { answer, now, processorTime } from "../ProtocolServer.ts"

interface Opening {
  /** The server's URL, such as `http://127.0.0.1:54321`; the stream is at `/api/sse`. */
  readonly url: string
  /** A session token for each stream. */
  readonly tokens: ReadonlyArray<string>
}

/** Connections that are opened at the same time, fewer than a server's backlog. */
const maxOpening = 64

/** Every twentieth of the streams has a checksum. */
const checksumEvery = 20

/** A chunk of this size is a heartbeat, which arrives at any time and is no part of the comparison. */
const heartbeatSize = 3

/** One buffer for all sockets, since the bytes are processed before anything else is read. */
const readBuffer = Buffer.allocUnsafe(65_536)

/** A stream's body since the last restart. */
interface Stream {
  received: number
  hash: Hash | undefined
  /** The begin of a frame. */
  rest: string
}

const streams: Array<Stream> = []
let keepsArrivals = false
let arrivals: Array<readonly [sequenceNumber: number, at: number]> = []

/** What is waited for: until `left` streams or arrivals more have come. */
let awaited = { position: Number.POSITIVE_INFINITY, left: 0, ...Promise.withResolvers<number>() }

/** Set when a stream has ended, after which nothing that is waited for comes. */
let ended: Error | undefined

const pass = (): void => {
  awaited.left -= 1
  if (awaited.left === 0) awaited.resolve(now())
}

const restart = (): void => {
  arrivals = []
  for (const [n, stream] of streams.entries()) {
    stream.received = 0
    stream.hash = n % checksumEvery === 0 ? createHash("sha256") : undefined
  }
}

/** Notes when changes arrive. Latin-1 is enough to find frames and their numbers. */
const note = (stream: Stream, part: Buffer): void => {
  const frames = (stream.rest + part.toString("latin1")).split("\n\n")
  stream.rest = frames.pop() ?? ""
  for (const frame of frames) {
    const [, sequenceNumber] = /^id: .*\.(\d+)\nevent: change\n/.exec(frame) ?? []
    if (sequenceNumber === undefined) continue
    arrivals.push([Number(sequenceNumber), now()])
    pass()
  }
}

const hear = (stream: Stream, part: Buffer): void => {
  const before = stream.received
  stream.received += part.length
  stream.hash?.update(part)
  if (keepsArrivals) note(stream, part)
  else if (before < awaited.position && stream.received >= awaited.position) pass()
}

/** Opens a stream, up to its first bytes. */
const open = (url: string, token: string) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port, host } = new URL(url)
    const stream: Stream = { received: 0, hash: undefined, rest: "" }
    const response = new Responses(
      (part, size) => {
        if (response.status !== 200) reject(new Error(`A stream was answered with ${response.status}.`))
        if (size === heartbeatSize) return
        hear(stream, part)
        resolve()
      },
      () => socket.destroy()
    )
    const callback = (length: number) => {
      response.feed(readBuffer.subarray(0, length))
      return true
    }
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: readBuffer, callback } })
    socket.once("error", reject)
    socket.once("close", () => {
      ended = new Error("A stream has ended.")
      reject(ended)
      awaited.reject(ended)
    })
    socket.write(
      `GET /api/sse HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: strategy_session=${token}\r\n\r\n`
    )
    streams.push(stream)
  })

const waitFor = (position: number, left: number): Promise<number> => {
  awaited = { position, left, ...Promise.withResolvers<number>() }
  if (ended !== undefined) awaited.reject(ended)
  if (left <= 0) awaited.resolve(now())
  return awaited.promise
}

const methods = {
  /** Completes when every stream has its first frame. */
  open: async ({ url, tokens }: Opening) => {
    let next = 0
    const opener = async () => {
      while (next < tokens.length) await open(url, tokens[next++] ?? "")
    }
    await Promise.all(Array.from({ length: maxOpening }, opener))
    restart()
  },
  restart,
  /** Waits until all streams have received so many bytes since the restart; gives the time. */
  reach: (position: number) => waitFor(position, streams.filter(({ received }) => received < position).length),
  /** The distinct lengths of all streams, and the distinct checksums, in hex, of those with one. */
  report: () => ({
    lengths: [...new Set(streams.map(({ received }) => received))],
    checksums: [...new Set(streams.flatMap(({ hash }) => (hash === undefined ? [] : hash.copy().digest("hex"))))]
  }),
  /** From now on, notes when changes arrive. */
  keepArrivals: () => {
    keepsArrivals = true
  },
  /** Waits until so many changes have arrived since the restart, at whichever stream. */
  arrivals: async (count: number) => {
    await waitFor(0, count - arrivals.length)
    return arrivals
  },
  processorTime
}
export type ReaderProcess = typeof methods

awaited.promise.catch(() => {})
answer(methods)
