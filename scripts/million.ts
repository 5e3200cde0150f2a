import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Command } from "effect/cli"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { stateHash } from "../src/log/CheckpointCode.ts"
import { Checkpoints } from "../src/log/Checkpoints.ts"
import * as CheckpointsSql from "../src/log/CheckpointsSql.ts"
import { EventStore } from "../src/log/EventStore.ts"
import * as EventStoreSql from "../src/log/EventStoreSql.ts"
import { beginning } from "../src/log/Moment.ts"
import { replay } from "../src/log/Replay.ts"
import * as Migrations from "../src/sql/Migrations.ts"
import * as PostgresDatabase from "../src/sql/PostgresDatabase.ts"
import { count } from "./bench/Counts.ts"
import { generate } from "./bench/Generate.ts"
import { server } from "./support/PostgresServer.ts"
import * as ServerProcess from "./support/ServerProcess.ts"

/** A server that starts finds this many events after its newest checkpoint: nearly the most there can be. */
const tail = 900

const events = count("events", "How many events the log is to have", 1_000_000, 2_000)

const residentMegabytes = Effect.fnUntraced(function* (pid: number) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const kilobytes = yield* spawner.string(ChildProcess.make("ps", ["-o", "rss=", "-p", String(pid)]))
  return Number(kilobytes.trim()) / 1_024
})

const perSecond = (count: number, took: Duration.Duration): string => (count / Duration.toSeconds(took)).toFixed(0)

/** Writes the log with its newest checkpoint, and folds it from zero; gives the hash of its state. */
const prepare = Effect.fnUntraced(function* (count: number) {
  const store = yield* EventStore
  const checkpoints = yield* Checkpoints
  const told = (done: number) => (done % 100_000 === 0 ? Console.error(`written: ${done}`) : Effect.void)
  const [wrote, moment] = yield* Effect.timed(generate(beginning, count - tail, told))
  yield* Console.log(`written: ${perSecond(count - tail, wrote)} events/s`)
  yield* checkpoints.save(moment)
  const end = yield* generate(moment, count)

  const fromZero = replay({ store, start: beginning, upTo: count, earlier: () => Effect.succeed(beginning) })
  const [took, folded] = yield* Effect.timed(fromZero)
  if (stateHash(folded.state) !== stateHash(end.state)) return yield* Effect.die("the replay gives another state")
  yield* Console.log(`replayed from zero: ${perSecond(count, took)} events/s`)
  return undefined
})

const measureStart = Effect.fnUntraced(function* (url: string) {
  // The first start makes the admin, which costs a hash; a server that restarts does not.
  yield* Effect.scoped(ServerProcess.start({ DATABASE_URL: url }))
  const { startedIn, pid } = yield* ServerProcess.start({ DATABASE_URL: url })
  yield* Console.log(`started from a checkpoint and ${tail} events: ${(startedIn / 1_000).toFixed(2)} s`)
  if (pid !== undefined) yield* Console.log(`memory after the start: ${(yield* residentMegabytes(pid)).toFixed(0)} MB`)
}, Effect.scoped)

const command = Command.make("million", { events }, (options) =>
  Effect.gen(function* () {
    const { url } = yield* server
    const stores = Layer.merge(EventStoreSql.layer, CheckpointsSql.layer).pipe(
      Layer.provide(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))),
      Layer.provide(Logger.layer([]))
    )
    yield* Effect.provide(prepare(options.events), stores)
    yield* measureStart(url)
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Makes a long log on a real PostgreSQL and measures replaying it, starting a server on it, and the server's memory."
  )
)

command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
