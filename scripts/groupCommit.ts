import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Clock, Console, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { EntityId, UserId } from "../src/domain/Ids.ts"
import * as CheckpointsSql from "../src/log/CheckpointsSql.ts"
import { EventStore } from "../src/log/EventStore.ts"
import * as EventStoreSql from "../src/log/EventStoreSql.ts"
import { Planner } from "../src/log/Planner.ts"
import { Projector } from "../src/log/Projector.ts"
import { TimeTravel } from "../src/log/TimeTravel.ts"
import * as RandomBytes from "../src/RandomBytes.ts"
import * as Migrations from "../src/sql/Migrations.ts"
import * as PostgresDatabase from "../src/sql/PostgresDatabase.ts"
import { count } from "./bench/Counts.ts"
import { create } from "./bench/Databases.ts"
import { server } from "./support/PostgresServer.ts"

const seconds = count("seconds", "How long each of the two kinds is measured, per round", 3)
const rounds = count("rounds", "How often both are measured, in turn", 3)
const submitters = count("submitters", "How many submit at once, each one event after the other", 64)

const principles = 50
const id = (n: number) => EntityId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)

const envelope = (
  eventType: "create_team" | "create_principle" | "update_principle_title",
  n: number,
  title: string
) => ({
  actorId: UserId.make("00000000-0000-4000-9000-000000000001"),
  actorName: "bench",
  eventType,
  targetId: eventType === "create_team" ? null : eventType === "create_principle" ? id(0) : id(n),
  data:
    eventType === "create_team"
      ? { id: id(0), name: "Bench", color: "#000000" }
      : eventType === "create_principle"
        ? { id: id(n), title }
        : { title },
  lastSeenSequence: null,
  idempotency: null
})

/** Events per second and per batch, of durable field edits on a strategy of its own. */
const measure = (url: Redacted.Redacted, batchSize: number, options: { seconds: number; submitters: number }) => {
  let batches = 0
  const counted = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) => ({
      ...store,
      append: (known, keys, plan) =>
        Effect.tap(store.append(known, keys, plan), () =>
          Effect.sync(() => {
            batches += 1
          })
        )
    }))
  ).pipe(Layer.provide(EventStoreSql.layer))
  const services = Planner.layerWith({ queueCapacity: 4_096, batchSize }).pipe(
    Layer.provideMerge(Projector.layer),
    Layer.provide(TimeTravel.layer),
    Layer.provide(CheckpointsSql.layer),
    Layer.provideMerge(counted),
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url))),
    Layer.provide(RandomBytes.layer),
    Layer.provide(Logger.layer([]))
  )
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { submit } = yield* Planner
    const { head } = yield* EventStore
    yield* submit(envelope("create_team", 0, ""))
    for (let n = 1; n <= principles; n++) yield* submit(envelope("create_principle", n, `Principle ${n}`))
    const before = (yield* head).sequenceNumber
    batches = 0
    const end = (yield* Clock.currentTimeMillis) + options.seconds * 1_000
    const submitter = Effect.fnUntraced(function* (n: number) {
      for (let serial = 0; (yield* Clock.currentTimeMillis) < end; serial++) {
        yield* submit(envelope("update_principle_title", 1 + ((n + serial) % principles), `By ${n}, ${serial}`))
      }
    })
    const numbers = Array.from({ length: options.submitters }, (_, n) => n)
    const [took] = yield* Effect.timed(Effect.forEach(numbers, submitter, { concurrency: "unbounded", discard: true }))
    const events = (yield* head).sequenceNumber - before
    const [kept] = yield* sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM events WHERE sequence_number > ${before}`
    if (kept?.count !== events)
      return yield* Effect.die(`the log's head says ${events} events, its table ${kept?.count}`)
    return { perSecond: events / Duration.toSeconds(took), perBatch: events / batches }
  }).pipe(Effect.provide(services), Effect.scoped)
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const command = Command.make("groupCommit", { seconds, rounds, submitters }, (options) =>
  Effect.gen(function* () {
    const { url } = yield* server
    const grouped: Array<number> = []
    const alone: Array<number> = []
    for (let round = 1; round <= options.rounds; round++) {
      for (const [batchSize, results] of [
        [512, grouped],
        [1, alone]
      ] as const) {
        const own = Redacted.make(yield* create(url, `round_${round}_${batchSize}`))
        const { perSecond, perBatch } = yield* measure(own, batchSize, options)
        results.push(perSecond)
        yield* Console.log(
          `round ${round}, batches of at most ${batchSize}: ${perSecond.toFixed(0)} events/s, ${perBatch.toFixed(1)} a batch`
        )
      }
    }
    const ratio = median(grouped) / median(alone)
    yield* Console.log(
      `medians: ${median(grouped).toFixed(0)} events/s grouped, ${median(alone).toFixed(0)} one by one: ${ratio.toFixed(1)} times`
    )
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Measures what committing together gives: durable field edits on a real PostgreSQL, in batches and one by one."
  )
)

command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
