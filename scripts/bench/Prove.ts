import { spawn } from "node:child_process"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { count, listed, quick, run } from "./CommandLine.ts"
import { AimMissed } from "./InvalidRun.ts"
import { measured, printResults } from "./Run.ts"
import type { Subject } from "./Subject.ts"
import { type LongLogs, million } from "./subjects/Million.ts"
import { starve } from "./subjects/Starve.ts"

/** A test that `npm test` runs on a small scale, and the variables that make it long. */
interface LongTest extends Pick<Subject, "name" | "about"> {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

const longTest = (file: string, name: string, about: string, env: LongTest["env"]): LongTest => ({
  ...{ name, about, env },
  file: `test/${file}.test.ts`
})

const longTests: ReadonlyArray<LongTest> = [
  longTest("system/Crash", "crash", "20 kills on each database under 32 writers; every answered write is stored", {
    CRASH_ROUNDS: "20"
  }),
  longTest("system/Soak", "soak", "Five minutes of writers and streams on two servers that are killed and cut off", {
    SOAK_SECONDS: "300"
  }),
  longTest("system/Rolling", "rolling", "Ten restarts of two servers in turn, under 20,000 writes, behind proxies", {
    ...{ ROLLING_RESTARTS: "10", ROLLING_WRITES: "20000" }
  }),
  longTest("system/Sleep", "sleep", "Suspends one of two servers for 1 to 20 s, twenty times, while sessions end", {
    SLEEP_ROUNDS: "20"
  }),
  longTest("system/Webhooks", "webhooks", "20 kills while 100,000 events go to a receiver with 21 kinds of faults", {
    ...{ WEBHOOK_EVENTS: "100000", WEBHOOK_KILLS: "20", WEBHOOK_FAULTS: "21" }
  }),
  longTest("system/RebuildKill", "rebuild-kills", "Kills a server 30 times in the middle of rebuilding its history", {
    REBUILD_KILLS: "30"
  }),
  longTest("system/Failover", "failover", "Kills PostgreSQL ten times and promotes its standby, under 16 writers", {
    FAILOVER_ROUNDS: "10"
  }),
  longTest("deploy/Image", "image", "Builds the container image and runs it; needs root, buildah and mmdebstrap", {
    IMAGE: "1"
  }),
  longTest("deploy/Nginx", "nginx", "40 restarts of two servers behind nginx, under 40,000 writes; needs nginx", {
    ...{ NGINX_RESTARTS: "40", NGINX_WRITES: "40000" }
  }),
  longTest("log/FourWays", "four-ways", "Compares all ways to compute a state, over 620 generated histories", {
    FOUR_WAYS: "1"
  })
]

/** Measurements that fail when an aim is missed. */
const measurements = (longLogs: LongLogs) => [starve, million(longLogs)]

const defaultLengths: LongLogs = { postgres: 10_000_000, embedded: 1_000_000 }

export const proofs = [...longTests, ...measurements(defaultLengths)]

/** Runs one test file. Variables that are already set keep their value. */
const runTest = ({ name, file, env }: LongTest, quick: boolean) =>
  Effect.callback<void, AimMissed>((resume) => {
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--silent=false", file], {
      env: { ...(quick ? {} : env), ...process.env },
      stdio: "inherit"
    })
    child.once("close", (code, signal) =>
      resume(code === 0 ? Effect.void : new AimMissed({ message: `${name} ended with ${code ?? signal}.` }))
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })

const ofMillion = "The length of million's log on"

const prove = Command.make(
  "prove",
  {
    what: Argument.Literals(
      "what",
      proofs.map(({ name }) => name)
    ).pipe(Argument.withDescription("The test to run")),
    events: count("events", `${ofMillion} PostgreSQL; 0 leaves it out`, defaultLengths.postgres, 0),
    embeddedEvents: count(
      "embedded-events",
      `${ofMillion} the embedded database; 0 leaves it out`,
      defaultLengths.embedded,
      0
    ),
    quick
  },
  Effect.fnUntraced(function* ({ what, events, embeddedEvents, quick }) {
    for (const test of longTests) if (test.name === what) yield* runTest(test, quick)
    const lengths = { postgres: events, embedded: embeddedEvents }
    const chosen = measurements(lengths).filter(({ name }) => name === what)
    if (chosen.length === 0) return
    const scale = quick ? { quick, rounds: 1, seconds: 1 } : { quick, rounds: 3, seconds: 3 }
    yield* printResults(yield* measured(scale, chosen), { markdown: false, strict: !quick })
  })
).pipe(
  Command.withDescription(
    `Runs a long test of the service, and exits with 1 if it fails; with --quick no aim has to be met.\n\n${listed(proofs)}`
  )
)

export const main = run(prove)
