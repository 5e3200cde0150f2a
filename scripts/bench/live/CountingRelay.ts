import { createServer, type Server, connect as to } from "node:net"
import { Effect } from "effect"

export interface CountingRelay {
  readonly url: string
  /** The bytes that the server has sent through the relay so far. */
  readonly bytes: () => number
}

/** Passes connections on to the server at `url`, until the scope closes. */
export const make = (url: string) => {
  const { hostname, port } = new URL(url)
  return Effect.acquireRelease(
    Effect.callback<CountingRelay & { readonly server: Server }>((resume) => {
      let bytes = 0
      const server = createServer((client) => {
        const onward = to({ host: hostname, port: Number(port) })
        onward.on("data", ({ length }) => {
          bytes += length
        })
        client.pipe(onward).pipe(client)
        client.on("error", () => onward.destroy())
        onward.on("error", () => client.destroy())
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const at = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ server, url: `http://127.0.0.1:${at}`, bytes: () => bytes }))
      })
    }),
    ({ server }) => Effect.sync(() => server.close())
  )
}
