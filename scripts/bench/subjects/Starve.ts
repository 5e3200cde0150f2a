import { Effect, Ref } from "effect"
import * as Child from "../Child.ts"
import { inMebibytes, mebibyte, residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { type Aim, type Subject, table } from "../Subject.ts"
import type { ExpensiveLoadProtocol, Tally } from "../starve/ExpensiveLoadProtocol.ts"
import * as SmallCalls from "../starve/SmallCalls.ts"
import * as World from "../starve/World.ts"

/** `seconds` is the length of each of the three parts: without the expensive requests, with them, and idle after them. */
const full = { wideObjectives: 100, initiatives: 80, measures: 16, rejections: 1_500, descriptions: 300, seconds: 60 }
const quick = { wideObjectives: 10, initiatives: 8, measures: 4, rejections: 30, descriptions: 10, seconds: 5 }

/** The number of callers of small reads and writes. */
const callers = 20

/** Records the largest resident memory of the process, sampled twice a second. */
const peakMemory = Effect.fnUntraced(function* (pid: number) {
  const peak = yield* Ref.make(0)
  yield* residentBytes(pid).pipe(
    Effect.flatMap((bytes) => Ref.update(peak, (highest) => Math.max(highest, bytes))),
    Effect.andThen(Effect.sleep("500 millis")),
    Effect.forever,
    Effect.ignore,
    Effect.forkScoped
  )
  return peak
})

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count.toFixed(0)}`)
    .join(", ")

const progressLines = (phase: string, { times, slowest, failures }: SmallCalls.SmallAnswers): string =>
  `${phase}: ${times.length} small answers, ${inMilliseconds(spread(times))}\n` +
  `  slowest, in ms: ${listed(slowest)}\n  failed: ${listed(failures) || "none"}`

const tally = ({ name, answers, slowestMs }: Tally): string =>
  `  ${name}: ${listed(answers) || "none answered"}; slowest ${slowestMs.toFixed(0)} ms`

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

const aim = (of: string, bound: number): Aim => ({ of, is: "at most", bound })

export const starve: Subject = {
  name: "starve",
  about: "Small reads and writes during the most expensive requests that each role and anonymous callers can make",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const { seconds, ...worldSize } = scale.quick ? quick : full
    const { url, pid = 0, output } = yield* Server.start({ DATABASE_URL: yield* database("starve") })
    yield* say("Creating users, teams and long histories …")
    const world = yield* World.make(url, worldSize)

    const quiet = yield* SmallCalls.during(world, callers, seconds)
    yield* say(progressLines("without expensive requests", quiet))
    const before = yield* residentBytes(pid)

    const expensiveLoad = yield* Child.start<ExpensiveLoadProtocol>(
      "The expensive load",
      new URL("../starve/expensiveLoadProcess.ts", import.meta.url)
    )
    const peak = yield* peakMemory(pid)
    yield* expensiveLoad.ask("start", world)
    const starved = yield* SmallCalls.during(world, callers, seconds)
    const tallies = yield* expensiveLoad.ask("stop", null)
    yield* say([progressLines("during expensive requests", starved), ...tallies.map(tally)].join("\n"))

    yield* Effect.sleep(`${seconds} seconds`)
    const after = yield* residentBytes(pid)
    const recovered = yield* SmallCalls.during(world, callers, Math.ceil(seconds / 10))
    yield* say(progressLines("after expensive requests", recovered))
    const peakBytes = yield* Ref.get(peak)
    yield* say(
      `memory: ${inMebibytes(before)} before, ${inMebibytes(peakBytes)} at the most, ${inMebibytes(after)} afterwards`
    )
    const serverErrors = output()
      .split("\n")
      .filter((line) => line.includes("reference"))
    for (const line of serverErrors.slice(0, 5)) yield* say(line.slice(0, 1_000))

    const slowest = (answers: SmallCalls.SmallAnswers) => spread(answers.times).max
    const failed = (answers: SmallCalls.SmallAnswers) => total(Object.values(answers.failures))
    return [
      table(
        "The slowest small answer",
        "ms",
        {
          ...{ "without expensive requests": [slowest(quiet)], "during expensive requests": [slowest(starved)] },
          "longer than without it": [slowest(starved) - slowest(quiet)]
        },
        [aim("longer than without it", 250)]
      ),
      table(
        "Memory of the server",
        "MiB",
        { before: [before / mebibyte], "at the most": [peakBytes / mebibyte], afterwards: [after / mebibyte] },
        [aim("at the most", 700), { ...aim("afterwards", 1.15), to: "before" }]
      ),
      table(
        "Forbidden answers",
        "answers",
        {
          "5xx not declared": [total(tallies.map(({ undeclared }) => undeclared))],
          "small requests failed": [failed(quiet) + failed(starved) + failed(recovered)]
        },
        [aim("5xx not declared", 0), aim("small requests failed", 0)]
      )
    ]
  })
}
