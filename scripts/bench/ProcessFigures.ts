import { readFile } from "node:fs/promises"
import { Effect } from "effect"

export const mebibyte = 1_048_576

/** The bytes that Linux counts under this name for a process. */
const counted = (name: "VmRSS" | "VmHWM") => (pid: number | undefined) =>
  Effect.promise(async () => {
    const status = await readFile(`/proc/${pid}/status`, "utf8")
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1]) * 1_024
  })

/** The largest resident set that a process has had so far, in bytes. */
export const peakBytes = counted("VmHWM")

/** The resident set of a process, in bytes. */
export const residentBytes = counted("VmRSS")

/** The largest resident set, in bytes, of a process that `pid` has started with a script; 0 if there is none. */
export const peakOfChild = Effect.fnUntraced(function* (pid: number | undefined, script: string) {
  const children = yield* Effect.promise(async () => {
    const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
    const pids = list.split(" ").filter(Boolean).map(Number)
    const lines = await Promise.all(pids.map((child) => readFile(`/proc/${child}/cmdline`, "utf8")))
    return pids.filter((_, n) => lines[n]?.includes(script))
  })
  return Math.max(0, ...(yield* Effect.forEach(children, peakBytes)))
})
