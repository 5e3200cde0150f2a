import { Duration } from "effect"
import { Sse } from "effect/encoding"

/** One dispatched event of a text/event-stream. */
export interface Block {
  /** `message` if the stream names no event. */
  readonly event: string
  /** The last event id, which may have been set by an earlier event. */
  readonly id: string
  readonly data: string
  /** The last `retry:` since the event before, in milliseconds. */
  readonly retry: number | null
}

/** Parses a text/event-stream from chunks of any size. Bytes that are not UTF-8 throw. */
export const make = (onBlock: (block: Block) => void): ((chunk: Uint8Array) => void) => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let retry: number | null = null
  const parser = Sse.makeParser((parsed) => {
    if (Sse.Retry.is(parsed)) {
      retry = Duration.toMillis(parsed.duration)
      return
    }
    const { event, id = "", data } = parsed
    onBlock({ event, id, data, retry })
    retry = null
  })
  return (chunk) => void parser.feed(decoder.decode(chunk, { stream: true }))
}
