import { Schema } from "effect"
import { described, documentedAs } from "../../domain/entities/Documented.ts"
import { ChangeSetId } from "../../domain/entities/Ids.ts"
import { ChangeSetName } from "../../domain/Provenance.ts"
import { SequenceNumberParam } from "./NumberParams.ts"

const notEncoded = "must be percent-encoded UTF-8"

/** A name as a header carries it: encoded by `encodeURIComponent`. */
const EncodedName = Schema.String.check(
  Schema.isPattern(/^(?:[\x20-\x24\x26-\x7e]|%[\da-f]{2})*$/i, { message: notEncoded }),
  documentedAs(() => ({ minLength: 1, maxLength: 1_200 }))
).pipe(Schema.decodeTo(Schema.StringFromUriComponent.annotate({ message: notEncoded })), Schema.decodeTo(ChangeSetName))

/** The headers of a submission that say how its event came about. */
export const changeSetHeaders = {
  "change-set": described(
    "The id of the change set that the event belongs to: a UUID of your own. A set belongs to the user who used its id " +
      "first; another's is 409. Under one `Idempotency-Key`, another set is another request",
    Schema.optional(ChangeSetId)
  ),
  "change-set-name": described(
    "The purpose of the changes, as people see it in histories: 1 to 100 characters, percent-encoded UTF-8. Only with `Change-Set`",
    Schema.optional(EncodedName)
  ),
  undoes: described(
    "The sequence number of the event that this one takes back, as histories show it",
    Schema.optional(SequenceNumberParam)
  )
}
