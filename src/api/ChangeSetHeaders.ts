import { Schema } from "effect"
import { documentedAs } from "../domain/entities/Documented.ts"
import { ChangeSetId } from "../domain/entities/Ids.ts"
import { ChangeSetName } from "../domain/Provenance.ts"
import { SequenceNumberParam } from "./NumberParams.ts"

const notEncoded = "must be percent-encoded UTF-8"

/** A name as a header carries it: encoded by `encodeURIComponent`. */
const EncodedName = Schema.String.check(
  Schema.isPattern(/^(?:[\x20-\x24\x26-\x7e]|%[\da-f]{2})*$/i, { message: notEncoded }),
  documentedAs(() => ({ minLength: 1, maxLength: 1_200 }))
).pipe(Schema.decodeTo(Schema.StringFromUriComponent.annotate({ message: notEncoded })), Schema.decodeTo(ChangeSetName))

/** The headers of a submission that say how its event came about. */
export const changeSetHeaders = {
  "change-set": Schema.optional(ChangeSetId),
  "change-set-name": Schema.optional(EncodedName),
  undoes: Schema.optional(SequenceNumberParam)
}
