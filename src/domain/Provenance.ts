import { Schema } from "effect"
import { truncatedLine } from "../shared/Quoted.ts"
import { ChangeSetId, SequenceNumber } from "./entities/Ids.ts"
import { oneLine } from "./entities/Text.ts"

/** The longest name of a change set, in code points. */
export const maxNameLength = 100

/** What a change set is for, as people see it in histories. */
export const ChangeSetName = oneLine(1, maxNameLength)

/** The name of a set that was given none. */
export const changesBy = (actor: string): string => truncatedLine(`Changes by ${actor}`, maxNameLength)

/** Changes that were applied together and can be taken back together. */
export const ChangeSetRef = Schema.Struct({ id: ChangeSetId, name: Schema.String }).annotate({
  identifier: "ChangeSetRef"
})
export type ChangeSetRef = typeof ChangeSetRef.Type

/** What is recorded of an event beside the log: how it came about. */
const origin = {
  /** The name of the token that it came with; null for a session. */
  tokenName: Schema.NullOr(Schema.String),
  changeSet: Schema.NullOr(ChangeSetRef),
  /** The sequence number of the event that it takes back. */
  undoes: Schema.NullOr(SequenceNumber)
}

export const Origin = Schema.Struct(origin)
export type Origin = typeof Origin.Type

/** An event's origin. Events that came with a session and belong to no change set have none. */
export const Provenance = Schema.Struct({ sequenceNumber: SequenceNumber, ...origin })
export type Provenance = typeof Provenance.Type
