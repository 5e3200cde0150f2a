import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Load } from "../load/loadProcess.ts"
import * as Turns from "../load/Turns.ts"
import { mebibyte, residentBytes } from "../ProcessFigures.ts"
import * as Server from "../Server.ts"
import { type Aim, type Subject, table } from "../Subject.ts"
import type { ExpensiveProcess } from "../starve/expensiveProcess.ts"
import * as World from "../starve/World.ts"

/** `seconds` is the length of each of the three parts: without the expensive requests, with them, and idle after them. */
const full = { wideObjectives: 100, initiatives: 80, measures: 16, rejections: 1_500, descriptions: 300, seconds: 60 }
const quick = { wideObjectives: 10, initiatives: 8, measures: 4, rejections: 30, descriptions: 10, seconds: 5 }

/** Twenty callers of small reads and writes, who think between them; every fourth request is a write. */
const smallLoad = ({ url, small, ordinary, sequenceNumber }: World.World, seconds: number, label: string): Load => {
  const [team, objective] = [ordinary.teamId, ordinary.objectiveIds[0]]
  const history = `/api/history/entity/${objective}?limit=20`
  const paths = ["/api/teams", "/api/auth/me", `/api/objectives/${objective}`, `/api/teams/${team}/principles`, history]
  const targetIds = ordinary.objectiveIds
  return {
    ...{ url, token: small.editor, connections: 20, milliseconds: seconds * 1_000, pauseMs: 50 },
    reads: { paths },
    edits: { eventType: "update_objective_title", targetIds, lastSeenSequence: sequenceNumber, label },
    editEvery: 4
  }
}

/** The largest resident memory of the process, sampled twice a second while `work` runs. */
const withPeak = Effect.fnUntraced(function* <A, E, R>(pid: number | undefined, work: Effect.Effect<A, E, R>) {
  let peak = 0
  const sample = Effect.map(residentBytes(pid), (bytes) => {
    peak = Math.max(peak, bytes)
  })
  const sampling = Effect.forever(Effect.andThen(sample, Effect.sleep("500 millis")))
  const result = yield* Effect.raceFirst(work, sampling)
  return { result, peak }
})

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

const aim = (of: string, bound: number): Aim => ({ of, is: "at most", bound })

export const starve: Subject = {
  name: "starve",
  about: "Small reads and writes during the most expensive requests that each role and anonymous callers can make",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const { seconds, ...size } = scale.quick ? quick : full
    const { url, pid } = yield* Server.start({ DATABASE_URL: yield* database("starve") })
    yield* say("Creating users, teams and long histories …")
    const world = yield* World.make(url, size)
    const process = yield* Turns.startLoad
    const small = Effect.fnUntraced(function* (phase: string, seconds: number) {
      const { sequenceNumber } = yield* World.lastEvent(world.writer, world.ordinary, phase)
      const loaded = yield* process.ask("run", smallLoad({ ...world, sequenceNumber }, seconds, phase))
      const slowest = Math.max(loaded.reads.max, loaded.edits.max)
      const failed = loaded.wrong === 0 ? "none failed" : `${loaded.wrong} failed, such as ${loaded.example}`
      yield* say(`${phase}: ${loaded.answers} small answers, the slowest after ${slowest.toFixed(0)} ms; ${failed}`)
      return { slowest, failed: loaded.wrong }
    })

    const quiet = yield* small("without expensive requests", seconds)
    const before = yield* residentBytes(pid)
    const script = new URL("../starve/expensiveProcess.ts", import.meta.url)
    const expensive = yield* Child.start<ExpensiveProcess>("The expensive load", script)
    yield* expensive.ask("start", world)
    const { result: starved, peak } = yield* withPeak(pid, small("during expensive requests", seconds))
    const tallies = yield* expensive.ask("stop")
    for (const { name, answers, slowestMs } of tallies) {
      const counts = Object.entries(answers).map(([how, count]) => `${how} ${count}`)
      yield* say(`  ${name}: ${counts.join(", ") || "none answered"}; the slowest ${slowestMs.toFixed(0)} ms`)
    }
    yield* Effect.sleep(`${seconds} seconds`)
    const after = yield* residentBytes(pid)
    const recovered = yield* small("after expensive requests", Math.ceil(seconds / 10))

    return [
      table(
        "The slowest small answer",
        "ms",
        {
          ...{ "without expensive requests": [quiet.slowest], "during expensive requests": [starved.slowest] },
          "longer than without it": [starved.slowest - quiet.slowest]
        },
        [aim("longer than without it", 250)]
      ),
      table(
        "Memory of the server",
        "MiB",
        { before: [before / mebibyte], "at the most": [peak / mebibyte], afterwards: [after / mebibyte] },
        [aim("at the most", 900), { ...aim("afterwards", 1.15), to: "before" }]
      ),
      table(
        "Forbidden answers",
        "answers",
        {
          "5xx not declared": [total(tallies.map(({ undeclared }) => undeclared))],
          "small requests failed": [total([quiet, starved, recovered].map(({ failed }) => failed))]
        },
        [aim("5xx not declared", 0), aim("small requests failed", 0)]
      )
    ]
  })
}
