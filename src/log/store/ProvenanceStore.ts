import { Context, Effect, Layer } from "effect"
import type { ChangeSetId, UserId } from "../../domain/entities/Ids.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { MemoryLog } from "./MemoryLog.ts"

/** How events came about, where that is recorded. `EventStore.append` writes it together with the events. */
export class ProvenanceStore extends Context.Service<
  ProvenanceStore,
  {
    /** Of those of these events that have any, in order. */
    readonly of: (sequenceNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Provenance>, StorageError>
    /** Of the events of a change set, in order. */
    readonly ofChangeSet: (id: ChangeSetId) => Effect.Effect<ReadonlyArray<Provenance>, StorageError>
    /** The actor of a change set's first event; null if it has none. */
    readonly ownerOf: (id: ChangeSetId) => Effect.Effect<UserId | null, StorageError>
    /** Of the later events that took back one of these, in order. */
    readonly undoing: (sequenceNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Provenance>, StorageError>
    /** Up to `limit` of the events after a position, in order. */
    readonly after: (position: number, limit: number) => Effect.Effect<ReadonlyArray<Provenance>, StorageError>
  }
>()("strategy/log/ProvenanceStore") {
  static readonly layerMemory = Layer.effect(
    ProvenanceStore,
    Effect.map(MemoryLog, ({ events, provenance }) => {
      const where = (holds: (each: Provenance) => boolean) => Effect.sync(() => [...provenance.values()].filter(holds))
      return ProvenanceStore.of({
        of: (sequenceNumbers) => {
          const wanted = new Set(sequenceNumbers)
          return where(({ sequenceNumber }) => wanted.has(sequenceNumber))
        },
        ofChangeSet: (id) => where(({ changeSet }) => changeSet?.id === id),
        ownerOf: (id) =>
          Effect.map(
            where(({ changeSet }) => changeSet?.id === id),
            ([first]) => (first && events[first.sequenceNumber - 1]?.actorId) ?? null
          ),
        undoing: (sequenceNumbers) => {
          const wanted = new Set(sequenceNumbers)
          return where(({ sequenceNumber, undoes }) => undoes !== null && undoes < sequenceNumber && wanted.has(undoes))
        },
        after: (position, limit) =>
          Effect.map(
            where(({ sequenceNumber }) => sequenceNumber > position),
            (found) => found.slice(0, limit)
          )
      })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}
