import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import type { Addition } from "../../../src/log/store/EventStore.ts"
import { insertAddition } from "../../../src/log/store/InsertAddition.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { entitiesPerTeam, generate } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import * as LocalPlanner from "../LocalPlanner.ts"
import { edit } from "../LocalPlanner.ts"
import { counts, noRows, plusAdditions, shown } from "../LogCounts.ts"
import { rawConnection, stores } from "../LogStores.ts"
import { now } from "../ProtocolServer.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

const submitters = 256
/** Each submitter edits its own field, the title or the description of a principle, so that there are no conflicts. */
const principles = submitters / 2
const teams = 6

const editOf = (submitter: number, text: string, lastSeenSequence: number): Envelope =>
  edit(submitter % principles, submitter < principles ? { title: text } : { description: text }, lastSeenSequence)

/** Creates the strategy that is edited, with the same rows in each database. */
const prepare = generate(startOfLog, teams * entitiesPerTeam, undefined, teams).pipe(Effect.orDie)

/** A Planner on a new log with this strategy; gives a function that submits edits and returns the written batches. */
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
  /** Submits edits from all submitters for a time; fails unless each answered edit is a row in the log. */
  const submit = Effect.fnUntraced(function* (label: string, seconds: number) {
    written.length = 0
    const made = yield* counted("the Planner", submitting(seen, label, seconds), written)
    const kept = written.filter((addition) => addition.events.length > 0)
    const { events: rows } = plusAdditions(noRows, kept)
    yield* requireValid(rows === made.answered, `The Planner answered ${made.answered} edits and wrote ${rows} events.`)
    return { ...made, kept, rows }
  }, Effect.provideContext(context))
  return submit
})

/** Each submitter submits one edit after the other, based on what it has `seen`; gives their number, in total and per second. */
const submitting = Effect.fnUntraced(function* (seen: Array<number>, label: string, seconds: number) {
  const { submit } = yield* Planner
  const begun = now()
  let answered = 0
  const submitter = Effect.fnUntraced(function* (n: number) {
    for (let serial = 0; now() - begun < seconds * 1_000; serial++) {
      const { status, sequenceNumber } = yield* Effect.orDie(
        submit(editOf(n, `${label}, by ${n}, ${serial}`, seen[n] ?? 0))
      )
      yield* requireValid(status === "applied", `The Planner answered an edit with "${status}".`)
      seen[n] = sequenceNumber
      answered += 1
    }
  })
  const numbers = Array.from({ length: submitters }, (_, n) => n)
  yield* Effect.forEach(numbers, submitter, { concurrency: "unbounded", discard: true })
  return { answered, perSecond: (answered * 1_000) / (now() - begun) }
})

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
  return (plusAdditions(noRows, additions).events * 1_000) / (now() - begun)
})

/** Fails unless `work` adds exactly the rows in `written` to the log's tables. */
const counted = Effect.fnUntraced(function* <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  written: ReadonlyArray<Addition>
) {
  const before = yield* counts
  const made = yield* work
  const [due, found] = [shown(plusAdditions(before, written)), shown(yield* counts)]
  yield* requireValid(due === found, `After the turn of ${name} there are ${found}; it should be ${due}.`)
  return made
})

export const planner: Subject = {
  name: "planner",
  about: "The Planner without HTTP, against inserting the same rows by the same statement",
  measure: Effect.fnUntraced(function* (stage) {
    const submit = yield* plannerOn(yield* stage.database("planner"))
    const rawUrl = yield* stage.database("planner_raw")
    yield* Effect.scoped(Effect.provide(prepare, stores(rawUrl)))
    const rawContext = yield* Layer.build(rawConnection(rawUrl))
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
