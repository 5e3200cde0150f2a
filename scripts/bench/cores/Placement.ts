import { availableParallelism } from "node:os"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { InvalidRun } from "../InvalidRun.ts"

export const cores = Array.from({ length: availableParallelism() }, (_, core) => core)

/** Restricts all threads of the processes, and those they start from now on, to some cores. */
export const pin = Effect.fnUntraced(
  function* (pids: ReadonlyArray<number | undefined>, allowed: ReadonlyArray<number> = cores) {
    const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
    for (const pid of pids) {
      const code = yield* spawner.exitCode(ChildProcess.make("taskset", ["-apc", allowed.join(","), String(pid)]))
      if (code !== 0) return yield* new InvalidRun({ message: `taskset ended with ${code}.` })
    }
  },
  Effect.catchTag("PlatformError", (cause) => new InvalidRun({ message: `A process cannot be pinned: ${cause}.` }))
)

/** The cores that are left beside servers with a core each; all of them if there is none. */
export const coresBeside = (servers: number): ReadonlyArray<number> => {
  const left = cores.slice(servers)
  return left.length === 0 ? cores : left
}
