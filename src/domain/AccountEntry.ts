import { Schema } from "effect"

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
  "user_deleted",
  "user_linked",
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
  /** Later entries have higher ids; there are gaps. */
  id: Schema.Int,
  /** ISO 8601 UTC with milliseconds. For an entry that counts attempts it is the time of the first. */
  timestamp: Schema.String,
  /** The time of the last attempt that a `login_failed` or `locked` entry counts; null for every other action. */
  lastAt: Schema.NullOr(Schema.String),
  /** Null when nobody was signed in. */
  actorName: Schema.NullOr(Schema.String),
  /**
   * The name of the account concerned; null if there is none, or if the entry counts several names together. A name that
   * belongs to no user is never kept: it is `unknown:` and eight hexadecimal digits, the same for the same name.
   */
  subjectName: Schema.NullOr(Schema.String),
  action: AccountAction,
  /** The client's address; null for an action of a script or of the server itself. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  /** The number of attempts that a `login_failed` or `locked` entry counts; 1 for every other action. */
  count: Schema.Int,
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountLogEntry" })
export type AccountEntry = typeof AccountEntry.Type
