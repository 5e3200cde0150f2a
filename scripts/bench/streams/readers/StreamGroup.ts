import { createHash, type Hash } from "node:crypto"
import { connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { now } from "../../ProtocolServer.ts"
import type { Opened, Opening, Reading, Report } from "./ReadersProtocol.ts"
import { ResponseReader } from "./ResponseReader.ts"
import { type Reached, StreamProgress } from "./StreamProgress.ts"

/** Connections that are opened at the same time, fewer than a server's backlog. */
const maxOpening = 64

/** Every twentieth of the streams whose bytes are counted has a checksum. */
const checksumEvery = 20

/** One buffer for all sockets, since the bytes are processed before anything else is read. */
const readBuffer = Buffer.allocUnsafe(65_536)

const firstFrameTimeoutMs = 30_000

/** Streams of one server. The work while reading is kept small, since it adds to the measured times. */
export class StreamGroup {
  readonly #opening: Opening
  readonly #reading: Reading
  readonly #progress: StreamProgress
  readonly #sockets: Array<Socket> = []
  readonly #frames: Uint32Array
  readonly #hashes: Array<Hash | undefined>
  readonly #endings = new Map<string, number>()
  readonly #arrivals = new Map<number, { readonly at: Float64Array; count: number }>()
  #stalls: boolean
  #keepsArrivals = false
  #disordered = 0
  #resets = 0
  #closed = 0
  #bytes = 0

  constructor(opening: Opening) {
    const { length } = opening.tokens
    this.#opening = opening
    this.#reading = opening.reading
    this.#stalls = opening.reading === "stalled"
    this.#progress = new StreamProgress(length)
    this.#frames = new Uint32Array(length)
    this.#hashes = new Array(length)
  }

  async open(group: number): Promise<Opened> {
    const begun = now()
    const { length } = this.#opening.tokens
    let next = 0
    let failed = 0
    let reason: string | undefined
    const opener = async () => {
      while (next < length) {
        const failure = await this.#connect(next++)
        if (failure === undefined) continue
        failed += 1
        reason ??= failure
      }
    }
    await Promise.all(Array.from({ length: maxOpening }, opener))
    this.restart()
    return { group, failed, reason, milliseconds: now() - begun }
  }

  reach(position: number): Promise<Reached> {
    return this.#progress.reach(position)
  }

  keepArrivals(on: boolean): void {
    this.#keepsArrivals = on
    this.#arrivals.clear()
  }

  restart(): void {
    if (this.#reading !== "bytes") return
    this.#progress.restart()
    for (let stream = 0; stream < this.#hashes.length; stream += checksumEvery) {
      this.#hashes[stream] = createHash("sha256")
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  report(): Report {
    const lengths = new Set<number>()
    for (let stream = 0; stream < this.#frames.length; stream++) lengths.add(this.#progress.position(stream))
    const checksums = this.#hashes.flatMap((hash) => (hash === undefined ? [] : [hash.copy().digest("hex")]))
    return {
      closed: this.#closed,
      endings: [...this.#endings],
      frames: {
        min: this.#frames.reduce((min, count) => Math.min(min, count), Number.POSITIVE_INFINITY),
        max: this.#frames.reduce((max, count) => Math.max(max, count), 0)
      },
      disordered: this.#disordered,
      resets: this.#resets,
      arrivals: Array.from(this.#arrivals, ([sequenceNumber, { at, count }]) => [sequenceNumber, at.slice(0, count)]),
      checksums: [...new Set(checksums)],
      lengths: [...lengths]
    }
  }

  async drain(milliseconds: number): Promise<number> {
    this.#stalls = false
    for (const socket of this.#sockets) socket.resume()
    for (const end = now() + milliseconds; now() < end && this.#closed < this.#sockets.length; ) await pause(50)
    return this.#closed
  }

  /** Returns why the stream failed to open; undefined if it opened. */
  #connect(stream: number): Promise<string | undefined> {
    const { hostname, port, host } = new URL(this.#opening.url)
    return new Promise((resolve) => {
      let opened = false
      const settle = (failure?: string) => {
        opened = true
        clearTimeout(late)
        resolve(failure)
      }
      const response = new ResponseReader(this.#bodyReader(stream, settle))
      const received = (length: number): boolean => {
        response.feed(readBuffer, length)
        if (response.status !== 0 && response.status !== 200) settle(`status ${response.status}`)
        if (response.ended) socket.destroy()
        if (opened && this.#stalls) socket.pause()
        return true
      }
      const socket = connect({ host: hostname, port: Number(port), onread: { buffer: readBuffer, callback: received } })
      const late = setTimeout(() => {
        settle("no first frame came in time")
        socket.destroy()
      }, firstFrameTimeoutMs)
      let ending = "closed"
      socket.once("error", (error: NodeJS.ErrnoException) => {
        ending = error.code ?? error.message
      })
      socket.once("close", () => {
        if (!opened) settle(ending)
        this.#closed += 1
        this.#endings.set(ending, (this.#endings.get(ending) ?? 0) + 1)
        this.#progress.leave(stream)
      })
      socket.write(
        `GET /api/sse HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCache-Control: no-cache\r\n` +
          `Cookie: strategy_session=${this.#opening.tokens[stream]}\r\n\r\n`
      )
      this.#sockets.push(socket)
    })
  }

  #bodyReader(stream: number, settle: (failure?: string) => void) {
    if (this.#reading !== "bytes") return this.#frameReader(stream, settle)
    return (bytes: Buffer, start: number, end: number) => {
      settle()
      this.#bytes += end - start
      this.#hashes[stream]?.update(bytes.subarray(start, end))
      this.#progress.advance(stream, this.#progress.position(stream) + end - start)
    }
  }

  /** Decodes as Latin-1, which is enough to find frames and their numbers. */
  #frameReader(stream: number, settle: (failure?: string) => void) {
    let rest = ""
    return (bytes: Buffer, start: number, end: number) => {
      this.#bytes += end - start
      const text = rest + bytes.toString("latin1", start, end)
      let at = 0
      for (let blank = text.indexOf("\n\n"); blank !== -1; blank = text.indexOf("\n\n", at)) {
        this.#hear(stream, text.slice(at, blank), settle)
        at = blank + 2
      }
      rest = text.slice(at)
    }
  }

  #hear(stream: number, frame: string, settle: (failure?: string) => void): void {
    const idEnd = frame.indexOf("\n")
    if (frame.startsWith("id: ") && frame.startsWith("event: change\n", idEnd + 1)) {
      this.#change(stream, Number(frame.slice(frame.lastIndexOf(".", idEnd) + 1, idEnd)))
      return
    }
    const [, event] = /^event: (.*)$/m.exec(frame) ?? []
    const [, id] = /^id: .*\.(\d+)$/m.exec(frame) ?? []
    if (event === "ready") {
      this.#progress.advance(stream, Number(id))
      settle()
    } else if (event === "reset") this.#resets += 1
    else if (event !== undefined) {
      settle(frame)
      this.#endings.set(event, (this.#endings.get(event) ?? 0) + 1)
    }
  }

  #change(stream: number, sequenceNumber: number): void {
    this.#frames[stream] = (this.#frames[stream] ?? 0) + 1
    if (!(sequenceNumber > this.#progress.position(stream))) this.#disordered += 1
    if (this.#keepsArrivals) {
      let arrivals = this.#arrivals.get(sequenceNumber)
      if (arrivals === undefined) {
        arrivals = { at: new Float64Array(this.#frames.length), count: 0 }
        this.#arrivals.set(sequenceNumber, arrivals)
      }
      arrivals.at[arrivals.count++] = now()
    }
    this.#progress.advance(stream, sequenceNumber)
  }
}
