import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { failed } from "../admin/Failure.ts"
import { listed, quick, run } from "./CommandLine.ts"
import { runNode } from "./NodeProcess.ts"
import * as Report from "./Report.ts"
import { measured, requireMet } from "./Run.ts"
import type { Subject } from "./Subject.ts"
import { million } from "./subjects/Million.ts"
import { starve } from "./subjects/Starve.ts"

/** A test, which `npm test` may run on a small scale, and the variables that make it long. */
interface LongTest extends Pick<Subject, "name" | "about"> {
  readonly file: string
  readonly variables: string
}

const webhooks = "WEBHOOK_EVENTS=5000 WEBHOOK_HOOKS=20 WEBHOOK_KILLS=20 WEBHOOK_FAULTS=21"
const upgrade = "UPGRADE=1 UPGRADE_EVENTS=1000"

/** In `test/system/proofs`, which `npm test` leaves out. */
const ofSystem = [
  ["soak", "Soak", "SOAK_SECONDS=300", "Writers and streams on servers that are killed and cut off"],
  ["rolling", "Rolling", "ROLLING_RESTARTS=10 ROLLING_WRITES=20000", "Restarts of two servers under writes"],
  ["sleep", "Sleep", "SLEEP_ROUNDS=20", "Suspends a server while sessions and tokens end on another"],
  ["silence", "Silence", "SILENCE_ROUNDS=5", "Swallows what connections to PostgreSQL send, under writes"],
  ["clock", "Clock", "CLOCK_KILLS=18", "18 kills on each database while the clock jumps by hours and days"],
  ["rebuild-kills", "RebuildKill", "REBUILD_KILLS=30", "30 kills of a server that rebuilds its history"],
  ["failover", "Failover", "FAILOVER_ROUNDS=10", "Kills PostgreSQL and promotes its standby"],
  ["upgrade", "Upgrade", upgrade, "The latest tag, or UPGRADE_FROM, beside this release; needs git and npm"]
].map(([name, file, ...rest]) => [name, `system/proofs/${file}`, ...rest])

export const longTests: ReadonlyArray<LongTest> = [
  ["crash", "system/Crash", "CRASH_ROUNDS=20", "20 kills on each database under 32 writers"],
  ...ofSystem,
  ["webhooks", "system/Webhooks", webhooks, "Kills servers while they post events, and counts deliveries"],
  ["image", "deploy/Image", "IMAGE=1", "Builds and runs the image; needs root, buildah and mmdebstrap"],
  ["release", "deploy/Release", "RELEASE=1", "Makes a release, unpacks and starts it; needs a registry of npm"],
  ["packages", "scripts/Tarballs", "PACKAGES=1", "The packages on other Nodes, Effects, Deno and Bun; needs npm"],
  ["clients", "api/GeneratedClients", "GENERATED_CLIENTS=1", "Generates clients by three generators; needs npm"],
  ["nginx", "deploy/Nginx", "NGINX_RESTARTS=40 NGINX_WRITES=40000", "Restarts behind nginx; needs nginx"],
  ["four-ways", "log/FourWays", "FOUR_WAYS=1", "Compares all ways to compute a state"]
].map(([name = "", file, variables = "", about = ""]) => ({ name, file: `test/${file}.test.ts`, variables, about }))

/** Measurements that fail when an aim is missed. */
const measurements = [starve, million]

export const proofs = [...longTests, ...measurements]

/** Runs one test file. Variables that are already set keep their value. */
const runTest = Effect.fnUntraced(function* ({ name, file, variables }: LongTest, quick: boolean) {
  const env = Object.fromEntries(variables.split(" ").map((variable) => variable.split("=")))
  const args = ["node_modules/vitest/vitest.mjs", "run", "--silent=false", file]
  const code = yield* runNode(args, { PROVE: "1", ...(quick ? {} : env), ...process.env }, "inherit")
  if (code !== 0) yield* failed(`${name} ended with ${code}.`)
})

const prove = Command.make(
  "prove",
  {
    what: Argument.Literals(
      "what",
      proofs.map(({ name }) => name)
    ).pipe(Argument.withDescription("The tests to run, one after the other"), Argument.variadic({ min: 1 })),
    quick
  },
  Effect.fnUntraced(function* ({ what, quick }) {
    for (const test of longTests) if (what.includes(test.name)) yield* runTest(test, quick)
    const chosen = measurements.filter(({ name }) => what.includes(name))
    if (chosen.length === 0) return
    const scale = quick ? { quick, rounds: 1, seconds: 1 } : { quick, rounds: 3, seconds: 3 }
    const rows = yield* measured(scale, chosen)
    yield* Console.log(Report.table(rows))
    if (!quick) yield* requireMet(rows)
  })
).pipe(
  Command.withDescription(
    `Runs long tests of the service, and exits with 1 if it fails; with --quick no aim has to be met.\n\n${listed(proofs)}`
  )
)

export const main = run(prove)
