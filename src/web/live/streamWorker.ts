import { sharedStream } from "./SharedStream.ts"
import type { StreamMessage, StreamRequest } from "./StreamMessages.ts"

/** Holds the one stream of all tabs: open while one of them wants it. */
interface SharedWorkerScope extends EventTarget {
  onconnect: ((event: MessageEvent) => void) | null
}

/** Whether each wants the stream. */
const ports = new Map<MessagePort, boolean>()

const stream = sharedStream((message) => {
  for (const port of ports.keys()) port.postMessage(message)
})

const tell = (port: MessagePort, message: StreamMessage): void => port.postMessage(message)

const closeUnwanted = (): void => {
  if (![...ports.values()].includes(true)) stream.ask("close")
}

const answer = (port: MessagePort, request: StreamRequest | "gone"): void => {
  if (request === "gone") ports.delete(port)
  else if (request !== "now") ports.set(port, request === "open")
  if (request === "gone" || request === "close") closeUnwanted()
  else stream.ask(request)
  // A stream that is open already does not tell this tab what it missed while it loaded.
  if (request === "open" && stream.current() === "live") tell(port, { kind: "reset", sequenceNumber: 0 })
}

const scope = globalThis as unknown as SharedWorkerScope

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  ports.set(port, false)
  port.onmessage = ({ data }: MessageEvent<StreamRequest | "gone">) => answer(port, data)
  // A tab that ends without a word.
  port.addEventListener("close", () => answer(port, "gone"))
  tell(port, { kind: "connection", connection: stream.current() })
}
