import { readdir, readFile } from "node:fs/promises"
import { Array, Effect } from "effect"
import { InvalidRun } from "./InvalidRun.ts"

/** Linux counts in hundredths of a second for programs, whatever it counts in itself. */
const millisecondsPerTick = 10

/** A file of Linux on processes; the path is below `/proc`. */
const read = (path: string) =>
  Effect.tryPromise({
    try: () => readFile(`/proc/${path}`, "utf8"),
    catch: (cause) => new InvalidRun({ message: `The processor time of a process cannot be read: ${cause}.` })
  })

/** What Linux says of a process or a thread: its parent, and the milliseconds of processor time that it has used. */
const statistics = (path: string) =>
  Effect.map(read(`${path}/stat`), (stat) => {
    // The second field is the program's name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { parent: Number(fields[1]), milliseconds: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick }
  })

const milliseconds = (path: string) => Effect.map(statistics(path), (statistics) => statistics.milliseconds)

/** The milliseconds of processor time that all threads of a process have used; on Linux only. */
export const ofProcess = (pid: number | undefined) => milliseconds(`${pid}`)

/** The same for its first thread alone, which in Node has the event loop. */
export const ofMainThread = (pid: number | undefined) => milliseconds(`${pid}/task/${pid}`)

const parentOf = (pid: number) => Effect.map(statistics(`${pid}`), ({ parent }) => parent)

/** The processes of a parent, each with the milliseconds of processor time that it has used. */
const childrenOf = Effect.fnUntraced(function* (parent: number) {
  const names = yield* Effect.promise(() => readdir("/proc"))
  // A process may have ended meanwhile.
  const all = yield* Effect.forEach(
    names.filter((name) => /^\d+$/.test(name)),
    (name) => Effect.option(Effect.map(statistics(name), (found) => ({ pid: Number(name), ...found })))
  )
  return Array.getSomes(all).filter((each) => each.parent === parent)
})

/** The ids of a process's parent and of all children of that, itself included: of all processes of a PostgreSQL server. */
export const family = Effect.fnUntraced(function* (pid: number) {
  const parent = yield* parentOf(pid)
  return [parent, ...(yield* childrenOf(parent)).map((child) => child.pid)]
})

/** The milliseconds of processor time that those children have used, by their ids. */
export const ofSiblings = Effect.fnUntraced(function* (pid: number) {
  const children = yield* childrenOf(yield* parentOf(pid))
  return new Map(children.map((child) => [child.pid, child.milliseconds]))
})

/** What processes have used between two answers of `ofSiblings`, without those that have ended. */
export const between = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number => {
  let sum = 0
  for (const [pid, milliseconds] of after) sum += milliseconds - (before.get(pid) ?? 0)
  return sum
}
