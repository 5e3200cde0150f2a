import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** The resident set size of a process in bytes. */
export const residentBytes = Effect.fnUntraced(function* (pid: number) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const kilobytes = Effect.tryPromise(() => readFile(`/proc/${pid}/status`, "utf8")).pipe(
    Effect.map((status) => /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? ""),
    // That file exists only on Linux.
    Effect.catch(() => spawner.string(ChildProcess.make("ps", ["-o", "rss=", "-p", String(pid)])))
  )
  return Number((yield* Effect.orDie(kilobytes)).trim()) * 1_024
})

export const mebibyte = 1_048_576

export const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`
