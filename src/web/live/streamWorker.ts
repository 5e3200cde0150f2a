import { sharedStream } from "./SharedStream.ts"
import type { StreamMessage, StreamRequest } from "./StreamMessages.ts"

/** The shared worker that owns the event stream of all tabs; the stream is open while one of them wants it. */
interface SharedWorkerScope extends EventTarget {
  onconnect: ((event: MessageEvent) => void) | null
}

/** Each tab, and whether it wants the stream. */
const ports = new Map<MessagePort, boolean>()

const stream = sharedStream((message) => {
  for (const port of ports.keys()) port.postMessage(message)
})

const send = (port: MessagePort, message: StreamMessage): void => port.postMessage(message)

const closeUnwanted = (): void => {
  if (![...ports.values()].includes(true)) stream.request("close")
}

const handle = (port: MessagePort, request: StreamRequest | "closed"): void => {
  if (request === "closed") ports.delete(port)
  else if (request !== "reconnect") ports.set(port, request === "open")
  if (request === "closed" || request === "close") closeUnwanted()
  else stream.request(request)
  // The tab may have missed changes on a stream that was open before: it has to fetch everything.
  if (request === "open" && stream.current() === "live") send(port, { kind: "reset", sequenceNumber: 0 })
}

const scope = globalThis as unknown as SharedWorkerScope

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  ports.set(port, false)
  port.onmessage = ({ data }: MessageEvent<StreamRequest | "closed">) => handle(port, data)
  // A tab may also end without a message.
  port.addEventListener("close", () => handle(port, "closed"))
  send(port, { kind: "connection", connection: stream.current() })
}
