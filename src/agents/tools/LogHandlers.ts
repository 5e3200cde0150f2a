import { Effect } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { originsOf } from "../../domain/Provenance.ts"
import { historyEntry } from "../../domain/views/History.ts"
import * as AppliedChanges from "../../log/projection/AppliedChanges.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import { ProvenanceStore } from "../../log/store/ProvenanceStore.ts"
import { withReferences } from "../../log/store/ReferencedEvents.ts"
import { truncated } from "../../shared/Quoted.ts"
import { faultText, refused } from "../ToolRefused.ts"

/** Entries of a history together have at most so many bytes in the log, more or less. */
const maxBytes = 64 * 1024

const maxValueLength = 500

const shortened = (value: string | null): string | null => (value === null ? null : truncated(value, maxValueLength))

/** The handlers of the tools that read the log. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const readChanges = yield* AppliedChanges.make(null)

  return {
    getChanges: Effect.fnUntraced(
      function* ({ after, limit = 25 }: { readonly after?: number | undefined; readonly limit?: number | undefined }) {
        const state = projector.stateNow()
        const latestSequence = state.sequenceNumber
        const from = Math.min(after ?? Math.max(0, latestSequence - limit), latestSequence)
        const upTo = Math.min(from + limit, latestSequence)
        const changes = yield* readChanges({ eventTypes: null, teamIds: null }, { after: from, upTo, state })
        return {
          changes: changes.map(({ tokenName, changeSet, eventType, entityType, entityId, description, ...change }) => ({
            ...{ sequenceNumber: change.sequenceNumber, timestamp: change.timestamp, actorName: change.actorName },
            ...{ tokenName, changeSet, eventType, entityType, entityId, description }
          })),
          nextAfter: upTo,
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
        const origins = originsOf(yield* provenance.of(rows.map(({ event }) => event.sequenceNumber)))
        const events = yield* withReferences(
          store,
          rows.map(({ event }) => event)
        )
        const entries = rows.map(({ event, touched, own }, index) =>
          historyEntry(events[index] ?? event, {
            touched,
            own,
            teamId: null,
            origin: origins.get(event.sequenceNumber)
          })
        )
        return {
          entries: entries.map(
            ({ tokenName, changeSet, status, description, fieldName, oldValue, newValue, ...entry }) => ({
              ...{ sequenceNumber: entry.sequenceNumber, timestamp: entry.timestamp, actorName: entry.actorName },
              ...{ tokenName, changeSet, status, description, fieldName },
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
