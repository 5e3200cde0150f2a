import { readdir, readFile } from "node:fs/promises"
import { Array, Effect } from "effect"
import { InvalidRun } from "./InvalidRun.ts"

/** Linux reports times to programs in hundredths of a second, whatever its kernel counts in. */
const millisecondsPerTick = 10

/** Reads a file about processes; the path is below `/proc`. */
const read = (path: string) =>
  Effect.tryPromise({
    try: () => readFile(`/proc/${path}`, "utf8"),
    catch: (cause) => new InvalidRun({ message: `The processor time of a process cannot be read: ${cause}.` })
  })

/** A process's or thread's parent, and the milliseconds of processor time that it has used. */
const statistics = (path: string) =>
  Effect.map(read(`${path}/stat`), (stat) => {
    // The second field is the program's name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { parent: Number(fields[1]), milliseconds: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick }
  })

const milliseconds = (path: string) => Effect.map(statistics(path), (statistics) => statistics.milliseconds)

/** The milliseconds of processor time that all threads of a process have used; on Linux only. */
export const ofProcess = (pid: number | undefined) => milliseconds(`${pid}`)

/** The milliseconds that a process's first thread has used, which in Node runs the event loop. */
export const ofMainThread = (pid: number | undefined) => milliseconds(`${pid}/task/${pid}`)

const parentOf = (pid: number) => Effect.map(statistics(`${pid}`), ({ parent }) => parent)

/** The processes of a parent, each with the milliseconds of processor time that it has used. */
const childrenOf = Effect.fnUntraced(function* (parent: number) {
  const names = yield* Effect.promise(() => readdir("/proc"))
  // A process may have ended since the folder was listed.
  const all = yield* Effect.forEach(
    names.filter((name) => /^\d+$/.test(name)),
    (name) => Effect.option(Effect.map(statistics(name), (found) => ({ pid: Number(name), ...found })))
  )
  return Array.getSomes(all).filter((each) => each.parent === parent)
})

/** The ids of a process's parent and of all the parent's children: given one process of a PostgreSQL server, all of them. */
export const family = Effect.fnUntraced(function* (pid: number) {
  const parent = yield* parentOf(pid)
  return [parent, ...(yield* childrenOf(parent)).map((child) => child.pid)]
})

/** The milliseconds of processor time that a process and its siblings have used, by process id. */
export const ofSiblings = Effect.fnUntraced(function* (pid: number) {
  const children = yield* childrenOf(yield* parentOf(pid))
  return new Map(children.map((child) => [child.pid, child.milliseconds]))
})

/** The milliseconds of processor time used between two results of `ofSiblings`, without processes that have ended. */
export const between = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number => {
  let sum = 0
  for (const [pid, milliseconds] of after) sum += milliseconds - (before.get(pid) ?? 0)
  return sum
}
