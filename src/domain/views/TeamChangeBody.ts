import { Schema } from "effect"
import { ChangeNotification } from "../ChangeNotification.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"

const difference = {
  id: EntityId,
  /**
   * The index in the list now, if it has moved or is new; entities are inserted in this order after the others have
   * left.
   */
  at: Schema.optionalKey(Schema.Int),
  /** The fields that differ; for a new entity all of its fields and lists. */
  set: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}

const listOf = <Change extends Schema.Top>(change: Change) =>
  Schema.Struct({
    removed: Schema.optionalKey(Schema.Array(EntityId)),
    changed: Schema.optionalKey(Schema.Array(change))
  })

const PartChange = Schema.Struct(difference).annotate({ identifier: "PartChange" })

const EntityChange = Schema.Struct({
  ...difference,
  /** The lists of an objective that differ: `groups`, `initiatives`, `progress`. */
  lists: Schema.optionalKey(Schema.Record(Schema.String, listOf(PartChange)))
}).annotate({ identifier: "EntityChange" })

/** A `TeamChange` (see `shared/TeamChange`) as the event stream sends it. */
export const TeamChangeBody = Schema.Struct({
  id: EntityId,
  from: SequenceNumber,
  set: difference.set,
  lists: Schema.optionalKey(
    Schema.Struct({
      principles: Schema.optionalKey(listOf(EntityChange)),
      objectives: Schema.optionalKey(listOf(EntityChange))
    })
  )
}).annotate({ identifier: "TeamChange" })

/** The notification to clients that asked for changes of views. */
export const DetailedChange = Schema.Struct({
  ...ChangeNotification.fields,
  views: Schema.optionalKey(TeamChangeBody)
}).annotate({ identifier: "DetailedChange" })
export type DetailedChange = typeof DetailedChange.Type
