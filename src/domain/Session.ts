import { Schema } from "effect"
import { SessionId } from "./entities/Ids.ts"

/** A session as its user sees it. Its id is not the token in the cookie, and opens nothing. */
export const SessionRecord = Schema.Struct({
  id: SessionId,
  /** Like all following times ISO 8601 UTC. */
  createdAt: Schema.String,
  expiresAt: Schema.String,
  /** Exact to five minutes. */
  lastSeenAt: Schema.String,
  /** The address from which the user signed in; null for sessions of earlier versions. */
  address: Schema.NullOr(Schema.String),
  /** The `User-Agent` with which the user signed in, at most 250 characters; null if there was none. */
  userAgent: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Session" })
export type SessionRecord = typeof SessionRecord.Type

/** How many of a user's sessions are listed: those seen last. */
export const sessionsListed = 200
