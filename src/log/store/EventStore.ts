import { Context, Data, Effect, Layer, Order } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Touched } from "../../domain/Event.ts"
import type { EntityId, UserId } from "../../domain/entities/Ids.ts"
import { restoreTarget } from "../../domain/events/Past.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { observed } from "../../observability/Observed.ts"
import { logHead } from "../LogMetrics.ts"
import { type Association, associationOrder } from "./Association.ts"
import type { ChainedEvent, ChainedFoldedEvent } from "./EventHash.ts"
import { MemoryLog } from "./MemoryLog.ts"

/** `epoch` names one life of the log: another database, or one begun anew, has another. */
export interface Head {
  readonly epoch: string
  readonly sequenceNumber: number
}

export interface OutcomeKey {
  readonly actorId: UserId
  readonly idempotencyKey: string
}

/** The first answer under an idempotency key; `requestHash` tells the same request from another under the same key. */
export interface KeyedOutcome extends OutcomeKey {
  readonly requestHash: string
  readonly outcome: Outcome
}

export const outcomeKeyOrder: Order.Order<OutcomeKey> = Order.combine(
  Order.mapInput(Order.String, ({ actorId }: OutcomeKey) => actorId),
  Order.mapInput(Order.String, ({ idempotencyKey }: OutcomeKey) => idempotencyKey)
)

/** What one append writes: the events carry the sequence numbers right after the position they were planned on. */
export interface Addition {
  readonly events: ReadonlyArray<ChainedEvent>
  readonly associations: ReadonlyArray<Association>
  readonly outcomes: ReadonlyArray<KeyedOutcome>
}

/** What the writer did not know yet: events after its position, and which of its keys were answered before. */
export interface MissedChanges {
  readonly events: ReadonlyArray<ChainedEvent>
  readonly outcomes: ReadonlyArray<KeyedOutcome>
}

/** An entry of an entity's history: the event, and what it was to that entity (null where that is not recorded). */
export interface HistoryRow {
  readonly event: ChainedEvent
  readonly touched: Touched | null
}

/** How much of a history is read at once. */
export interface PageBounds {
  /** Entries. */
  readonly limit: number
  /** Bytes of what the log keeps: no entry follows those that reach it. One entry is read whatever its size. */
  readonly maxBytes: number
}

/** Entries of a history, newest first. */
export interface HistoryRows {
  readonly rows: ReadonlyArray<HistoryRow>
  /** False: older entries may follow. */
  readonly isLast: boolean
}

/** What last happened to an entity, in its words. */
export interface LatestEntry {
  readonly entityId: EntityId
  readonly sequenceNumber: number
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string
  readonly actorName: string
  readonly description: string
}

/** The database takes the statement but refuses what is in it: the same content would be refused again. */
export class AppendRefused extends Data.TaggedError("AppendRefused")<{ readonly cause: unknown }> {}

/** The connection was lost while committing: the addition is in the log whole, or not at all. */
export class AppendUnknown extends Data.TaggedError("AppendUnknown")<{ readonly cause: unknown }> {}

const latestEntriesOf = (touched: Association, event: ChainedEvent | undefined): ReadonlyArray<LatestEntry> => {
  if (event?.status !== "applied") return []
  const { sequenceNumber, timestamp, actorName } = event
  const description = (touched.transitive ? touched.description : null) ?? event.description
  return [{ entityId: touched.entityId, sequenceNumber, timestamp, actorName, description }]
}

/** The first of these rows, up to the bounds. */
const limitToBounds = (rows: ReadonlyArray<HistoryRow>, { limit, maxBytes }: PageBounds): HistoryRows => {
  let bytes = 0
  const within: Array<HistoryRow> = []
  for (const row of rows) {
    if (bytes >= maxBytes) break
    within.push(row)
    bytes += Buffer.byteLength(JSON.stringify(row.event))
  }
  return { rows: within, isLast: within.length === rows.length && rows.length < limit }
}

/** The log: events numbered 1…n without gap in commit order, with what is derived from each and written beside it. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** Which of the servers on this log this is: random, a new one at each start. */
    readonly writer: string
    /** Where the log ended after this server's own last append; 0 before the first. */
    readonly lastAppended: () => number
    /**
     * This server listens for notifications: from now on whoever appends sends one, but for a server beside which nobody
     * else listens. To be called each time it begins to, before what was written until then is read.
     */
    readonly announceListening: Effect.Effect<void, StorageError>
    /** Like `append`, fails for good once the log was seen to be shorter than before, or another. */
    readonly head: Effect.Effect<Head, StorageError>
    /**
     * Whether an append can be expected to succeed: not on a read-only database, without the rights for it, or when the last
     * one failed, for want of room for one. Then an append is tried now and then, and taken back. It fails with the database.
     */
    readonly takesWrites: Effect.Effect<boolean, StorageError>
    /**
     * Writes what `plan` makes of the log's end, durably and as one, or nothing. `known` is the position the caller has
     * folded to; `plan` is pure and may be called several times: its last result is what was written and is returned.
     * Appends are serialised over all servers, so nothing comes between what `plan` saw and what is written. An empty
     * addition is answered only when `known` is the head. On a log that ends before `known`, or is another than at the
     * start, nothing is planned or written: a `StorageError` with a `LogWentBack` as its cause.
     */
    readonly append: <A extends Addition>(
      known: number,
      keys: ReadonlyArray<OutcomeKey>,
      plan: (since: MissedChanges) => A
    ) => Effect.Effect<A, StorageError | AppendRefused | AppendUnknown>
    /** Up to `limit` events after a position, in order. */
    readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<ChainedEvent>, StorageError>
    /** The same events, only as much of each as folding needs. */
    readonly readForFolding: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ChainedFoldedEvent>, StorageError>
    /** What events after a position, up to another (inclusive), affected; by sequence number, then entity. */
    readonly associations: (after: number, upTo: number) => Effect.Effect<ReadonlyArray<Association>, StorageError>
    /** The states that applied restores after a position, up to another (inclusive), go back to. */
    readonly restores: (after: number, upTo: number) => Effect.Effect<ReadonlyArray<number>, StorageError>
    /** Up to `limit` kept answers after one, by user and then key (by code unit); from the first of all for null. */
    readonly outcomes: (
      after: OutcomeKey | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<KeyedOutcome>, StorageError>
    /** Entries of the whole log before a sequence number (exclusive), newest first. */
    readonly page: (before: number, bounds: PageBounds) => Effect.Effect<HistoryRows, StorageError>
    /**
     * What affected an entity before a sequence number (exclusive; null: all there is), newest first. Events without any
     * association (older data) are found by their target.
     */
    readonly history: (
      entityId: EntityId,
      before: number | null,
      bounds: PageBounds
    ) => Effect.Effect<HistoryRows, StorageError>
    /**
     * The last applied events that affected each of these entities, at or before a sequence number: up to `each` of them
     * per entity, by entity and then newest first. Found by associations alone.
     */
    readonly latest: (
      entityIds: ReadonlyArray<EntityId>,
      limitPerEntity: number,
      upTo: number
    ) => Effect.Effect<ReadonlyArray<LatestEntry>, StorageError>
  }
>()("strategy/log/EventStore") {
  static readonly layerMemory = Layer.effect(
    EventStore,
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: lists one store's operations on the maps above them
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const epoch = yield* random.uuidV4()
      const writer = yield* random.uuidV4()
      const log = yield* MemoryLog
      const { events } = log
      yield* observed(logHead, () => ({ value: events.length }))
      const outcomes = new Map<string, KeyedOutcome>()
      const nameOf = ({ actorId, idempotencyKey }: OutcomeKey) => `${actorId} ${idempotencyKey}`

      let lastAppended = 0
      const append = <A extends Addition>(
        known: number,
        keys: ReadonlyArray<OutcomeKey>,
        plan: (since: MissedChanges) => A
      ): Effect.Effect<A> =>
        Effect.sync(() => {
          const addition = plan({
            events: events.slice(known),
            outcomes: keys.flatMap((key) => outcomes.get(nameOf(key)) ?? [])
          })
          events.push(...addition.events)
          log.serving.addAssociations(addition.associations)
          for (const outcome of addition.outcomes) outcomes.set(nameOf(outcome), outcome)
          lastAppended = events.length
          return addition
        })

      const rowOf = (event: ChainedEvent): HistoryRow => ({
        event,
        touched:
          event.entityId === null
            ? null
            : (log.serving.associations.get(event.entityId)?.find((_) => _.sequenceNumber === event.sequenceNumber) ??
              null)
      })

      return EventStore.of({
        writer,
        lastAppended: () => lastAppended,
        announceListening: Effect.void,
        head: Effect.sync(() => ({ epoch, sequenceNumber: events.length })),
        takesWrites: Effect.succeed(true),
        append,
        read: (after, limit) => Effect.sync(() => events.slice(after, after + limit)),
        readForFolding: (after, limit) => Effect.sync(() => events.slice(after, after + limit)),
        associations: (after, upTo) =>
          Effect.sync(() =>
            [...log.serving.associations.values()]
              .flat()
              .filter(({ sequenceNumber }) => sequenceNumber > after && sequenceNumber <= upTo)
              .sort(associationOrder)
          ),
        restores: (after, upTo) =>
          Effect.sync(() =>
            events
              .slice(after, upTo)
              .filter(({ status }) => status === "applied")
              .map(restoreTarget)
              .filter((target) => target !== null)
          ),
        outcomes: (after, limit) =>
          Effect.sync(() =>
            [...outcomes.values()]
              .filter((outcome) => after === null || outcomeKeyOrder(outcome, after) > 0)
              .sort(outcomeKeyOrder)
              .slice(0, limit)
          ),
        page: (before, bounds) =>
          Effect.sync(() =>
            limitToBounds(
              events
                .slice(Math.max(0, before - 1 - bounds.limit), before - 1)
                .reverse()
                .map(rowOf),
              bounds
            )
          ),
        history: (entityId, before, bounds) =>
          Effect.sync(() =>
            limitToBounds(
              (log.serving.associations.get(entityId) ?? [])
                .filter((_) => before === null || _.sequenceNumber < before)
                .reverse()
                .slice(0, bounds.limit)
                .flatMap((touched) => {
                  const event = events[touched.sequenceNumber - 1]
                  return event === undefined ? [] : [{ event, touched }]
                }),
              bounds
            )
          ),
        latest: (entityIds, each, upTo) =>
          Effect.sync(() =>
            [...new Set(entityIds)].sort().flatMap((entityId) =>
              (log.serving.associations.get(entityId) ?? [])
                .filter(({ sequenceNumber }) => sequenceNumber <= upTo)
                .flatMap((touched) => latestEntriesOf(touched, events[touched.sequenceNumber - 1]))
                .reverse()
                .slice(0, each)
            )
          )
      })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}
