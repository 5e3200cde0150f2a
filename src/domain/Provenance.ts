import { Schema } from "effect"
import { maxNameLength } from "../shared/ChangeSetNames.ts"
import { described } from "./entities/Documented.ts"
import { ChangeSetId, SequenceNumber } from "./entities/Ids.ts"
import { oneLine } from "./entities/Text.ts"

/** What a change set is for, as people see it in histories. */
export const ChangeSetName = oneLine(1, maxNameLength)

/** Changes that were applied together and can be taken back together. */
export const ChangeSetRef = Schema.Struct({
  id: ChangeSetId,
  name: described("Its name when it was applied", Schema.String)
}).annotate({
  identifier: "ChangeSetRef"
})
export type ChangeSetRef = typeof ChangeSetRef.Type

/** What is recorded of an event beside the log: how it came about. */
const origin = {
  tokenName: described(
    "The name of the token that the event came with; null for a session",
    Schema.NullOr(Schema.String)
  ),
  changeSet: described("The change set that the event belongs to; null for none", Schema.NullOr(ChangeSetRef)),
  undoes: described(
    "The sequence number of the event that it takes back; null for other events",
    Schema.NullOr(SequenceNumber)
  )
}

export const Origin = Schema.Struct(origin)
export type Origin = typeof Origin.Type

/** Of events that came with a session and belong to no change set. */
export const noOrigin: Origin = { tokenName: null, changeSet: null, undoes: null }

/** An event's origin. Events that came with a session and belong to no change set have none. */
export const Provenance = Schema.Struct({ sequenceNumber: SequenceNumber, ...origin })
export type Provenance = typeof Provenance.Type

/** By the sequence number of the event. */
export const originsOf = (provenance: ReadonlyArray<Provenance>): ReadonlyMap<number, Origin> =>
  new Map(provenance.map((each) => [each.sequenceNumber, each]))
