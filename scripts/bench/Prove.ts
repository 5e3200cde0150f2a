import { spawn } from "node:child_process"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { count, listed, quick, run } from "./CommandLine.ts"
import { AimMissed } from "./InvalidRun.ts"
import { measured, printResults } from "./Run.ts"
import type { Subject } from "./Subject.ts"
import { groupCommit } from "./subjects/GroupCommit.ts"
import { type LongLogs, million } from "./subjects/Million.ts"
import { starve } from "./subjects/Starve.ts"

/** A test that `npm test` runs on a small scale, and the variables that make it long. */
interface LongTest extends Pick<Subject, "name" | "about"> {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

const longTests: ReadonlyArray<LongTest> = [
  {
    name: "crash",
    about:
      "Kills the server 20 times on each database under 32 writers, and checks that every answered write is stored",
    file: "test/system/Crash.test.ts",
    env: { CRASH_ROUNDS: "20" }
  },
  {
    name: "soak",
    about: "Five minutes of writers and streams on two servers that are killed, stopped and cut off from notifications",
    file: "test/system/Soak.test.ts",
    env: { SOAK_SECONDS: "300" }
  },
  {
    name: "rolling",
    about: "Restarts two servers ten times in turn, under 20,000 writes, behind proxies that keep connections",
    file: "test/system/Rolling.test.ts",
    env: { ROLLING_RESTARTS: "10", ROLLING_WRITES: "20000" }
  },
  {
    name: "sleep",
    about: "Suspends one of two servers for 1 to 20 s, twenty times, and delays its connection, while sessions end",
    file: "test/system/Sleep.test.ts",
    env: { SLEEP_ROUNDS: "20" }
  },
  {
    name: "silence",
    about: "Swallows what one, all and the listening connections to PostgreSQL send, under writes, five times each",
    file: "test/system/Silence.test.ts",
    env: { SILENCE_ROUNDS: "5" }
  },
  {
    name: "webhooks",
    about:
      "Kills two servers 20 times in turn while 100,000 events go to a receiver with 21 kinds of faults, and counts what arrives",
    file: "test/system/Webhooks.test.ts",
    env: { WEBHOOK_EVENTS: "100000", WEBHOOK_KILLS: "20", WEBHOOK_FAULTS: "21" }
  },
  {
    name: "rebuild-kills",
    about: "Kills a server 30 times in the middle of rebuilding its history",
    file: "test/system/RebuildKill.test.ts",
    env: { REBUILD_KILLS: "30" }
  },
  {
    name: "failover",
    about: "Kills PostgreSQL ten times and promotes its synchronous standby, under 16 writers",
    file: "test/system/Failover.test.ts",
    env: { FAILOVER_ROUNDS: "10" }
  },
  {
    name: "image",
    about: "Builds the container image and runs it; needs root, and Debian's buildah and mmdebstrap",
    file: "test/deploy/Image.test.ts",
    env: { IMAGE: "1" }
  },
  {
    name: "nginx",
    about: "Restarts two servers 40 times in turn behind the nginx of scripts/deploy, under 40,000 writes; needs nginx",
    file: "test/deploy/Nginx.test.ts",
    env: { NGINX_RESTARTS: "40", NGINX_WRITES: "40000" }
  },
  {
    name: "four-ways",
    about: "Compares all ways to compute a state, over 620 generated histories",
    file: "test/log/FourWays.test.ts",
    env: { FOUR_WAYS: "1" }
  }
]

/** Measurements that fail when an aim is missed. */
const measurements = (longLogs: LongLogs) => [starve, million(longLogs), groupCommit]

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

const prove = Command.make(
  "prove",
  {
    what: Argument.Literals(
      "what",
      proofs.map(({ name }) => name)
    ).pipe(Argument.withDescription("The test to run")),
    events: count("events", "The length of million's log on PostgreSQL; 0 leaves it out", defaultLengths.postgres, 0),
    embeddedEvents: count(
      "embedded-events",
      "The length of million's log on the embedded database; 0 leaves it out",
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
