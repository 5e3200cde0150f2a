import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"
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
export const make = (databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.callback<HeldRelay & { readonly close: () => void }>((resume) => {
      const target = new URL(databaseUrl)
      const listening = new Set<Socket>()
      const sockets = new Set<Socket>()
      let isHeld = false
      const pass = (socket: Socket) => (isHeld ? socket.pause() : socket.resume())
      const relay = createServer((client) => {
        const server = connect(Number(target.port), target.hostname)
        const pair = [client, server]
        for (const socket of pair) {
          sockets.add(socket)
          socket.on("error", () => socket.destroy())
        }
        client.once("close", () => server.destroy())
        server.once("close", () => client.destroy())
        client.once("data", (startup) => {
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
      relay.listen(0, "127.0.0.1", () => {
        const address = relay.address()
        const url = new URL(databaseUrl)
        if (typeof address === "object" && address !== null) url.port = String(address.port)
        const close = () => {
          relay.close()
          for (const socket of sockets) socket.destroy()
        }
        resume(Effect.succeed({ url: url.href, hold: all(true), release: all(false), close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
