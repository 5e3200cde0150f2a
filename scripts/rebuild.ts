import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Clock, Console, Duration, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { EntityId, UserId } from "../src/domain/Ids.ts"
import { Checkpoints } from "../src/log/Checkpoints.ts"
import * as CheckpointsSql from "../src/log/CheckpointsSql.ts"
import * as EventStoreSql from "../src/log/EventStoreSql.ts"
import { Generations } from "../src/log/Generations.ts"
import * as GenerationsSql from "../src/log/GenerationsSql.ts"
import { beginning } from "../src/log/Moment.ts"
import { Planner } from "../src/log/Planner.ts"
import { Projector } from "../src/log/Projector.ts"
import { Rebuild } from "../src/log/Rebuild.ts"
import { TimeTravel } from "../src/log/TimeTravel.ts"
import * as RandomBytes from "../src/RandomBytes.ts"
import * as Migrations from "../src/sql/Migrations.ts"
import * as PostgresDatabase from "../src/sql/PostgresDatabase.ts"
import { count } from "./bench/Counts.ts"
import { generate } from "./bench/Generate.ts"
import { server } from "./support/PostgresServer.ts"

const events = count("events", "How many events the log is to have", 200_000)
const writers = count("writers", "How many submit beside the rebuild, each one event after the other", 16)
const rate = Flag.Int("rate").pipe(
  Flag.withDescription("Events per second that each writer asks for at most; 0: as many as it can"),
  Flag.withDefault(0)
)
const rounds = count("rounds", "How often the log is rebuilt", 3)

const pageSize = count("page-size", "How many events are read at a time", Rebuild.defaults.pageSize)
const sliceSize = count("slice-size", "How many events are folded at a time", Rebuild.defaults.sliceSize)
const batchSize = count("batch-size", "How many associations are written at a time", Rebuild.defaults.batchSize)

const team = EntityId.make("00000000-0000-4000-9001-000000000001")
const principle = (n: number) => EntityId.make(`00000000-0000-4000-9002-${String(n).padStart(12, "0")}`)

const envelope = (
  eventType: "create_team" | "create_principle" | "update_principle_title",
  n: number,
  text: string
) => ({
  actorId: UserId.make("00000000-0000-4000-9000-000000000001"),
  actorName: "bench",
  eventType,
  targetId: eventType === "create_team" ? null : eventType === "create_principle" ? team : principle(n),
  data:
    eventType === "create_team"
      ? { id: team, name: text, color: "#000000" }
      : eventType === "create_principle"
        ? { id: principle(n), title: text }
        : { title: text },
  lastSeenSequence: null,
  idempotency: null
})

interface Written {
  readonly sequenceNumber: number
  readonly writer: number
  /** Milliseconds from the submission to its answer. */
  readonly took: number
}

const percentile = (values: ReadonlyArray<number>, part: number): number => {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const milliseconds = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Runs `work` beside the writers; gives its result, and each write that was answered meanwhile. */
const beside = Effect.fnUntraced(function* <A, E, R>(
  options: { readonly writers: number; readonly rate: number },
  label: string,
  work: Effect.Effect<A, E, R>
) {
  const { submit } = yield* Planner
  const written: Array<Written> = []
  const write = Effect.fnUntraced(function* (writer: number) {
    for (let serial = 0; ; serial++) {
      const before = yield* milliseconds
      const { sequenceNumber } = yield* submit(
        envelope("update_principle_title", writer, `${label}, writer ${writer}, ${serial}`)
      )
      const took = (yield* milliseconds) - before
      written.push({ sequenceNumber, writer, took })
      if (options.rate > 0) yield* Effect.sleep(Duration.millis(Math.max(0, 1_000 / options.rate - took)))
    }
  })
  const numbers = Array.from({ length: options.writers }, (_, n) => n)
  const writing = yield* Effect.forkChild(Effect.forEach(numbers, write, { concurrency: "unbounded" }))
  const [took, result] = yield* Effect.timed(work)
  yield* Fiber.interrupt(writing)
  return { result, took, written }
})

/** What writers feel, in words. */
const felt = (written: ReadonlyArray<Written>, took: Duration.Duration): string => {
  const times = written.map((write) => write.took)
  const [p50, p99, most] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)]
  const perSecond = written.length / Duration.toSeconds(took)
  return `${perSecond.toFixed(0)} writes/s, median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms`
}

/** Generations that tell for how long the end of a rebuild has waited for the log's head and held it. */
const timed = (switches: Array<number>) =>
  Layer.effect(
    Generations,
    Effect.map(Generations, (generations) =>
      Generations.of({
        ...generations,
        finish: (claim, known, plan) =>
          Effect.map(Effect.timed(generations.finish(claim, known, plan)), ([took, closing]) => {
            switches.push(Duration.toMillis(took))
            return closing
          })
      })
    )
  ).pipe(Layer.provide(GenerationsSql.layer))

/** Answered writes that the generation which serves now does not know. */
const missing = Effect.fnUntraced(function* (written: ReadonlyArray<Written>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ sequenceNumber: number; entityId: string }>`
    SELECT sequence_number::float8 AS "sequenceNumber", entity_id AS "entityId" FROM associations
    WHERE generation = (SELECT generation FROM log_head) AND entity_id = ANY (ARRAY(
      SELECT entity_id FROM events WHERE target_id = ${team}
    ))`
  const known = new Set(rows.map(({ sequenceNumber, entityId }) => `${sequenceNumber} ${entityId}`))
  return written.filter(({ sequenceNumber, writer }) => !known.has(`${sequenceNumber} ${principle(writer)}`)).length
})

const measure = Effect.fnUntraced(function* (
  options: { readonly events: number; readonly writers: number; readonly rate: number; readonly rounds: number },
  switches: Array<number>
) {
  const { submit } = yield* Planner
  const { run } = yield* Rebuild
  yield* submit(envelope("create_team", 0, "Bench"))
  for (let n = 0; n < options.writers; n++) yield* submit(envelope("create_principle", n, `Principle ${n}`))
  yield* beside(options, "warming up", Effect.sleep("2 seconds"))
  let everything: ReadonlyArray<Written> = []
  for (let round = 1; round <= options.rounds; round++) {
    const alone = yield* beside(options, `round ${round}, without`, Effect.sleep("5 seconds"))
    const during = yield* beside(options, `round ${round}, with`, run())
    const after = yield* beside(options, `round ${round}, after`, Effect.sleep("5 seconds"))
    everything = [...everything, ...alone.written, ...during.written, ...after.written]
    const { eventsProcessed, associationsSaved, checkpointsSaved } = during.result
    const ratio =
      percentile(
        during.written.map((_) => _.took),
        0.99
      ) /
      percentile(
        alone.written.map((_) => _.took),
        0.99
      )
    yield* Console.log(
      [
        `round ${round}:`,
        `  ${eventsProcessed} events, ${associationsSaved} associations, ${checkpointsSaved} checkpoints in ` +
          `${Duration.format(during.took)}: ${(eventsProcessed / Duration.toSeconds(during.took)).toFixed(0)} events/s`,
        `  without: ${felt(alone.written, alone.took)}`,
        `  with:    ${felt(during.written, during.took)}; p99 ${ratio.toFixed(2)} times`,
        `  after, while the old generation is removed: ${felt(after.written, after.took)}`,
        `  the switch, from asking for the log's head to giving it back: ${switches.at(-1)?.toFixed(1)} ms`,
        `  answered writes missing from the new associations: ${yield* missing(everything)} of ${everything.length}`
      ].join("\n")
    )
  }
})

const command = Command.make("rebuild", { events, writers, rate, rounds, pageSize, sliceSize, batchSize }, (options) =>
  Effect.gen(function* () {
    const { url } = yield* server
    const switches: Array<number> = []
    const stores = Layer.mergeAll(EventStoreSql.layer, CheckpointsSql.layer, timed(switches)).pipe(
      Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))),
      Layer.provide(Logger.layer([]))
    )
    const log = Layer.mergeAll(Planner.layer, Rebuild.layerWith({ ...Rebuild.defaults, ...options })).pipe(
      Layer.provideMerge(Projector.layer),
      Layer.provideMerge(TimeTravel.layer),
      Layer.provide(RandomBytes.layer)
    )
    yield* Effect.gen(function* () {
      const [took, made] = yield* Effect.timed(generate(beginning, options.events))
      yield* Checkpoints.use(({ save }) => save(made))
      yield* Console.log(`${options.events} events made in ${Duration.format(took)}`)
      yield* Effect.provide(measure(options, switches), log)
    }).pipe(Effect.provide(stores))
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Rebuilds the history of a long log on a real PostgreSQL beside writers: how fast, and what the writers feel of it."
  )
)

command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
