import { Schema } from "effect"
import { described } from "./entities/Documented.ts"
import { SessionId } from "./entities/Ids.ts"
import { createdAt, Time } from "./entities/Time.ts"

/** A session as its user sees it. Its id is not the token in the cookie, and opens nothing. */
export const SessionRecord = Schema.Struct({
  id: SessionId,
  createdAt,
  expiresAt: described("When it ends by itself", Time),
  lastSeenAt: described("When it was last used, to within five minutes", Time),
  address: described(
    "The address that the user signed in from; null for sessions of earlier versions",
    Schema.NullOr(Schema.String)
  ),
  userAgent: described(
    "The `User-Agent` of the sign-in, at most 250 characters; null if there was none",
    Schema.NullOr(Schema.String)
  )
}).annotate({ identifier: "Session" })
export type SessionRecord = typeof SessionRecord.Type

/** How many of a user's sessions are listed: those seen last. */
export const sessionsListed = 200
