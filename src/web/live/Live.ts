import { signal } from "@preact/signals"
import { sharedStream } from "./SharedStream.ts"
import type { Connection, Stream, StreamMessage, StreamRequest } from "./StreamMessages.ts"

type Listener = (message: StreamMessage) => void

/** By a worker that all tabs share; where there is none, each tab has a stream of its own. */
const connect = (hear: Listener): ((request: StreamRequest) => void) => {
  if (typeof SharedWorker === "undefined") return sharedStream(hear).ask
  const { port } = new SharedWorker(new URL("./streamWorker.ts", import.meta.url), { type: "module", name: "strategy" })
  port.onmessage = ({ data }: MessageEvent<StreamMessage>) => hear(data)
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) port.postMessage("gone")
  })
  return (request) => port.postMessage(request)
}

/** `onSignedOut`: called when the stream ended for want of a session. */
export const openStream = (onSignedOut: () => void): Stream => {
  const connection = signal<Connection>("connecting")
  const listeners = new Set<Listener>()
  const listen = (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const ask = connect((message) => {
    if (message.kind === "connection") connection.value = message.connection
    else if (message.kind === "signedOut") onSignedOut()
    for (const listener of listeners) listener(message)
  })
  addEventListener("online", () => ask("now"))
  return {
    connection,
    ask,
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
