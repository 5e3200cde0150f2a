import { Effect } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import { historyEntry } from "../../domain/views/History.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import { ProvenanceStore } from "../../log/store/ProvenanceStore.ts"
import { truncated } from "../../shared/Quoted.ts"
import { faultText, refused } from "../ToolRefused.ts"

/** Entries of a history together have at most so many bytes in the log, more or less. */
const maxBytes = 64 * 1024

const maxValueLength = 500

const shortened = (value: string | null): string | null => (value === null ? null : truncated(value, maxValueLength))

const originIn = (provenance: ReadonlyArray<Provenance>) => {
  const known = new Map(provenance.map((each) => [each.sequenceNumber, each]))
  return (sequenceNumber: number) => {
    const { tokenName = null, changeSet = null } = known.get(sequenceNumber) ?? {}
    return { tokenName, changeSet }
  }
}

/** The handlers of the tools that read the log. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore

  return {
    getChanges: Effect.fnUntraced(
      function* ({ after, limit = 25 }: { readonly after?: number | undefined; readonly limit?: number | undefined }) {
        const latestSequence = projector.stateNow().sequenceNumber
        const from = Math.min(after ?? Math.max(0, latestSequence - limit), latestSequence)
        const events = yield* store.read(from, Math.min(limit, latestSequence - from))
        const originOf = originIn(yield* provenance.of(events.map(({ sequenceNumber }) => sequenceNumber)))
        const applied = events.filter(({ status }) => status === "applied")
        return {
          changes: applied.map(
            ({ sequenceNumber, timestamp, actorName, eventType, entityType, entityId, description }) => ({
              ...{ sequenceNumber, timestamp, actorName, ...originOf(sequenceNumber) },
              ...{ eventType, entityType, entityId, description }
            })
          ),
          nextAfter: events.at(-1)?.sequenceNumber ?? from,
          latestSequence
        }
      },
      Effect.catchTag("StorageError", (error) => Effect.fail(refused(faultText(error))))
    ),

    getHistory: Effect.fnUntraced(
      function* ({
        entityId,
        before,
        limit = 20
      }: {
        readonly entityId: EntityId
        readonly before?: number | undefined
        readonly limit?: number | undefined
      }) {
        const { rows, isLast } = yield* store.history(entityId, before ?? null, { limit, maxBytes })
        const originOf = originIn(yield* provenance.of(rows.map(({ event }) => event.sequenceNumber)))
        const entries = rows.map(({ event, touched }) => historyEntry(event, touched, null))
        return {
          entries: entries.map(
            ({ sequenceNumber, timestamp, actorName, status, description, fieldName, oldValue, newValue }) => ({
              ...{ sequenceNumber, timestamp, actorName, ...originOf(sequenceNumber), status, description, fieldName },
              ...{ oldValue: shortened(oldValue), newValue: shortened(newValue) }
            })
          ),
          nextBefore: isLast ? null : (entries.at(-1)?.sequenceNumber ?? null)
        }
      },
      Effect.catchTag("StorageError", (error) => Effect.fail(refused(faultText(error))))
    )
  }
})
