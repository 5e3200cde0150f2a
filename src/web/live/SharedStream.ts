import type { PathOf } from "../contract/Call.ts"
import { pauseAfter } from "./Backoff.ts"
import type { Connection, StreamMessage, StreamRequest } from "./StreamMessages.ts"

const streamPath: PathOf<"GET"> = "/api/sse"
const sessionPath: PathOf<"GET"> = "/api/auth/me"

/** Milliseconds before another try, by how many have failed. */
const pauses = [250, 1000, 2000, 4000, 8000, 15_000]

/** Milliseconds after which a stream that has not begun is given up. */
const startTimeoutMs = 15_000

/**
 * One event stream for all who listen. A browser gives an EventSource up for good on any answer but 200, so every end is
 * taken as one and the stream is opened anew from the last position; an end for want of a session is told apart by asking.
 */
export const sharedStream = (tell: (message: StreamMessage) => void) => {
  let source: EventSource | undefined
  let connection: Connection = "connecting"
  let last = ""
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: Connection): void => {
    if (connection === next) return
    connection = next
    tell({ kind: "connection", connection })
  }

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = undefined
  }

  const forget = (): void => {
    stop()
    last = ""
    failures = 0
    become("connecting")
  }

  const start = (): void => {
    stop()
    const isFresh = last === ""
    const opened = new EventSource(`${streamPath}${isFresh ? "" : `?lastEventId=${encodeURIComponent(last)}`}`)
    source = opened
    timer = setTimeout(lost, startTimeoutMs)
    const hear = (type: string, take: (data: string) => void): void =>
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        if (source !== opened) return
        if (lastEventId !== "") last = lastEventId
        take(data)
      })
    const reset = (data: string): void => tell({ kind: "reset", sequenceNumber: JSON.parse(data).sequenceNumber })
    hear("ready", (data) => {
      clearTimeout(timer)
      timer = undefined
      failures = 0
      become("live")
      // What changed before this stream began was told by nobody.
      if (isFresh) reset(data)
    })
    hear("change", (data) => tell({ kind: "change", change: JSON.parse(data) }))
    hear("reset", reset)
    opened.addEventListener("end", lost)
    opened.addEventListener("error", lost)
  }

  const askWhy = async (): Promise<void> => {
    const answer = await fetch(sessionPath, { cache: "no-store" }).catch(() => undefined)
    // Another stream may have begun, for somebody who has signed in since.
    if (answer?.status !== 401 || source !== undefined) return
    forget()
    tell({ kind: "signedOut" })
  }

  const lost = (): void => {
    stop()
    become("waiting")
    timer = setTimeout(start, pauseAfter(failures++, pauses))
    void askWhy()
  }

  return {
    current: (): Connection => connection,
    ask: (request: StreamRequest): void => {
      if (request === "close") forget()
      else if (request === "now" || (source === undefined && timer === undefined)) start()
    }
  }
}
