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
  "rebuild",
  "import"
])
export type AccountAction = typeof AccountAction.Type

/** An entry of the account log: who did what to an account, or to what access depends on. */
export const AccountEntry = Schema.Struct({
  /** Later entries have higher ids; there are gaps. */
  id: Schema.Int,
  /** ISO 8601 UTC with milliseconds; of a counted entry, when the first of what it counts happened. */
  timestamp: Schema.String,
  /** Null: nobody was signed in. */
  actorName: Schema.NullOr(Schema.String),
  /** Whose account it is about; null where it is about none, or where many names are counted together. */
  subjectName: Schema.NullOr(Schema.String),
  action: AccountAction,
  /** Of the client; null for what a script or the server itself did. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  /** How many attempts a `login_failed` or `locked` stands for; 1 for everything else. */
  count: Schema.Int,
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountLogEntry" })
export type AccountEntry = typeof AccountEntry.Type
