import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../../src/App.ts"
import { UserId } from "../../../src/domain/entities/Ids.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { type Addition, EventStore } from "../../../src/log/store/EventStore.ts"
import { insertAddition } from "../../../src/log/store/InsertAddition.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { appliedEvents, rawConnection, stores } from "../Databases.ts"
import { entitiesPerTeam, generate, principleId } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { inRounds, type Subject, table, valuesOf } from "../Subject.ts"
import { numbers } from "../Team.ts"

const submitters = 256
/** Each submitter edits its own field, the title or the description of a principle, so that there are no conflicts. */
const principles = submitters / 2
const teams = 6

const editOf = (submitter: number, text: string): Envelope => ({
  ...{ actorId: UserId.make("00000000-0000-4000-9000-000000000001"), actorName: "bench" },
  ...{ lastSeenSequence: null, idempotency: null, targetId: principleId(submitter % principles) },
  ...(submitter < principles
    ? { eventType: "update_principle_title", data: { title: text } }
    : { eventType: "update_principle_description", data: { description: text } })
})

/** Creates the strategy that is edited, with the same rows in each database. */
const prepare = (url: string) =>
  generate(startOfLog, teams * entitiesPerTeam, undefined, teams).pipe(Effect.provide(stores(url)), Effect.orDie)

/** A Planner in this process on the log at `url`, which adds each batch that it has written to `written`. */
const planning = (url: string, written: Array<Addition>) => {
  const recording = Effect.map(EventStore, (store) =>
    EventStore.of({
      ...store,
      append: (known, keys, plan) =>
        Effect.tap(store.append(known, keys, plan), ({ events, associations, outcomes }) =>
          Effect.sync(() => void written.push({ events, associations, outcomes }))
        )
    })
  )
  return App.planning({ planner: Planner.layerWith({ maxBatchSize: 512 }) }).pipe(
    Layer.provideMerge(Layer.effect(EventStore, recording)),
    Layer.provideMerge(stores(url)),
    Layer.provide(NodeCrypto.layerSecureRandom),
    Layer.orDie
  )
}

/** Each submitter submits one edit after the other, for some seconds; gives their number, in total and per second. */
const submitting = Effect.fnUntraced(function* (label: string, seconds: number) {
  const { submit } = yield* Planner
  const begun = now()
  let answered = 0
  const submitter = Effect.fnUntraced(function* (n: number) {
    for (let serial = 0; now() - begun < seconds * 1_000; serial++) {
      const { status } = yield* Effect.orDie(submit(editOf(n, `${label}, by ${n}, ${serial}`)))
      yield* requireValid(status === "applied", `The Planner answered an edit with "${status}".`)
      answered += 1
    }
  })
  yield* Effect.forEach(numbers(submitters), submitter, { concurrency: "unbounded", discard: true })
  return { answered, perSecond: (answered * 1_000) / (now() - begun) }
})

const rowsOf = (additions: ReadonlyArray<Addition>) => additions.reduce((sum, { events }) => sum + events.length, 0)

/** Writes the same rows, each batch in a transaction, with statements that are prepared before; gives events per second. */
const inserting = Effect.fnUntraced(function* (additions: ReadonlyArray<Addition>) {
  const sql = yield* SqlClient.SqlClient
  const [self] = yield* Effect.orDie(
    sql<{ epoch: string; writer: string }>`SELECT epoch, gen_random_uuid() AS writer FROM log_head`
  )
  if (self === undefined) return yield* Effect.die("the log has no head")
  const statements = additions.map((addition) =>
    insertAddition(sql, self, (addition.events[0]?.sequenceNumber ?? 1) - 1, addition)
  )
  const begun = now()
  for (const statement of statements) {
    const { length } = yield* Effect.orDie(statement)
    yield* requireValid(length === 1, "A raw insert did not find the head where it should be.")
  }
  return (rowsOf(additions) * 1_000) / (now() - begun)
})

export const planner: Subject = {
  name: "planner",
  about: "The Planner without HTTP, against inserting the same rows by the same statement",
  measure: Effect.fnUntraced(function* (stage) {
    const [url, rawUrl] = [yield* stage.database("planner"), yield* stage.database("planner_raw")]
    yield* Effect.forEach([url, rawUrl], prepare)
    const written: Array<Addition> = []
    const context = yield* Layer.build(planning(url, written))
    const raw = yield* Layer.build(rawConnection(rawUrl))
    const rounds = yield* inRounds(
      stage,
      "planner",
      Effect.fnUntraced(function* (round) {
        written.length = 0
        const submitted = submitting(`round ${round}`, stage.scale.seconds)
        const { answered, perSecond } = yield* Effect.provideContext(submitted, context)
        const batches = written.filter(({ events }) => events.length > 0)
        const limit = yield* Effect.provideContext(inserting(batches), raw)
        const stored = yield* Effect.forEach([url, rawUrl], appliedEvents)
        yield* requireValid(
          rowsOf(batches) === answered && stored[0] === stored[1],
          `${answered} edits were answered, ${rowsOf(batches)} written; the logs have ${stored.join(" and ")} events.`
        )
        return { perSecond: { Planner: perSecond, "raw inserts": limit }, answered, batches: batches.length }
      })
    )
    const sum = (of: "answered" | "batches") => rounds.reduce((sum, round) => sum + round[of], 0)
    return [
      table(
        `Durable edits, ${submitters} in flight, ${principles} principles, ` +
          `${(sum("answered") / sum("batches")).toFixed(0)} events to a batch on average`,
        "events/s",
        valuesOf(rounds.map(({ perSecond }) => perSecond)),
        [{ of: "Planner", to: "raw inserts", is: "at least", bound: 0.6 }]
      )
    ]
  })
}
