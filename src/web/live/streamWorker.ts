import { sharedStream } from "./SharedStream.ts"
import type { StreamMessage, StreamRequest } from "./StreamMessages.ts"

/** Holds the one stream of all tabs. A tab that is gone is not missed: nobody reads what is posted to it. */
interface SharedWorkerScope extends EventTarget {
  onconnect: ((event: MessageEvent) => void) | null
}

const ports: Array<MessagePort> = []

const stream = sharedStream((message) => {
  for (const port of ports) port.postMessage(message)
})

const scope = globalThis as unknown as SharedWorkerScope

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  ports.push(port)
  port.onmessage = ({ data }: MessageEvent<StreamRequest | "gone">) => {
    if (data === "gone") ports.splice(ports.indexOf(port) >>> 0, 1)
    else stream.ask(data)
  }
  port.postMessage({ kind: "connection", connection: stream.current() } satisfies StreamMessage)
}
