import { sharedStream } from "./SharedStream.ts"
import type { StreamMessage, StreamRequest } from "./StreamMessages.ts"

/** The worker that owns the event stream, of all tabs if it is shared; the stream is open while one of them wants it. */
interface SharedWorkerScope {
  onconnect: ((event: MessageEvent) => void) | null
}

/** The connection to a tab: a port or, in a worker of one tab, the worker's scope. */
interface Tab extends Pick<MessagePort, "addEventListener" | "onmessage"> {
  readonly postMessage: (message: StreamMessage) => void
}

/** Each tab, and whether it wants the stream. */
const tabs = new Map<Tab, boolean>()

const stream = sharedStream((message) => {
  for (const tab of tabs.keys()) tab.postMessage(message)
})

const closeUnwanted = (): void => {
  if (![...tabs.values()].includes(true)) stream.request("close")
}

const handle = (tab: Tab, request: StreamRequest | "closed"): void => {
  if (request === "closed") tabs.delete(tab)
  else if (request !== "reconnect") tabs.set(tab, request === "open")
  if (request === "closed" || request === "close") closeUnwanted()
  else stream.request(request)
  // The tab may have missed changes on a stream that was open before: it has to fetch everything.
  if (request === "open" && stream.current() === "live") tab.postMessage({ kind: "reset", sequenceNumber: 0 })
}

const connect = (tab: Tab): void => {
  tabs.set(tab, false)
  tab.onmessage = ({ data }: MessageEvent<StreamRequest | "closed">) => handle(tab, data)
  // A tab may also end without a message.
  tab.addEventListener("close", () => handle(tab, "closed"))
  tab.postMessage({ kind: "connection", connection: stream.current() })
}

const scope = globalThis as unknown as SharedWorkerScope | Tab

if ("onconnect" in scope) {
  scope.onconnect = ({ ports: [port] }) => {
    if (port !== undefined) connect(port)
  }
} else connect(scope)
