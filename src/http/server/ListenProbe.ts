import { createServer } from "node:net"
import { Effect, Predicate } from "effect"

/** Whether the port or the host keeps a server from listening, and why, as part of a sentence. */
export interface ListenFault {
  readonly at: "host" | "port"
  readonly reason: string
}

const portFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens on it",
  EACCES: "the system allows it to root only"
}

/** Why Node's server cannot listen. */
export const faultOf = (cause: unknown): ListenFault => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  const reason = portFaults[code]
  return reason === undefined
    ? { at: "host", reason: "it is no address or name of this machine" }
    : { at: "port", reason }
}

/** Listens for a moment, to know before anything is written that a server can. */
export const tryListening = (place: { readonly host: string; readonly port: number }) =>
  Effect.callback<void, ListenFault>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(faultOf(cause))))
    server.listen(place, () => server.close(() => resume(Effect.void)))
  })
