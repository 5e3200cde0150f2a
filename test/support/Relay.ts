import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"
import { listen } from "./LocalServer.ts"

/**
 * A TCP proxy in front of a PostgreSQL server, until the scope closes; gives its URL. `connected` gets both sides of each new
 * connection and passes their bytes on.
 */
export const make = Effect.fnUntraced(function* (
  databaseUrl: string,
  connected: (client: Socket, server: Socket) => void
) {
  const url = new URL(databaseUrl)
  const { port, hostname } = url
  const sockets = new Set<Socket>()
  yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => void socket.destroy())))
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname)
    const ends = [
      [client, server],
      [server, client]
    ] as const
    for (const [socket, other] of ends) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.once("close", () => other.destroy())
    }
    connected(client, server)
  })
  url.port = String(yield* listen(relay))
  return url.href
})
