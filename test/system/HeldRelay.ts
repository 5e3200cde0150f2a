import type { Socket } from "node:net"
import { Effect } from "effect"
import * as Relay from "../../scripts/support/Relay.ts"
import { applicationName } from "../../src/sql/Listener.ts"

export interface HeldRelay {
  /** Of the database, through the relay. */
  readonly url: string
  /** From now on nothing gets through on connections that listen, old or new, in either direction; none is closed. */
  readonly hold: () => void
  /** What was held goes on. */
  readonly release: () => void
}

/** Stands before a PostgreSQL server as a proxy that can hold up the connections on which other servers are heard. */
export const make = Effect.fnUntraced(function* (databaseUrl: string) {
  const listening = new Set<Socket>()
  let isHeld = false
  const pass = (socket: Socket) => (isHeld ? socket.pause() : socket.resume())
  const url = yield* Relay.make(databaseUrl, (client, server) => {
    client.once("data", (startup) => {
      const pair = [client, server]
      // The first message names the application.
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
