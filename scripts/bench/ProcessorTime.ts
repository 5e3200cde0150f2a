import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { InvalidRun } from "./InvalidRun.ts"

/** Linux counts in hundredths of a second for programs, whatever it counts in itself. */
const millisecondsPerTick = 10

/** The milliseconds of processor time that all threads of a process have used; on Linux only. */
export const ofProcess = (pid: number | undefined) =>
  Effect.tryPromise({
    try: () => readFile(`/proc/${pid}/stat`, "utf8"),
    catch: (cause) => new InvalidRun({ message: `The processor time of a server cannot be read: ${cause}.` })
  }).pipe(
    Effect.map((stat) => {
      // The second field is the program's name in brackets, which may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
    })
  )
