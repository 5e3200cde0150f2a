import { Context, Data, Effect, Layer, Order } from "effect"
import { SecureRandom } from "effect/crypto"
import type { EntityId, UserId } from "../../domain/entities/Ids.ts"
import type { DecidedOutcome } from "../../domain/Outcome.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import type { EventStamp } from "../../domain/References.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { observed } from "../../observability/Observed.ts"
import { logHead } from "../LogMetrics.ts"
import { type Association, associationOrder } from "./Association.ts"
import { type ChainedEvent, type ChainedFoldedEvent, type EventWithEffect, withEffect } from "./EventHash.ts"
import type { HistoryRows, PageBounds } from "./HistoryRows.ts"
import { memoryHistories } from "./MemoryHistories.ts"
import { MemoryLog } from "./MemoryLog.ts"
import { type Restore, restoresIn } from "./Restore.ts"

/** `epoch` identifies the log: another database, or one that was created anew, has another epoch. */
export interface Head {
  readonly epoch: string
  readonly sequenceNumber: number
}

export interface OutcomeKey {
  readonly actorId: UserId
  readonly idempotencyKey: string
}

/** A string that is unique to the key. */
export const outcomeKeyText = ({ actorId, idempotencyKey }: OutcomeKey): string => `${actorId} ${idempotencyKey}`

/** The first answer under an idempotency key. `requestHash` tells whether a request under that key is the same one. */
export interface KeyedOutcome extends OutcomeKey {
  readonly requestHash: string
  readonly outcome: DecidedOutcome
}

export const outcomeKeyOrder: Order.Order<OutcomeKey> = Order.combine(
  Order.mapInput(Order.String, ({ actorId }: OutcomeKey) => actorId),
  Order.mapInput(Order.String, ({ idempotencyKey }: OutcomeKey) => idempotencyKey)
)

/** What one append writes. Its events have the sequence numbers right after the position they were planned on. */
export interface Addition {
  readonly events: ReadonlyArray<ChainedEvent>
  readonly associations: ReadonlyArray<Association>
  readonly outcomes: ReadonlyArray<KeyedOutcome>
  /** Of some of its events; absent: of none. */
  readonly provenance?: ReadonlyArray<Provenance>
}

/** What the caller of `append` has missed: events after its position, and earlier outcomes under its keys. */
export interface MissedChanges {
  readonly events: ReadonlyArray<EventWithEffect>
  readonly outcomes: ReadonlyArray<KeyedOutcome>
  /** Of those of the events that have any. */
  readonly provenance?: ReadonlyArray<Provenance>
}

/** The database refused the addition for its content, and would refuse it again. */
export class AppendRefused extends Data.TaggedError("AppendRefused")<{ readonly cause: unknown }> {}

/** The connection was lost during the commit: the whole addition is in the log, or nothing of it. */
export class AppendUnknown extends Data.TaggedError("AppendUnknown")<{ readonly cause: unknown }> {}

/** The log: events numbered 1…n without gaps in commit order, with associations and outcomes written beside them. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** Identifies this server among those on the log; a random UUID, new at each start. */
    readonly writer: string
    /** The last sequence number that this server appended; 0 before its first append. */
    readonly lastAppended: () => number
    /**
     * Announces that this server listens for notifications, so that other servers send them when they append. To be
     * called each time it starts to listen, and before it reads what was written until then.
     */
    readonly announceListening: Effect.Effect<void, StorageError>
    /** Fails for good, as `append` does, once the log was found to be shorter than before or a different one. */
    readonly head: Effect.Effect<Head, StorageError>
    /**
     * Whether an append can be expected to succeed. False on a read-only database, without the needed rights, and after
     * an append failed, on a full disk for example; then a trial append, which is rolled back, is made now and then.
     * Fails when the database cannot be read.
     */
    readonly takesWrites: Effect.Effect<boolean, StorageError>
    /**
     * Writes the addition that `plan` returns, durably and atomically, or nothing. `known` is the position that the
     * caller has folded to, and `plan` gets what came after it. `plan` must be pure, because it may be called several
     * times; the last result is written and returned. Appends are serialised over all servers, so nothing is written
     * between what `plan` saw and the addition. With an empty addition it returns only when `plan` has seen everything
     * up to the head. On a log that ends before `known`, or is not the log of the start, it writes nothing and fails
     * with a `StorageError` whose cause is a `LogWentBack`.
     */
    readonly append: <A extends Addition>(
      known: number,
      keys: ReadonlyArray<OutcomeKey>,
      plan: (since: MissedChanges) => A
    ) => Effect.Effect<A, StorageError | AppendRefused | AppendUnknown>
    /**
     * `append`, once, within the transaction of `around`, which records it elsewhere: both are written, or nothing. For
     * rare additions, since others wait until that transaction ends.
     */
    readonly appendWithin: <A extends Addition, E>(
      known: number,
      plan: (since: MissedChanges) => A,
      around: (
        write: Effect.Effect<A, StorageError | AppendRefused | AppendUnknown>
      ) => Effect.Effect<A, E | StorageError | AppendRefused | AppendUnknown>
    ) => Effect.Effect<A, E | StorageError | AppendRefused | AppendUnknown>
    /** Up to `limit` events after a position, in order, without their effects, which may be large. */
    readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<ChainedEvent>, StorageError>
    /** The events with these sequence numbers, in order, without their effects. */
    readonly at: (sequenceNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ChainedEvent>, StorageError>
    /**
     * `read` with the effects. It gives fewer events where their effects are large: at least one if there is any, so the last one
     * tells where to go on.
     */
    readonly readWithEffects: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EventWithEffect>, StorageError>
    /** The restores after a position up to another (inclusive), in order. Finding them takes seconds in a long log. */
    readonly restores: (after: number, upTo: number) => Effect.Effect<ReadonlyArray<Restore>, StorageError>
    /** The check-ins that events up to one (inclusive) took out. Finding them takes seconds in a long log. */
    readonly retracted: (upTo: number) => Effect.Effect<ReadonlySet<number>, StorageError>
    /** `readWithEffects` with only those fields of each event that folding needs. */
    readonly readForFolding: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ChainedFoldedEvent>, StorageError>
    /** Associations of events after a position up to another (inclusive), by sequence number and then entity. */
    readonly associations: (after: number, upTo: number) => Effect.Effect<ReadonlyArray<Association>, StorageError>
    /** Up to `limit` kept outcomes after a key (null: from the first), by user and then key in code unit order. */
    readonly outcomes: (
      after: OutcomeKey | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<KeyedOutcome>, StorageError>
    /** Entries of the whole log before a sequence number, newest first. */
    readonly page: (before: number, bounds: PageBounds) => Effect.Effect<HistoryRows, StorageError>
    /**
     * Events that affected an entity before a sequence number (null: all of them), newest first. Older events without
     * any association are found by their target.
     */
    readonly history: (
      entityId: EntityId,
      before: number | null,
      bounds: PageBounds
    ) => Effect.Effect<HistoryRows, StorageError>
    /** Who made each of these events, and when, in any order. */
    readonly stamps: (sequenceNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<EventStamp>, StorageError>
  }
>()("strategy/log/EventStore") {
  static readonly layerMemory = Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const epoch = yield* random.uuidV4()
      const writer = yield* random.uuidV4()
      const log = yield* MemoryLog
      const { events } = log
      yield* observed(logHead, () => ({ value: events.length }))
      const outcomes = new Map<string, KeyedOutcome>()

      let lastAppended = 0
      const append = <A extends Addition>(
        known: number,
        keys: ReadonlyArray<OutcomeKey>,
        plan: (since: MissedChanges) => A
      ): Effect.Effect<A> =>
        Effect.sync(() => {
          const addition = plan({
            events: events.slice(known).map(withEffect),
            provenance: [...log.provenance.values()].filter(({ sequenceNumber }) => sequenceNumber > known),
            outcomes: keys.flatMap((key) => outcomes.get(outcomeKeyText(key)) ?? [])
          })
          events.push(...addition.events)
          log.serving.addAssociations(addition.associations)
          for (const each of addition.provenance ?? []) log.provenance.set(each.sequenceNumber, each)
          for (const outcome of addition.outcomes) outcomes.set(outcomeKeyText(outcome), outcome)
          lastAppended = events.length
          return addition
        })

      const readWithEffects = (after: number, limit: number) =>
        Effect.sync(() => events.slice(after, after + limit).map(withEffect))

      return EventStore.of({
        writer,
        lastAppended: () => lastAppended,
        announceListening: Effect.void,
        head: Effect.sync(() => ({ epoch, sequenceNumber: events.length })),
        takesWrites: Effect.succeed(true),
        append,
        appendWithin: (known, plan, around) => around(append(known, [], plan)),
        read: (after, limit) => Effect.sync(() => events.slice(after, after + limit)),
        at: (sequenceNumbers) => Effect.sync(() => sequenceNumbers.flatMap((at) => events[at - 1] ?? [])),
        readWithEffects,
        readForFolding: readWithEffects,
        restores: (after, upTo) => Effect.sync(() => restoresIn(events.slice(after, upTo))),
        retracted: (upTo) =>
          Effect.sync(
            () =>
              new Set(
                events
                  .slice(0, upTo)
                  .flatMap(({ status, data: { retract } }) =>
                    status === "applied" && typeof retract === "number" ? [retract] : []
                  )
              )
          ),
        associations: (after, upTo) =>
          Effect.sync(() =>
            [...log.serving.associations.values()]
              .flat()
              .filter(({ sequenceNumber }) => sequenceNumber > after && sequenceNumber <= upTo)
              .sort(associationOrder)
          ),
        outcomes: (after, limit) =>
          Effect.sync(() =>
            [...outcomes.values()]
              .filter((outcome) => after === null || outcomeKeyOrder(outcome, after) > 0)
              .sort(outcomeKeyOrder)
              .slice(0, limit)
          ),
        ...memoryHistories(log),
        stamps: (sequenceNumbers) => Effect.sync(() => sequenceNumbers.flatMap((each) => events[each - 1] ?? []))
      })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}
