import type { Socket } from "node:net"
import { Effect } from "effect"
import { applicationName } from "../../../src/sql/Listener.ts"
import * as Relay from "../../support/Relay.ts"

export interface HeldRelay {
  /** The URL of the database through the relay. */
  readonly url: string
  /** Holds up all bytes, in both directions, of present and future connections that listen. None is closed. */
  readonly hold: () => void
  /** Passes on what was held up, and everything after. */
  readonly release: () => void
}

/** A proxy in front of PostgreSQL that can hold up the connections on which a server listens for other servers. */
export const make = Effect.fnUntraced(function* (databaseUrl: string) {
  const listening = new Set<Socket>()
  let isHeld = false
  const pass = (socket: Socket) => (isHeld ? socket.pause() : socket.resume())
  const url = yield* Relay.make(databaseUrl, (client, server) => {
    client.once("data", (startup) => {
      const pair = [client, server]
      // The startup message contains the application's name.
      if (startup.includes(applicationName)) for (const socket of pair) listening.add(socket)
      client.pause()
      server.write(startup)
      client.on("data", (chunk) => server.write(chunk))
      server.on("data", (chunk) => client.write(chunk))
      for (const socket of pair) if (listening.has(socket)) pass(socket)
      if (!listening.has(client)) client.resume()
    })
  })
  const all = (held: boolean) => () => {
    isHeld = held
    for (const socket of listening) pass(socket)
  }
  return { url, hold: all(true), release: all(false) } satisfies HeldRelay
})
