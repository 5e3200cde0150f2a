import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** The bytes that Linux counts under this name for a process. */
const counted = (pid: number, name: "VmRSS" | "VmHWM") =>
  Effect.tryPromise(() => readFile(`/proc/${pid}/status`, "utf8")).pipe(
    Effect.map((status) => new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1] ?? "")
  )

/** The largest resident set that a process has had so far, in bytes; on Linux only. */
export const peakBytes = (pid: number) =>
  Effect.map(Effect.orDie(counted(pid, "VmHWM")), (kilobytes) => Number(kilobytes) * 1_024)

/** The resident set size of a process in bytes. */
export const residentBytes = Effect.fnUntraced(function* (pid: number) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const kilobytes = counted(pid, "VmRSS").pipe(
    // That file exists only on Linux.
    Effect.catch(() => spawner.string(ChildProcess.make("ps", ["-o", "rss=", "-p", String(pid)])))
  )
  return Number((yield* Effect.orDie(kilobytes)).trim()) * 1_024
})

export const mebibyte = 1_048_576

export const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`
