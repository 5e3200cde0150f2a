import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { UserId } from "../../../src/domain/Ids.ts"
import { type Addition, EventStore } from "../../../src/log/EventStore.ts"
import { insertAddition } from "../../../src/log/InsertAddition.ts"
import { beginning } from "../../../src/log/Moment.ts"
import { type Envelope, Planner } from "../../../src/log/Planner.ts"
import { Projector } from "../../../src/log/Projector.ts"
import { TimeTravel } from "../../../src/log/TimeTravel.ts"
import * as RandomBytes from "../../../src/RandomBytes.ts"
import { now } from "../Answering.ts"
import { entitiesPerTeam, generate, principleId } from "../Generate.ts"
import { raw, stores } from "../Log.ts"
import { counts, plus, shown } from "../LogCounts.ts"
import type { Subject } from "../Subject.ts"
import { holds } from "../Void.ts"

const submitters = 256
/** Each submitter has a field of its own, the title or the description of one of them: nothing is in conflict. */
const principles = submitters / 2
const teams = 6

const actorId = UserId.make("00000000-0000-4000-9000-000000000001")

const edit = (submitter: number, text: string, lastSeenSequence: number): Envelope => {
  const isTitle = submitter < principles
  return {
    actorId,
    actorName: "bench",
    eventType: isTitle ? "update_principle_title" : "update_principle_description",
    targetId: principleId(submitter % principles),
    data: isTitle ? { title: text } : { description: text },
    lastSeenSequence,
    idempotency: null
  }
}

/** Makes the strategy that is edited, and nothing else: the same rows in each database. */
const prepare = generate(beginning, teams * entitiesPerTeam, undefined, teams).pipe(Effect.orDie)

/** The Planner on the log at `url`, and what it has written, batch for batch. */
const plannerAt = (url: string, written: Array<Addition>) => {
  const recorded = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) =>
      EventStore.of({
        ...store,
        append: (known, keys, plan) =>
          Effect.tap(store.append(known, keys, plan), ({ events, associations, outcomes }) =>
            Effect.sync(() => void written.push({ events, associations, outcomes }))
          )
      })
    )
  )
  return Planner.layer.pipe(
    Layer.provide(Layer.provideMerge(Projector.layer, TimeTravel.layer)),
    Layer.provide(Layer.provideMerge(recorded, Layer.effectDiscard(prepare))),
    Layer.provideMerge(stores(url)),
    Layer.provide(RandomBytes.layer),
    Layer.orDie
  )
}

/** Edits for so long, each submitter one after the other, on what it has `seen`; gives how many, and how many a second. */
const submitting = Effect.fnUntraced(function* (seen: Array<number>, label: string, seconds: number) {
  const { submit } = yield* Planner
  const begun = now()
  let answered = 0
  const submitter = Effect.fnUntraced(function* (n: number) {
    for (let serial = 0; now() - begun < seconds * 1_000; serial++) {
      const { status, sequenceNumber } = yield* Effect.orDie(
        submit(edit(n, `${label}, by ${n}, ${serial}`, seen[n] ?? 0))
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
  return (plus({ events: 0, associations: 0, outcomes: 0, head: 0 }, additions).events * 1_000) / (now() - begun)
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
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const written: Array<Addition> = []
    const plannerContext = yield* Layer.build(plannerAt(yield* database("planner"), written))
    const rawUrl = yield* database("planner_raw")
    yield* Effect.scoped(Effect.provide(prepare, stores(rawUrl)))
    const rawContext = yield* Layer.build(raw(rawUrl))

    const [ours, limit]: [Array<number>, Array<number>] = [[], []]
    const seen = Array.from({ length: submitters }, () => teams * entitiesPerTeam)
    let batches = 0
    let events = 0
    for (let round = 0; round <= scale.rounds; round++) {
      written.length = 0
      const made = yield* counted("the Planner", submitting(seen, `round ${round}`, scale.seconds), written).pipe(
        Effect.provideContext(plannerContext)
      )
      const kept = written.filter((addition) => addition.events.length > 0)
      const { events: rows } = plus({ events: 0, associations: 0, outcomes: 0, head: 0 }, kept)
      yield* holds(rows === made.answered, `The Planner answered ${made.answered} edits and wrote ${rows} events.`)
      const perSecond = yield* counted("the raw inserts", inserting(kept), kept).pipe(Effect.provideContext(rawContext))
      yield* say(
        `round ${round}: Planner ${made.perSecond.toFixed(0)} events/s, raw ${perSecond.toFixed(0)}, ` +
          `${(rows / kept.length).toFixed(0)} a batch`
      )
      // The first round warms both up.
      if (round === 0) continue
      ours.push(made.perSecond)
      limit.push(perSecond)
      batches += kept.length
      events += rows
    }
    return [
      {
        title:
          `Durable edits, ${submitters} in flight, ${principles} principles, ` +
          `${(events / batches).toFixed(0)} events to a batch on average`,
        unit: "events/s",
        measurements: [
          { contender: "Planner", values: ours },
          { contender: "raw inserts", values: limit }
        ],
        ratios: [{ of: "Planner", to: "raw inserts", is: "at least", bound: 0.6 }]
      }
    ]
  })
}
