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
  readonly variables: string
}

const upgrades = "The release of the latest tag, or of UPGRADE_FROM, beside this one and before it; needs git and npm"

const longTests: ReadonlyArray<LongTest> = [
  ["crash", "system/Crash", "CRASH_ROUNDS=20", "20 kills on each database under 32 writers"],
  ["soak", "system/Soak", "SOAK_SECONDS=300", "Writers and streams on servers that are killed and cut off"],
  ["rolling", "system/Rolling", "ROLLING_RESTARTS=10 ROLLING_WRITES=20000", "Restarts of two servers under writes"],
  ["sleep", "system/Sleep", "SLEEP_ROUNDS=20", "Suspends one of two servers while sessions end on the other"],
  ["silence", "system/Silence", "SILENCE_ROUNDS=5", "Swallows what connections to PostgreSQL send, under writes"],
  ["clock", "system/Clock", "CLOCK_KILLS=18", "18 kills on each database while the clock jumps by hours and days"],
  ["webhooks", "system/Webhooks", "WEBHOOK_EVENTS=100000 WEBHOOK_KILLS=20 WEBHOOK_FAULTS=21", "Counts deliveries"],
  ["rebuild-kills", "system/RebuildKill", "REBUILD_KILLS=30", "30 kills of a server that rebuilds its history"],
  ["failover", "system/Failover", "FAILOVER_ROUNDS=10", "Kills PostgreSQL and promotes its standby"],
  ["image", "deploy/Image", "IMAGE=1", "Builds and runs the image; needs root, buildah and mmdebstrap"],
  ["upgrade", "system/Upgrade", "UPGRADE=1 UPGRADE_EVENTS=1000 UPGRADE_TOGETHER_MS=20000", upgrades],
  ["release", "deploy/Release", "RELEASE=1", "Makes a release, unpacks and starts it; needs a registry of npm"],
  [
    "packages",
    "scripts/Tarballs",
    "PACKAGES=1",
    "The packages on other Nodes, Effects, Deno and Bun; needs a registry of npm"
  ],
  ["nginx", "deploy/Nginx", "NGINX_RESTARTS=40 NGINX_WRITES=40000", "Restarts behind nginx; needs nginx"],
  ["four-ways", "log/FourWays", "FOUR_WAYS=1", "Compares all ways to compute a state"]
].map(([name = "", file, variables = "", about = ""]) => ({ name, file: `test/${file}.test.ts`, variables, about }))

/** Measurements that fail when an aim is missed. */
const measurements = (longLogs: LongLogs) => [starve, million(longLogs)]

const defaultLengths: LongLogs = { postgres: 10_000_000, embedded: 1_000_000 }

export const proofs = [...longTests, ...measurements(defaultLengths)]

/** Runs one test file. Variables that are already set keep their value. */
const runTest = ({ name, file, variables }: LongTest, quick: boolean) =>
  Effect.callback<void, AimMissed>((resume) => {
    const env = Object.fromEntries(variables.split(" ").map((variable) => variable.split("=")))
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
