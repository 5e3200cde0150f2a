import { Data, Schema } from "effect"
import { UserId } from "../../domain/entities/Ids.ts"
import type { NewLogEntry } from "../log/AccountLog.ts"

/**
 * Who somebody is at an OpenID provider. Names and addresses there can change hands; a `subject` never does, so only this
 * pair decides whose account it is.
 */
export const CompanyIdentity = Schema.Struct({
  /** The provider's URL, as `URL.href` writes it. */
  issuer: Schema.String,
  /** The claim `sub`: 1–255 printable ASCII characters. */
  subject: Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,255}$/))
})
export type CompanyIdentity = typeof CompanyIdentity.Type

/** An identity with the user whose account it opens. A user has at most one for each issuer. */
export const LinkedIdentity = Schema.Struct({ userId: UserId, ...CompanyIdentity.fields })
export type LinkedIdentity = typeof LinkedIdentity.Type

/** The identity opens another user's account already. */
export class IdentityTaken extends Data.TaggedError("IdentityTaken") {
  override readonly message = "This identity belongs to another user."
}

/** The account log's entry about a link by an admin. */
export const linkedEntry = (username: string): NewLogEntry => ({ action: "user_linked", subjectName: username })
