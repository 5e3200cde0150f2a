import { get } from "node:http"
import type { Target } from "./Load.ts"

/** Connections that are opened at the same time, fewer than a server's backlog. */
const maxOpening = 64

/** It arrives at any time, and is no part of the comparison. */
const heartbeat = Buffer.from(":\n\n")

interface Stream {
  /** The bytes since all streams were open. */
  received: number
  /** When the last of them arrived, in milliseconds. */
  at: number
}

/** Clients of a server's event streams, which all receive the same. */
export class EventStreams {
  readonly #streams: Array<Stream> = []
  readonly #ended = new AbortController()
  /** The changes that the first stream has received, and the begin of its next frame. */
  #changes = 0
  #rest = ""
  /** The data of the latest change. */
  latest = ""
  /** What is waited for: changes at the first stream, then as many bytes at all others. */
  #awaited = { changes: Number.POSITIVE_INFINITY, position: 0, left: 0, ...Promise.withResolvers<void>() }

  constructor() {
    this.#awaited.promise.catch(() => {})
  }

  /** Opens a stream for each token; resolves when every one has its first frame. */
  async open(url: string, tokens: ReadonlyArray<string>): Promise<void> {
    let next = 0
    const opener = async () => {
      while (next < tokens.length) await this.#open({ url, token: tokens[next++] ?? "" })
    }
    await Promise.all(Array.from({ length: maxOpening }, opener))
    this.#changes = 0
    for (const stream of this.#streams) stream.received = 0
  }

  /**
   * Waits until every stream has this many changes since the streams were opened, of which no more may be sent; gives the
   * times at which they had them, in milliseconds.
   */
  async arrived(changes: number): Promise<ReadonlyArray<number>> {
    this.#awaited = { changes, position: Number.POSITIVE_INFINITY, left: 0, ...Promise.withResolvers<void>() }
    if (this.#ended.signal.aborted) this.#awaited.reject(this.#ended.signal.reason)
    this.#look()
    await this.#awaited.promise
    return this.#streams.map(({ at }) => at)
  }

  /** Whether all streams have received as many bytes. */
  areEqual(): boolean {
    return new Set(this.#streams.map(({ received }) => received)).size === 1
  }

  close(): void {
    this.#ended.abort(new Error("The streams were closed."))
  }

  #open({ url, token }: Target): Promise<void> {
    const isFirst = this.#streams.length === 0
    const stream: Stream = { received: 0, at: 0 }
    this.#streams.push(stream)
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        reject(error)
        this.#awaited.reject(error)
        if (!this.#ended.signal.aborted) this.#ended.abort(error)
      }
      const headers = { accept: "text/event-stream", cookie: `strategy_session=${token}` }
      const request = get(`${url}/api/sse`, { agent: false, headers, signal: this.#ended.signal }, (response) => {
        if (response.statusCode !== 200) failed(new Error(`A stream was answered with ${response.statusCode}.`))
        response.on("data", (part: Buffer) => {
          if (part.equals(heartbeat)) return
          resolve()
          this.#hear(stream, part, isFirst)
        })
        response.once("close", () => failed(new Error("A stream has ended.")))
        response.on("error", failed)
      })
      request.on("error", failed)
    })
  }

  #hear(stream: Stream, part: Buffer, isFirst: boolean): void {
    const before = stream.received
    stream.received += part.length
    stream.at = performance.now()
    if (isFirst) {
      this.#countChanges(part)
      this.#look()
    } else if (before < this.#awaited.position && stream.received >= this.#awaited.position) this.#pass()
  }

  #countChanges(part: Buffer): void {
    const frames = (this.#rest + part.toString("latin1")).split("\n\n")
    this.#rest = frames.pop() ?? ""
    for (const frame of frames) {
      if (!/^event: ?change$/m.test(frame)) continue
      this.#changes++
      this.latest = /^data: ?(.*)$/m.exec(frame)?.[1] ?? ""
    }
  }

  /** Counts the streams that are behind the first one, once that has all changes that are waited for. */
  #look(): void {
    if (this.#changes < this.#awaited.changes || this.#awaited.position !== Number.POSITIVE_INFINITY) return
    const position = this.#streams[0]?.received ?? 0
    this.#awaited.position = position
    this.#awaited.left = 1 + this.#streams.filter(({ received }) => received < position).length
    this.#pass()
  }

  #pass(): void {
    this.#awaited.left -= 1
    if (this.#awaited.left === 0) this.#awaited.resolve()
  }
}
