import { Schema } from "effect"
import { ChangeNotification } from "../../src/domain/ChangeNotification.ts"
import { heartbeat } from "../../src/live/Frames.ts"
import type { Sink } from "../../src/live/StreamClient.ts"
import * as EventStreamParser from "../support/EventStreamParser.ts"

export interface Heard {
  readonly event: string
  readonly id: string
  readonly data: unknown
  readonly retry: number | null
}

const decodeChange = Schema.decodeUnknownSync(ChangeNotification)

/** A client's end of a stream that reads everything immediately, unless it is `stuck`. */
export class FakeSink implements Sink {
  readonly heard: Array<Heard> = []
  heartbeats = 0
  /** Bytes that were accepted while the sink was stuck; `release` reads them. */
  #waiting: Array<Uint8Array> = []
  #drained: () => void = () => {}
  #closed: () => void = () => {}
  stuck = false
  ended = false
  isCut = false

  readonly #parse = EventStreamParser.make(({ data, ...block }) => {
    this.heard.push({ ...block, data: JSON.parse(data) })
  })

  write(bytes: Uint8Array): boolean {
    if (this.isOver) return true
    if (bytes === heartbeat) this.heartbeats += 1
    if (this.stuck) this.#waiting.push(bytes)
    else this.#parse(bytes)
    return !this.stuck
  }

  onDrain(drained: () => void): void {
    this.#drained = drained
  }

  onClose(closed: () => void): void {
    this.#closed = closed
    if (this.isCut) closed()
  }

  end(last: Uint8Array): void {
    this.write(last)
    this.ended = true
  }

  cut(): void {
    this.isCut = true
  }

  /** Closes the client's side. */
  leave(): void {
    this.isCut = true
    this.#closed()
  }

  get isOver(): boolean {
    return this.ended || this.isCut
  }

  /** Reads the waiting bytes and is no longer stuck. */
  release(): void {
    this.stuck = false
    for (const bytes of this.#waiting.splice(0)) this.#parse(bytes)
    this.#drained()
  }

  get waitingBytes(): number {
    return this.#waiting.reduce((sum, { length }) => sum + length, 0)
  }

  get kinds(): ReadonlyArray<string> {
    return this.heard.map(({ event }) => event)
  }

  get changes(): ReadonlyArray<ChangeNotification> {
    return this.heard.filter(({ event }) => event === "change").map(({ data }) => decodeChange(data))
  }

  /** The names of tokens in the changes; null where there is none. */
  get tokenNames(): ReadonlyArray<string | null> {
    const changes = this.heard.filter(({ event }) => event === "change")
    return changes.map(({ data }) => Reflect.get(Object(data), "tokenName") ?? null)
  }

  get sequenceNumbers(): ReadonlyArray<number> {
    return this.changes.map(({ sequenceNumber }) => sequenceNumber)
  }

  /** The `Last-Event-ID` that a browser would send. */
  get lastId(): string {
    return this.heard.findLast(({ id }) => id !== "")?.id ?? ""
  }
}
