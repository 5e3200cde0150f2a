import { setTimeout as pause } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import * as Load from "../load/Load.ts"
import { mebibyte, peakBytes, residentBytes } from "../ProcessFigures.ts"
import { atMost, type Row, type Subject } from "../Subject.ts"
import * as World from "../starve/World.ts"

const pauseMs = 50

/** Twenty callers of small reads and writes, who think between them; every fourth request is a write. */
const smallLoad = ({ url, small, ordinary }: World.World, seen: number, seconds: number, label: string): Load.Load => {
  const [team, objective] = [ordinary.teamId, ordinary.objectiveIds[0]]
  const history = `/api/history/entity/${objective}?limit=20`
  const paths = ["/api/teams", "/api/auth/me", `/api/objectives/${objective}`, `/api/teams/${team}/principles`, history]
  const target = { url, token: small }
  const connections = 20
  const reading = Load.reading(target, paths)
  const editing = Load.editing(target, { targetIds: ordinary.principleIds, connections, label, seen })
  const exchanges: Load.Exchanges = (connection) => {
    const [read, edit] = [reading(connection), editing(connection)]
    let serial = 0
    return () => (++serial % 4 === 0 ? edit() : read())
  }
  return { url, connections, milliseconds: seconds * 1_000, pause: () => pause(pauseMs), exchanges }
}

/** Sends the expensive requests until the scope closes, in a thread of its own: they would delay the small ones that are measured. */
const sending = (world: World.World, tally: Map<string, number>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const count = (how: string) => tally.set(how, (tally.get(how) ?? 0) + 1)
      return new Worker(new URL("../starve/expensiveWorker.ts", import.meta.url), { workerData: world }).on(
        "message",
        count
      )
    }),
    (worker) => Effect.promise(() => worker.terminate())
  )

export const starve: Subject = {
  name: "starve",
  about: "Small reads and writes during the most expensive requests that each role and anonymous callers can make",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    /** The length of each of the three parts: without the expensive requests, with them, and idle after them. */
    const seconds = scale.quick ? 5 : 60
    const { url, pid } = yield* Contender.service({ DATABASE_URL: yield* database("starve") })
    yield* say("Creating users, teams and long histories …")
    const world = yield* World.make(url, scale.quick)
    /** The slowest of small answers in milliseconds, none of which may fail. */
    const slowest = Effect.fnUntraced(function* (phase: string, seconds: number) {
      const seen = yield* World.lastEvent(world.writer, world.ordinary, phase)
      const { answers, times } = yield* Load.run(phase, smallLoad(world, seen, seconds, phase))
      yield* say(`${phase}: ${answers} small answers, the slowest after ${times.max.toFixed(0)} ms`)
      return times.max
    })

    const quiet = yield* slowest("without expensive requests", seconds)
    const before = yield* residentBytes(pid)
    const tally = new Map<string, number>()
    const during = Effect.andThen(sending(world, tally), slowest("during expensive requests", seconds))
    const starved = yield* Effect.scoped(during)
    for (const [how, count] of tally) yield* say(`  ${how}: ${count}`)
    const peak = yield* peakBytes(pid)
    yield* Effect.sleep(`${seconds} seconds`)
    const after = yield* residentBytes(pid)
    yield* slowest("after expensive requests", Math.ceil(seconds / 10))

    const row = (title: string, unit: string, value: number, bound: number): Row => {
      return { title, unit, values: [value], aim: atMost(bound) }
    }
    const longer = "The slowest small answer, longer than without expensive requests"
    return [
      row(longer, "ms", starved - quiet, 250),
      row("Memory of the server, at the most", "MiB", peak / mebibyte, 900),
      row("Memory of the server, afterwards to before", "times", after / before, 1.15),
      row(
        "5xx that are not declared",
        "kinds of answers",
        [...tally.keys()].filter((how) => how.endsWith("undeclared")).length,
        0
      )
    ]
  })
}
