import { basePath } from "../contract/BasePath.ts"
import type { PathOf } from "../contract/Call.ts"
import { retryDelayMs } from "./RetryDelay.ts"
import type { Connection, StreamMessage, StreamRequest } from "./StreamMessages.ts"

const streamPath: PathOf<"GET"> = "/api/sse"
const sessionPath: PathOf<"GET"> = "/api/auth/me"

/** Delays before another attempt, by the number of attempts that failed. */
const retryDelaysMs = [250, 1000, 2000, 4000, 8000, 15_000]

/** The time after which a stream without a `ready` event counts as lost. */
const startTimeoutMs = 15_000

const urlAfter = (lastId: string): string =>
  `${basePath}${streamPath}?changes=1${lastId === "" ? "" : `&lastEventId=${encodeURIComponent(lastId)}`}`

/**
 * One event stream for all listeners. A browser gives up an EventSource for good on any answer but 200, so this code
 * treats every end alike and opens a new stream from the last event id. It asks the server whether a missing session
 * was the cause.
 */
export const sharedStream = (send: (message: StreamMessage) => void) => {
  let source: EventSource | undefined
  let connection: Connection = "connecting"
  let lastId = ""
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The number of requests of pages and of session checks so far: an answer counts only until the next one. */
  let turns = 0

  const setConnection = (next: Connection): void => {
    if (connection === next) return
    connection = next
    send({ kind: "connection", connection })
  }

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = undefined
  }

  const close = (): void => {
    stop()
    lastId = ""
    failures = 0
    setConnection("connecting")
  }

  const start = (): void => {
    stop()
    const isFresh = lastId === ""
    const opened = new EventSource(urlAfter(lastId))
    source = opened
    timer = setTimeout(onLost, startTimeoutMs)
    const on = (type: string, handle: (data: string) => void): void =>
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        if (source !== opened) return
        if (lastEventId !== "") lastId = lastEventId
        handle(data)
      })
    const reset = (data: string): void => send({ kind: "reset", sequenceNumber: JSON.parse(data).sequenceNumber })
    on("ready", (data) => {
      clearTimeout(timer)
      timer = undefined
      failures = 0
      setConnection("live")
      // A stream without a last event id does not deliver what changed before it began.
      if (isFresh) reset(data)
    })
    on("change", (data) => send({ kind: "change", change: JSON.parse(data) }))
    on("reset", reset)
    opened.addEventListener("end", onLost)
    opened.addEventListener("error", onLost)
  }

  const checkSession = async (): Promise<void> => {
    const turn = ++turns
    const answer = await fetch(basePath + sessionPath, { cache: "no-store" }).catch(() => undefined)
    // Meanwhile a user may have signed in and another stream may have begun.
    if (answer?.status !== 401 || turn !== turns || source !== undefined) return
    close()
    send({ kind: "signedOut" })
  }

  const onLost = (): void => {
    stop()
    setConnection("waiting")
    timer = setTimeout(start, retryDelayMs(failures++, retryDelaysMs))
    void checkSession()
  }

  return {
    current: (): Connection => connection,
    request: (request: StreamRequest): void => {
      turns += 1
      if (request === "close") close()
      else if (request === "reconnect" || (source === undefined && timer === undefined)) start()
    }
  }
}
