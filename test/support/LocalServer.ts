import { Server as HttpServer } from "node:http"
import type { Server } from "node:net"
import { Effect, type Scope } from "effect"

/** Lets a server listen on a free port of this machine until the scope closes; gives the port. */
export const listen = (server: Server): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        if (server instanceof HttpServer) server.closeAllConnections()
      })
  )

export const urlAt = (port: number): string => `http://127.0.0.1:${port}`
