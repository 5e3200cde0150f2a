import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Option, Ref } from "effect"
import { Command, Flag } from "effect/cli"
import { report } from "./admin/Failure.ts"
import * as Child from "./bench/Child.ts"
import { aim, count } from "./bench/Counts.ts"
import { inMebibytes, residentBytes } from "./bench/ResidentMemory.ts"
import * as Server from "./bench/Server.ts"
import { inMilliseconds, spread } from "./bench/Spread.ts"
import type { MixProtocol, Tally } from "./bench/starve/MixProtocol.ts"
import * as SmallCalls from "./bench/starve/SmallCalls.ts"
import * as World from "./bench/starve/World.ts"
import { type Aim, judge } from "./bench/Void.ts"
import { server } from "./support/PostgresServer.ts"

const mebibyte = 1_048_576

/** The most memory the process had while it was looked at, twice a second. */
const peakMemory = Effect.fnUntraced(function* (pid: number) {
  const peak = yield* Ref.make(0)
  yield* residentBytes(pid).pipe(
    Effect.flatMap((bytes) => Ref.update(peak, (most) => Math.max(most, bytes))),
    Effect.andThen(Effect.sleep("500 millis")),
    Effect.forever,
    Effect.ignore,
    Effect.forkScoped
  )
  return peak
})

const told = (phase: string, { times, slowest, failures }: SmallCalls.SmallAnswers) =>
  Effect.gen(function* () {
    yield* Console.log(`${phase}: ${times.length} small answers, ${inMilliseconds(spread(times))}`)
    for (const [kind, took] of Object.entries(slowest)) yield* Console.log(`  slowest ${kind}: ${took.toFixed(0)} ms`)
    for (const [why, times] of Object.entries(failures)) yield* Console.log(`  ${times} failed: ${why}`)
  })

const tellTally = ({ name, answers, slowestMs }: Tally) => {
  const counts = Object.entries(answers).map(([how, times]) => `${times} × ${how}`)
  return Console.log(`  ${name}: ${counts.join(", ") || "none answered"}; slowest ${slowestMs.toFixed(0)} ms`)
}

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

const size = {
  wideObjectives: count("objectives", "Objectives of the wide team", 100),
  initiatives: count("initiatives", "Initiatives of each of them", 80),
  measures: count("measures", "Measures of each of them", 16),
  rejections: count("rejections", "Rejected edits of 60 KB in one history", 1_500),
  descriptions: count("descriptions", "Descriptions of 4,000 emoji in another history", 300)
}

const command = Command.make(
  "starve",
  {
    ...size,
    seconds: count(
      "seconds",
      "How long each of the three parts takes: without the mix, with it, and at rest after it",
      60
    ),
    callers: count("callers", "Callers of small reads and writes", 20),
    only: Flag.String("only").pipe(
      Flag.withDescription("Makes only the worst requests whose name contains one of these, with commas between them"),
      Flag.optional
    ),
    project: Flag.String("project").pipe(
      Flag.withDescription("The folder of another checkout, whose server is tried instead"),
      Flag.withDefault(process.cwd())
    ),
    aimDelay: aim("aim-delay", "Milliseconds the slowest small answer may take longer than without the mix", 250),
    aimMemory: aim("aim-memory", "Resident memory of the server, in MiB, at most", 700),
    aimAfter: aim("aim-after", "Times its memory before the mix that it may have afterwards", 1.15)
  },
  Effect.fnUntraced(function* ({ seconds, callers, only, project, aimDelay, aimMemory, aimAfter, ...worldSize }) {
    const { url: databaseUrl } = yield* server
    const { url, pid = 0, output } = yield* Server.start({ DATABASE_URL: databaseUrl }, project)
    yield* Console.log("Making users, teams and long histories …")
    const world = yield* World.make(url, worldSize)

    const quiet = yield* SmallCalls.during(world, callers, seconds)
    yield* told("without the mix", quiet)
    const before = yield* residentBytes(pid)

    const mix = yield* Child.start<MixProtocol>("the mix", new URL("./bench/starve/mixProcess.ts", import.meta.url))
    const peak = yield* peakMemory(pid)
    yield* mix.ask("start", {
      world,
      only: Option.match(only, { onNone: () => null, onSome: (names) => names.split(",") })
    })
    const starved = yield* SmallCalls.during(world, callers, seconds)
    const tallies = yield* mix.ask("stop", null)
    yield* told("beside the mix", starved)
    yield* Effect.forEach(tallies, tellTally, { discard: true })

    yield* Effect.sleep(`${seconds} seconds`)
    const after = yield* residentBytes(pid)
    const recovered = yield* SmallCalls.during(world, callers, Math.ceil(seconds / 10))
    yield* told("after the mix", recovered)
    const most = yield* Ref.get(peak)
    yield* Console.log(
      `memory: ${inMebibytes(before)} before, ${inMebibytes(most)} at the most, ${inMebibytes(after)} afterwards`
    )
    const unforeseen = output()
      .split("\n")
      .filter((line) => line.includes("reference"))
    for (const line of unforeseen.slice(0, 5)) yield* Console.log(line.slice(0, 1_000))

    const slowest = (answers: SmallCalls.SmallAnswers) => spread(answers.times).most
    const failed = (answers: SmallCalls.SmallAnswers) => total(Object.values(answers.failures))
    const aims: ReadonlyArray<Aim> = [
      {
        ...{ what: "slowest small answer over that without the mix", unit: "ms", is: "below", bound: aimDelay },
        measured: slowest(starved) - slowest(quiet)
      },
      { what: "memory", unit: "MiB", is: "below", bound: aimMemory, measured: most / mebibyte },
      { what: "memory afterwards", unit: "times before", is: "below", bound: aimAfter, measured: after / before },
      {
        ...{ what: "answers of 5xx that are not declared", unit: "answers", is: "below", bound: 1 },
        measured: total(tallies.map(({ undeclared }) => undeclared))
      },
      {
        ...{ what: "small requests that failed", unit: "requests", is: "below", bound: 1 },
        measured: failed(quiet) + failed(starved) + failed(recovered)
      }
    ]
    yield* judge(aims)
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Small reads and writes beside the worst requests that each role and an anonymous caller can make, on a real PostgreSQL."
  )
)

command.pipe(
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
