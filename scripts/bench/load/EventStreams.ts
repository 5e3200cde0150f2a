import { get } from "node:http"
import type { Writer } from "../Writer.ts"

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
  /** The begin of the first stream's next frame. */
  #rest = ""
  #awaited = { changes: Number.POSITIVE_INFINITY, ...Promise.withResolvers<void>() }
  /** The changes that the first stream has received since the streams were opened. */
  changes = 0
  /** The data of the latest change. */
  latest = ""

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
    this.changes = 0
    for (const stream of this.#streams) stream.received = 0
  }

  /**
   * Waits until the first stream has this many changes since the streams were opened, of which no more may be sent, and all
   * others as many bytes; gives the times at which they had them, in milliseconds.
   */
  async arrived(changes: number): Promise<ReadonlyArray<number>> {
    this.#awaited = { changes, ...Promise.withResolvers<void>() }
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

  #open({ url, token }: Writer): Promise<void> {
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
          stream.received += part.length
          stream.at = performance.now()
          if (isFirst) this.#countChanges(part)
          this.#look()
        })
        response.once("close", () => failed(new Error("A stream has ended.")))
        response.on("error", failed)
      })
      request.on("error", failed)
    })
  }

  #countChanges(part: Buffer): void {
    const frames = (this.#rest + part.toString("latin1")).split("\n\n")
    this.#rest = frames.pop() ?? ""
    for (const frame of frames) {
      if (!/^event: ?change$/m.test(frame)) continue
      this.changes++
      this.latest = /^data: ?(.*)$/m.exec(frame)?.[1] ?? ""
    }
  }

  /** Servers write to streams in order, so that the last one is most often the one that is behind. */
  #look(): void {
    if (this.changes < this.#awaited.changes) return
    const received = this.#streams[0]?.received ?? 0
    if (this.#streams.findLast((stream) => stream.received < received) === undefined) this.#awaited.resolve()
  }
}
