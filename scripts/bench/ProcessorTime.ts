import { readFile } from "node:fs/promises"
import { Effect } from "effect"

/** Linux reports times to programs in hundredths of a second, whatever its kernel counts in. */
const millisecondsPerTick = 10

/** The milliseconds of processor time that all threads of a process have used; on Linux only. */
export const ofProcess = (pid: number | undefined) =>
  Effect.promise(async () => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  })
