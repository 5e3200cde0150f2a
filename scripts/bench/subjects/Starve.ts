import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import * as Load from "../load/Load.ts"
import { mebibyte, peakBytes, residentBytes } from "../ProcessFigures.ts"
import { atMost, type Row, type Subject } from "../Subject.ts"
import type { Tally } from "../starve/expensiveWorker.ts"
import * as World from "../starve/World.ts"

/** `seconds` is the length of each of the three parts: without the expensive requests, with them, and idle after them. */
const full = { wideObjectives: 100, initiatives: 80, measures: 16, rejections: 1_500, descriptions: 300, seconds: 60 }
const quick = { wideObjectives: 10, initiatives: 8, measures: 4, rejections: 30, descriptions: 10, seconds: 5 }

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

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

export const starve: Subject = {
  name: "starve",
  about: "Small reads and writes during the most expensive requests that each role and anonymous callers can make",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const { seconds, ...size } = scale.quick ? quick : full
    const { url, pid } = yield* Contender.service({ DATABASE_URL: yield* database("starve") })
    yield* say("Creating users, teams and long histories …")
    const world = yield* World.make(url, size)
    const small = Effect.fnUntraced(function* (phase: string, seconds: number) {
      const seen = yield* World.lastEvent(world.writer, world.ordinary, phase)
      const { answers, times, wrong, example } = yield* Load.attempt(smallLoad(world, seen, seconds, phase))
      const failed = wrong === 0 ? "none failed" : `${wrong} failed, such as ${example}`
      yield* say(`${phase}: ${answers} small answers, the slowest after ${times.max.toFixed(0)} ms; ${failed}`)
      return { slowest: times.max, failed: wrong }
    })

    const quiet = yield* small("without expensive requests", seconds)
    const before = yield* residentBytes(pid)
    const expensive = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(new URL("../starve/expensiveWorker.ts", import.meta.url), { workerData: world })),
      (worker) => Effect.promise(() => worker.terminate())
    )
    const starved = yield* small("during expensive requests", seconds)
    const tallies: ReadonlyArray<Tally> = yield* Effect.promise(async () => {
      expensive.postMessage("stop")
      return (await once(expensive, "message"))[0]
    })
    for (const { name, answers } of tallies) yield* say(`  ${name}: ${JSON.stringify(answers)}`)
    const peak = yield* peakBytes(pid)
    yield* Effect.sleep(`${seconds} seconds`)
    const after = yield* residentBytes(pid)
    const recovered = yield* small("after expensive requests", Math.ceil(seconds / 10))

    const row = (title: string, unit: string, value: number, bound: number): Row => {
      return { title, unit, values: [value], aim: atMost(bound) }
    }
    const undeclared = total(tallies.map((tally) => tally.undeclared))
    const failed = total([quiet, starved, recovered].map((phase) => phase.failed))
    return [
      row(
        "The slowest small answer, longer than without expensive requests",
        "ms",
        starved.slowest - quiet.slowest,
        250
      ),
      row("Memory of the server, at the most", "MiB", peak / mebibyte, 900),
      row("Memory of the server, afterwards to before", "times", after / before, 1.15),
      row("5xx that are not declared", "answers", undeclared, 0),
      row("Small requests that failed", "answers", failed, 0)
    ]
  })
}
