import { createServer } from "node:net"
import { Effect, Exit, Scope } from "effect"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"

/** A server that can be killed and restarted at the same address. */
export interface Server {
  readonly name: string
  readonly url: string
  /** Increases with each restart. */
  readonly life: number
  readonly signal: (signal: NodeJS.Signals) => void
  /** Kills the server and starts it again on the same port; returns when it listens. */
  readonly restart: Effect.Effect<void, ServerProcess.DidNotStart>
  /** The kinds of warnings and errors that its processes logged, each with its number. */
  readonly complaints: () => ReadonlyArray<string>
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A free port below those that systems give to outgoing connections, so that it stays free during a restart. */
const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) return port
  }
}

const complaintsIn = (output: string): ReadonlyArray<string> => {
  const lines = output.split("\n").filter((line) => line !== "" && !/"level":"(INFO|DEBUG)"/i.test(line))
  const alike = Map.groupBy(lines, (line) => /"message":"[^"]*"/.exec(line)?.[0] ?? line)
  return Array.from(alike.values(), (lines) => `${lines.length} times: ${lines[0]?.slice(0, 500)}`)
}

export const make = Effect.fnUntraced(function* (name: string, env: Readonly<Record<string, string>>) {
  const PORT = String(yield* Effect.promise(quietPort))
  const start = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const process = yield* Scope.provide(ServerProcess.start({ ...env, PORT }), scope)
    return { scope, process }
  })
  let current = yield* start
  let [life, earlier] = [1, ""]
  const end = Effect.suspend(() => Scope.close(current.scope, Exit.void))
  yield* Effect.addFinalizer(() => end)

  const server: Server = {
    name,
    url: current.process.url,
    get life() {
      return life
    },
    signal: (signal) => current.process.kill(signal),
    restart: Effect.gen(function* () {
      life += 1
      yield* end
      earlier += current.process.output()
      current = yield* start
    }).pipe(Effect.uninterruptible),
    complaints: () => complaintsIn(earlier + current.process.output())
  }
  return server
})
