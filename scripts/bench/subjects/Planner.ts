import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import type { Addition } from "../../../src/log/store/EventStore.ts"
import { insertAddition } from "../../../src/log/store/InsertAddition.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { now } from "../Answering.ts"
import { entitiesPerTeam, generate } from "../Generate.ts"
import * as LocalPlanner from "../LocalPlanner.ts"
import { edit } from "../LocalPlanner.ts"
import { raw, stores } from "../Log.ts"
import { counts, none, plus, shown } from "../LogCounts.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import { holds } from "../Void.ts"

const submitters = 256
/** Each submitter has a field of its own, the title or the description of one of them: nothing is in conflict. */
const principles = submitters / 2
const teams = 6

const editOf = (submitter: number, text: string, lastSeenSequence: number): Envelope =>
  edit(submitter % principles, submitter < principles ? { title: text } : { description: text }, lastSeenSequence)

/** Makes the strategy that is edited, and nothing else: the same rows in each database. */
const prepare = generate(startOfLog, teams * entitiesPerTeam, undefined, teams).pipe(Effect.orDie)

/** A Planner on a new log with that strategy, and what it has written, batch for batch, besides it. */
export const plannerOn = Effect.fnUntraced(function* (url: string, batchSize?: number) {
  yield* Effect.scoped(Effect.provide(prepare, stores(url)))
  const written: Array<Addition> = []
  const context = yield* Layer.build(
    LocalPlanner.layer(url, {
      ...(batchSize === undefined ? {} : { batchSize }),
      appended: (addition) => void written.push(addition)
    })
  )
  const seen = Array.from({ length: submitters }, () => teams * entitiesPerTeam)
  /** Edits for so long by all the submitters; every answered one is a row of the log's. */
  const submit = Effect.fnUntraced(function* (label: string, seconds: number) {
    written.length = 0
    const made = yield* counted("the Planner", submitting(seen, label, seconds), written)
    const kept = written.filter((addition) => addition.events.length > 0)
    const { events: rows } = plus(none, kept)
    yield* holds(rows === made.answered, `The Planner answered ${made.answered} edits and wrote ${rows} events.`)
    return { ...made, kept, rows }
  }, Effect.provideContext(context))
  return submit
})

/** Edits for so long, each submitter one after the other, on what it has `seen`; gives how many, and how many a second. */
const submitting = Effect.fnUntraced(function* (seen: Array<number>, label: string, seconds: number) {
  const { submit } = yield* Planner
  const begun = now()
  let answered = 0
  const submitter = Effect.fnUntraced(function* (n: number) {
    for (let serial = 0; now() - begun < seconds * 1_000; serial++) {
      const { status, sequenceNumber } = yield* Effect.orDie(
        submit(editOf(n, `${label}, by ${n}, ${serial}`, seen[n] ?? 0))
      )
      yield* holds(status === "applied", `The Planner answered an edit with "${status}".`)
      seen[n] = sequenceNumber
      answered += 1
    }
  })
  const numbers = Array.from({ length: submitters }, (_, n) => n)
  yield* Effect.forEach(numbers, submitter, { concurrency: "unbounded", discard: true })
  return { answered, perSecond: (answered * 1_000) / (now() - begun) }
})

/** Writes the same rows, one batch and its COMMIT after the other; all that can be made ready before is ready. */
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
    yield* holds(length === 1, "A raw insert did not find the head where it should be.")
  }
  return (plus(none, additions).events * 1_000) / (now() - begun)
})

/** Void unless `work` adds to the log's tables just what is in `written` afterwards. */
const counted = Effect.fnUntraced(function* <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  written: ReadonlyArray<Addition>
) {
  const before = yield* counts
  const made = yield* work
  const [due, found] = [shown(plus(before, written)), shown(yield* counts)]
  yield* holds(due === found, `After the turn of ${name} there are ${found}; it should be ${due}.`)
  return made
})

export const planner: Subject = {
  name: "planner",
  about: "The Planner without HTTP, and the same rows inserted by the same statement without it",
  measure: Effect.fnUntraced(function* (stage) {
    const submit = yield* plannerOn(yield* stage.database("planner"))
    const rawUrl = yield* stage.database("planner_raw")
    yield* Effect.scoped(Effect.provide(prepare, stores(rawUrl)))
    const rawContext = yield* Layer.build(raw(rawUrl))
    const rounds = yield* inRounds(
      stage,
      "planner",
      Effect.fnUntraced(function* (round) {
        const { kept, rows, perSecond } = yield* submit(`round ${round}`, stage.scale.seconds)
        const limit = yield* counted("the raw inserts", inserting(kept), kept).pipe(Effect.provideContext(rawContext))
        return { perSecond, limit, rows, batches: kept.length }
      }),
      ({ perSecond, limit, rows, batches }) =>
        `Planner ${perSecond.toFixed(0)} events/s, raw ${limit.toFixed(0)}, ${(rows / batches).toFixed(0)} a batch`
    )
    const sum = (of: "rows" | "batches") => rounds.reduce((sum, round) => sum + round[of], 0)
    return [
      table(
        `Durable edits, ${submitters} in flight, ${principles} principles, ` +
          `${(sum("rows") / sum("batches")).toFixed(0)} events to a batch on average`,
        "events/s",
        { Planner: rounds.map(({ perSecond }) => perSecond), "raw inserts": rounds.map(({ limit }) => limit) },
        [{ of: "Planner", to: "raw inserts", is: "at least", bound: 0.6 }]
      )
    ]
  })
}
