import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { InvalidRun } from "../InvalidRun.ts"

/** The bytes that a process has read and written, from and to files and sockets; on Linux only. */
export const bytesOf = (pid: number | undefined) =>
  Effect.tryPromise({
    try: () => readFile(`/proc/${pid}/io`, "utf8"),
    catch: (cause) => new InvalidRun({ message: `The bytes that a server reads and writes cannot be found: ${cause}.` })
  }).pipe(
    Effect.map((io) => [...io.matchAll(/^[rw]char: (\d+)$/gm)].reduce((sum, [, bytes]) => sum + Number(bytes), 0))
  )
