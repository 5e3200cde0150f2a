import { type Signal, signal } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { onWho, sessionEnded } from "../state/Session.ts"
import { sharedStream } from "./SharedStream.ts"
import type { Connection, StreamMessage, StreamRequest } from "./StreamMessages.ts"

export const connection: Signal<Connection> = signal("connecting")

type Listener = (message: StreamMessage) => void

const listeners = new Set<Listener>()

const hear: Listener = (message) => {
  if (message.kind === "connection") connection.value = message.connection
  else if (message.kind === "signedOut") sessionEnded()
  for (const listener of listeners) listener(message)
}

/** By a worker that all tabs share; where there is none, each tab has a stream of its own. */
const connect = (): ((request: StreamRequest) => void) => {
  if (typeof SharedWorker === "undefined") return sharedStream(hear).ask
  const { port } = new SharedWorker(new URL("./streamWorker.ts", import.meta.url), { type: "module", name: "strategy" })
  port.onmessage = ({ data }: MessageEvent<StreamMessage>) => hear(data)
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) port.postMessage("gone")
  })
  return (request) => port.postMessage(request)
}

let ask: ((request: StreamRequest) => void) | undefined

/** Opens the stream while somebody is signed in. */
export const watchLive = (): void => {
  const request = connect()
  ask = request
  onWho((who) => request(who === undefined ? "close" : "open"))
  addEventListener("online", () => request("now"))
}

/** Tries at once, instead of at the next turn. */
export const reconnect = (): void => ask?.("now")

export const onChange = (listener: (change: ChangeNotification) => void): (() => void) => {
  const filtered: Listener = (message) => {
    if (message.kind === "change") listener(message.change)
  }
  listeners.add(filtered)
  return () => listeners.delete(filtered)
}

/** Called when changes may have been missed. */
export const onReset = (listener: () => void): (() => void) => {
  const filtered: Listener = (message) => {
    if (message.kind === "reset") listener()
  }
  listeners.add(filtered)
  return () => listeners.delete(filtered)
}
