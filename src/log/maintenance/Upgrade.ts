import { Clock, Data, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { evolve } from "../../domain/Evolve.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { Checkpoints } from "../projection/Checkpoints.ts"
import { startOfLog } from "../projection/LogPosition.ts"
import { Projector } from "../projection/Projector.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import type { EventWithEffect } from "../store/EventHash.ts"
import { EventStore } from "../store/EventStore.ts"
import { historyBroken } from "../store/HistoryBroken.ts"
import type { Progress } from "./GenerationBuild.ts"
import { completeEvent } from "./KeptEffects.ts"
import { PassedStates } from "./PassedStates.ts"
import { Rebuild } from "./Rebuild.ts"

/** Events read at a time. */
const pageSize = 500

/** Rows are written once their text reaches this length, and after each page. */
const maxWrittenLength = 4 * 1024 * 1024

/** Events between saved states, from which an upgrade that was interrupted goes on. */
const savedInterval = 20_000

/** How often a server says how far it is. */
const reportIntervalMs = 10_000

const decodePending = rowDecoder(Schema.Tuple([Schema.Struct({ pending: Schema.Boolean })]))

/** Whether the log was written by version 1 and lacks what is kept beside events since. */
const isPending = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ pending }] = yield* Effect.flatMap(
    sql`SELECT upgrade_pending AS pending FROM log_head WHERE log = 'main'`,
    decodePending
  )
  return pending
}).pipe(storageFault("Upgrade.isPending"))

/** The log was written by an earlier release and is not upgraded. Nothing was written. */
class LogNotUpgraded extends Data.TaggedError("LogNotUpgraded")<{ readonly message: string }> {}

/** Fails with one line unless the log is upgraded. */
export const required = Effect.flatMap(isPending, (pending) =>
  pending
    ? new LogNotUpgraded({
        message: "The log is from an earlier release: start the server or run npm run admin -- migrate."
      })
    : Effect.void
)

/** Several servers may write the same at once. What is there stays, as the trigger of `events` demands. */
const updateStatement = `
  UPDATE events e SET effect = coalesce(e.effect, r.effect), rejection = coalesce(e.rejection, r.rejection),
    fact = coalesce(e.fact, r.fact)
  FROM json_to_recordset($1::text::json) AS r ("sequenceNumber" bigint, effect json, rejection json, fact json)
  WHERE e.sequence_number = r."sequenceNumber"`

/** Gathers what events lack, and writes it. */
const eventWriter = (sql: SqlClient.SqlClient) => {
  let rows: Array<string> = []
  let length = 0
  const flush = Effect.suspend(() => {
    const text = `[${rows.join(",")}]`
    ;[rows, length] = [[], 0]
    return text === "[]" ? Effect.void : Effect.asVoid(sql.unsafe(updateStatement, [text]))
  }).pipe(storageFault("Upgrade.write"))
  const add = ({ sequenceNumber, effect, rejection, fact }: EventWithEffect) =>
    Effect.suspend(() => {
      const row = JSON.stringify({ sequenceNumber, effect, rejection, fact })
      rows.push(row)
      length += row.length
      return length < maxWrittenLength ? Effect.void : flush
    })
  return { add, flush }
}

/** Folds the log by looking back and gives each event what it lacks. All before a saved state have it already. */
const completeEvents = Effect.fn("Upgrade.completeEvents")(function* (progress: Progress) {
  const store = yield* EventStore
  const checkpoints = yield* Checkpoints
  const timeTravel = yield* TimeTravel
  const { add, flush } = eventWriter(yield* SqlClient.SqlClient)
  const { sequenceNumber: head } = yield* store.head
  let position = Option.getOrElse(yield* checkpoints.newest(head), () => startOfLog)
  let saved = position.state.sequenceNumber
  const passed = new PassedStates(yield* store.restores(saved, head), (target) =>
    Effect.map(Effect.andThen(flush, timeTravel.positionAt(target)), ({ state }) => state)
  )

  const complete = Effect.fnUntraced(function* (event: EventWithEffect) {
    const whole = completeEvent(position.state, event, yield* passed.earlierOf(event.sequenceNumber))
    if (whole.effect !== event.effect || whole.rejection !== event.rejection) yield* add(whole)
    return whole
  })

  passed.pass(position.state)
  while (position.state.sequenceNumber < head) {
    const events = yield* store.readWithEffects(position.state.sequenceNumber, pageSize)
    for (const event of events) {
      const isComplete = event.status === "applied" && !passed.isRestore(event.sequenceNumber)
      const whole = isComplete ? event : yield* complete(event)
      position = { state: evolve(position.state, whole).state, eventHash: event.hash }
      passed.pass(position.state)
    }
    yield* flush
    const { sequenceNumber } = position.state
    if (events.length === 0) return yield* historyBroken(sequenceNumber + 1, "it is missing")
    if (sequenceNumber >= saved + savedInterval || sequenceNumber === head) {
      yield* checkpoints.save(position)
      saved = sequenceNumber
    }
    yield* progress(sequenceNumber, head)
  }
}, Effect.provide(TimeTravel.layer))

const rebuilder = Rebuild.layer.pipe(Layer.provide(Projector.layer), Layer.provide(TimeTravel.layer))

/** Makes histories and saved states anew from complete events; false while another server does. */
const rebuild = (progress: Progress) =>
  Rebuild.use((service) => service.run(progress)).pipe(
    Effect.as(true),
    Effect.catchTag(["RebuildRunning", "RebuildLost"], () => Effect.as(Effect.sleep("1 second"), false)),
    Effect.provide(rebuilder)
  )

const setDone = SqlClient.SqlClient.use(
  (sql) => sql`UPDATE log_head SET upgrade_pending = false WHERE log = 'main'`
).pipe(storageFault("Upgrade.setDone"))

/**
 * Gives the log of version 1 what later versions keep beside events, once. Events and their hashes stay. It may be interrupted
 * at any time, and goes on from the last saved state. Returns whether there was anything to do.
 */
export const run = Effect.fn("Upgrade.run")(function* (progress: Progress) {
  if (!(yield* isPending)) return false
  yield* completeEvents((done, of) => progress(done, 2 * of))
  while (yield* isPending) {
    if (yield* rebuild((done, of) => progress(of + done, 2 * of))) yield* setDone
  }
  return true
})

/** Tells the log of the server how far the upgrade is. */
const reporting = Effect.gen(function* () {
  let reported = yield* Clock.currentTimeMillis
  return (done: number, of: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now < reported + reportIntervalMs) return Effect.void
      reported = now
      return Effect.logInfo(`Upgrading the log: ${Math.floor((100 * done) / of)} % is done.`)
    })
})

/** To be built before anything folds the log. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* isPending)) return
    yield* Effect.logInfo("The log was written by an earlier release. It is upgraded now, once; this can take minutes.")
    yield* run(yield* reporting)
    yield* Effect.logInfo("The log is upgraded.")
  })
)
