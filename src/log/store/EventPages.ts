import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { yieldingChunks } from "../YieldingSteps.ts"
import type { ChainedEvent, EventWithEffect } from "./EventHash.ts"
import {
  decodeEffects,
  decodeEvents,
  decodeFoldedEvents,
  decodeSizedEvents,
  eventColumns,
  foldedEventColumns,
  sizedEventColumns,
  textArrayParameter
} from "./EventRows.ts"

/** Events read at a time while the log's head is locked. */
const tailPageSize = 5_000

/** Events decoded before the event loop is yielded. A whole page would take tens of milliseconds. */
const decodeChunkSize = 250

/** A page ends before its effects together exceed this, unless the first one does. */
export const maxEffectBytes = 4 * 1024 * 1024

/** An event with the size of its effect in bytes, null where it has none. */
interface SizedEvent {
  readonly sequenceNumber: number
  readonly effect: number | null
}

const hasNoEffect = <Event extends SizedEvent>(event: Event): event is Event & { readonly effect: null } =>
  event.effect === null

/** The first of these events whose effects are read together. */
const firstOf = <Event extends SizedEvent>(events: ReadonlyArray<Event>) => {
  const withEffect: Array<number> = []
  let bytes = 0
  for (const [index, { sequenceNumber, effect }] of events.entries()) {
    if (effect === null) continue
    bytes += effect
    if (withEffect.length > 0 && bytes > maxEffectBytes) return { events: events.slice(0, index), withEffect }
    withEffect.push(sequenceNumber)
  }
  return { events, withEffect }
}

/** Reads events by their numbers, or after a sequence number: without their effects, whole, as much of them as folding needs, or whole up to the head. */
export const eventPages = (sql: SqlClient.SqlClient) => {
  const page = <A>(
    columns: Statement.Fragment,
    decode: (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>>
  ) =>
    Effect.fnUntraced(function* (after: number, limit: number) {
      const rows = yield* sql`
        SELECT ${columns} FROM events e WHERE e.sequence_number > ${after} ORDER BY e.sequence_number LIMIT ${limit}`
      const decoded: Array<A> = []
      yield* yieldingChunks(rows, decodeChunkSize, (slice) =>
        Effect.map(decode(slice), (events) => {
          decoded.push(...events)
        })
      )
      return decoded
    })

  const effectsOf = (sequenceNumbers: ReadonlyArray<number>) =>
    Effect.flatMap(
      sql`
        SELECT sequence_number::float8 AS "sequenceNumber", effect FROM events
        WHERE sequence_number = ANY (${textArrayParameter(sequenceNumbers)}::bigint[])`,
      decodeEffects
    )

  const withEffects = Effect.fnUntraced(function* <Event extends SizedEvent>(sized: ReadonlyArray<Event>) {
    // Most pages have none, and are not copied.
    if (sized.every(hasNoEffect)) return sized
    const { events, withEffect } = firstOf(sized)
    const effects = new Map(
      (yield* effectsOf(withEffect)).map(({ sequenceNumber, effect }) => [sequenceNumber, effect])
    )
    return events.map((event) => ({ ...event, effect: effects.get(event.sequenceNumber) ?? null }))
  })

  const sizedEvents = page(sql.literal(sizedEventColumns), decodeSizedEvents)
  const sizedForFolding = page(sql.literal(foldedEventColumns), decodeFoldedEvents)
  const whole = (after: number, limit: number) => Effect.flatMap(sizedEvents(after, limit), withEffects)

  const tail = Effect.fnUntraced(function* (after: number, head: number) {
    const events: Array<EventWithEffect> = []
    for (let position = after; position < head; ) {
      const read = yield* whole(position, Math.min(tailPageSize, head - position))
      if (read.length === 0) break
      events.push(...read)
      position += read.length
    }
    return events
  })

  /** The events with these sequence numbers, without their effects. */
  const at = Effect.fnUntraced(function* (sequenceNumbers: ReadonlyArray<number>) {
    const found: Array<ChainedEvent> = []
    yield* yieldingChunks(sequenceNumbers, decodeChunkSize, (some) =>
      sql`
        SELECT ${sql.literal(eventColumns)} FROM events e
        WHERE e.sequence_number = ANY (${textArrayParameter(some)}::bigint[]) ORDER BY e.sequence_number`.pipe(
        Effect.flatMap(decodeEvents),
        Effect.andThen((events) => Effect.sync(() => void found.push(...events)))
      )
    )
    return found
  })

  return {
    at,
    bare: page(sql.literal(eventColumns), decodeEvents),
    whole,
    forFolding: (after: number, limit: number) => Effect.flatMap(sizedForFolding(after, limit), withEffects),
    tail
  }
}
