import { signal } from "@preact/signals"
import type { Connection, Stream, StreamMessage, StreamRequest } from "./StreamMessages.ts"

type Listener = (message: StreamMessage) => void

/** Connects to the stream in the worker that all tabs share, or in a worker of this tab where none can be shared. */
const connect = (onMessage: Listener): ((request: StreamRequest) => void) => {
  const port =
    typeof SharedWorker === "undefined"
      ? new Worker(new URL("./streamWorker.ts", import.meta.url), { type: "module", name: "strategy" })
      : new SharedWorker(new URL("./streamWorker.ts", import.meta.url), { type: "module", name: "strategy" }).port
  port.onmessage = ({ data }: MessageEvent<StreamMessage>) => onMessage(data)
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) port.postMessage("closed")
  })
  return (request) => port.postMessage(request)
}

/** `onSignedOut` is called when the stream ended because there is no session. */
export const openStream = (onSignedOut: () => void): Stream => {
  const connection = signal<Connection>("connecting")
  const listeners = new Set<Listener>()
  const request = connect((message) => {
    if (message.kind === "connection") connection.value = message.connection
    else if (message.kind === "signedOut") onSignedOut()
    for (const listener of listeners) listener(message)
  })
  addEventListener("online", () => request("reconnect"))
  return {
    connection,
    request,
    onChange: (listener, onReset) => {
      const onMessage = (message: StreamMessage): void => {
        if (message.kind === "change") listener(message.change)
        if (message.kind === "reset") onReset?.()
      }
      listeners.add(onMessage)
      return () => listeners.delete(onMessage)
    }
  }
}
