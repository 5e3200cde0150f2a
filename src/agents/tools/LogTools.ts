import { Effect, Predicate, Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import type { HistoryEntry } from "../../domain/views/History.ts"
import * as AppliedChanges from "../../log/projection/AppliedChanges.ts"
import * as HistoryEntries from "../../log/projection/HistoryEntries.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import { truncated } from "../../shared/Quoted.ts"
import { faultText, refused } from "../ToolRefused.ts"
import { count, define, idOf, maxValueLength, reading, serve } from "./Definition.ts"

const origin = {
  actorName: Schema.String,
  actorDisplayName: described("What that user is called now", Schema.NullOr(Schema.String)),
  tokenName: described("The agent or program that did it for the user", Schema.NullOr(Schema.String)),
  changeSet: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String }))
}

const getChanges = define({
  name: "get_changes",
  title: "Changes",
  description:
    "What changed in the whole strategy after a sequence number, oldest first: who did what, by which agent, and in which change set (for undo_changes). Without after: the latest changes.",
  hints: reading,
  parameters: Schema.Struct({
    after: count("Changes after this sequence number. Default: the last ones", 0),
    limit: count("How many log entries to look at, 1 to 50. Default 25", 1, 50)
  }),
  answer: Schema.Struct({
    changes: Schema.Array(
      Schema.Struct({
        sequenceNumber: Schema.Int,
        timestamp: Schema.String,
        ...origin,
        eventType: Schema.String,
        entityType: Schema.NullOr(Schema.String),
        entityId: Schema.NullOr(Schema.String),
        description: Schema.String
      })
    ),
    nextAfter: described("Send it as after for what comes next", Schema.Int),
    latestSequence: Schema.Int
  })
})

const getHistory = define({
  name: "get_history",
  title: "History",
  description:
    "What happened to one team, principle, objective, group, initiative or measure, newest first, with old and new values, and the notes of check-ins.",
  hints: reading,
  parameters: Schema.Struct({
    entityId: idOf("what the history is of, from any tool; it may be deleted"),
    before: count("Entries before this sequence number", 1),
    limit: count("How many entries, 1 to 50. Default 20", 1, 50)
  }),
  answer: Schema.Struct({
    entries: Schema.Array(
      Schema.Struct({
        sequenceNumber: Schema.Int,
        timestamp: Schema.String,
        ...origin,
        status: Schema.Literals(["applied", "rejected"]),
        description: Schema.String,
        fieldName: Schema.NullOr(Schema.String),
        oldValue: Schema.NullOr(Schema.String),
        newValue: Schema.NullOr(Schema.String),
        note: Schema.NullOr(Schema.String),
        rejectionReason: Schema.NullOr(Schema.String)
      })
    ),
    nextBefore: described("Send it as before for older entries; absent if there are none", Schema.NullOr(Schema.Int))
  })
})

/** Entries of a history together have at most so many bytes in the log, more or less. */
const maxBytes = 64 * 1024

const shortened = (value: string | null): string | null => (value === null ? null : truncated(value, maxValueLength))

const shown = (entry: HistoryEntry) => ({
  ...entry,
  oldValue: shortened(entry.oldValue),
  newValue: shortened(entry.newValue),
  note: Predicate.isString(entry.data.note) && entry.data.note !== "" ? entry.data.note : null
})

export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const store = yield* EventStore
  const entriesOf = yield* HistoryEntries.make
  const readChanges = yield* AppliedChanges.make(null)

  return [
    serve(
      getChanges,
      Effect.fnUntraced(
        function* ({ after, limit = 25 }) {
          const state = projector.stateNow()
          const latestSequence = state.sequenceNumber
          const from = Math.min(after ?? Math.max(0, latestSequence - limit), latestSequence)
          const upTo = Math.min(from + limit, latestSequence)
          const changes = yield* readChanges({ eventTypes: null, teamIds: null }, { after: from, upTo, state })
          return { changes, nextAfter: upTo, latestSequence }
        },
        Effect.catchTag("StorageError", (error) => Effect.fail(refused(faultText(error))))
      )
    ),
    serve(
      getHistory,
      Effect.fnUntraced(
        function* ({ entityId, before, limit = 20 }) {
          const { rows, isLast } = yield* store.history(entityId, before ?? null, { limit, maxBytes })
          const entries = yield* entriesOf(rows)
          return {
            entries: entries.map(shown),
            nextBefore: isLast ? null : (entries.at(-1)?.sequenceNumber ?? null)
          }
        },
        Effect.catchTag("StorageError", (error) => Effect.fail(refused(faultText(error))))
      )
    )
  ]
})
