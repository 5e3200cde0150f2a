import { Schema } from "effect"
import { described } from "./entities/Documented.ts"
import { Time } from "./entities/Time.ts"

export const AccountAction = Schema.Literals([
  "login",
  "login_failed",
  "locked",
  "unlocked",
  "logout",
  "user_created",
  "role_changed",
  "password_changed",
  "password_reset",
  "profile_changed",
  "user_deleted",
  "user_linked",
  "user_invited",
  "invitation_used",
  "rebuild",
  "import",
  "redacted",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "webhook_resent",
  "webhook_skipped",
  "webhook_tested",
  "archive_exported",
  "sample_loaded",
  "session_ended",
  "token_created",
  "token_revoked"
])
export type AccountAction = typeof AccountAction.Type

/** An entry of the account log: who did what to an account, or to what access depends on. */
export const AccountEntry = Schema.Struct({
  id: described("Identifies the entry; later ones have higher ids, with gaps", Schema.Int),
  timestamp: described("When it happened; for an entry that counts attempts, when the first did", Time),
  lastAt: described(
    "When the last of the attempts happened, for `login_failed` and `locked`; null for other actions",
    Schema.NullOr(Time)
  ),
  actorName: described(
    "The name, at that time, of the user who did it; null if nobody was signed in",
    Schema.NullOr(Schema.String)
  ),
  /** A name that belongs to no user is never kept: it is `unknown:` and eight digits, the same for the same name. */
  subjectName: described(
    "The name of the account concerned; null if there is none, or if the entry counts several",
    Schema.NullOr(Schema.String)
  ),
  action: described("The action", AccountAction),
  address: described(
    "The address that the client connected from; null for scripts and the server itself",
    Schema.NullOr(Schema.String)
  ),
  requestId: described("The `X-Request-ID` of the request; null if there was none", Schema.NullOr(Schema.String)),
  count: described("The number of attempts that the entry counts; 1 for other actions", Schema.Int),
  detail: described("More about it, such as the new role; null if there is no more", Schema.NullOr(Schema.String))
}).annotate({ identifier: "AccountLogEntry" })
export type AccountEntry = typeof AccountEntry.Type
