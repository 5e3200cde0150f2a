import { signal } from "@preact/signals"
import { sharedStream } from "./SharedStream.ts"
import type { Connection, Stream, StreamMessage, StreamRequest } from "./StreamMessages.ts"

type Listener = (message: StreamMessage) => void

/** Connects to the stream in the worker that all tabs share, or opens its own where there are no shared workers. */
const connect = (onMessage: Listener): ((request: StreamRequest) => void) => {
  if (typeof SharedWorker === "undefined") return sharedStream(onMessage).request
  const { port } = new SharedWorker(new URL("./streamWorker.ts", import.meta.url), { type: "module", name: "strategy" })
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
  const listen = (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const request = connect((message) => {
    if (message.kind === "connection") connection.value = message.connection
    else if (message.kind === "signedOut") onSignedOut()
    for (const listener of listeners) listener(message)
  })
  addEventListener("online", () => request("reconnect"))
  return {
    connection,
    request,
    onChange: (listener) =>
      listen((message) => {
        if (message.kind === "change") listener(message.change)
      }),
    onReset: (listener) =>
      listen((message) => {
        if (message.kind === "reset") listener()
      })
  }
}
