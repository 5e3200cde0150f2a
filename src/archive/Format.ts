import { Effect, Schema, Struct } from "effect"
import { CompanyIdentity } from "../accounts/company/CompanyIdentity.ts"
import { UserRecord } from "../accounts/users/UserStore.ts"
import { IdempotencyKey } from "../api/EventsApi.ts"
import { AccountEntry } from "../domain/AccountEntry.ts"
import { SequenceNumber, UserId } from "../domain/entities/Ids.ts"
import { Outcome } from "../domain/Outcome.ts"
import { Origin } from "../domain/Provenance.ts"
import { StoredEventTypes, Webhook, WebhookFormat, WebhookSettings } from "../domain/Webhook.ts"
import { ChainedEvent } from "../log/store/EventHash.ts"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"
import type { Line } from "./ArchiveLines.ts"

export const format = "strategy-log"

/**
 * The version of the format that is written. Since version 2 there may be webhooks, since 3 there is the account log, since 4
 * events have what is kept beside them.
 */
export const version = 4

const Version = Schema.Literals([1, 2, 3, version])

/**
 * The first line. It is followed by events in order, stored outcomes by user and key, users and webhooks if included,
 * the account log, and the end.
 */
export const Header = Schema.Struct({
  format: Schema.Literal(format),
  version: Version,
  /** The epoch of the exported log. */
  epoch: Schema.String,
  events: SequenceNumber,
  withUsers: Schema.Boolean,
  /** Whether webhooks are included, with their secrets. Default: false. */
  withWebhooks: Schema.optionalKey(Schema.Boolean),
  exportedAt: Schema.String
})
export type Header = typeof Header.Type

/** The last line. If it is missing, the archive was cut off. */
export const End = Schema.Struct({
  end: Schema.Literal(true),
  events: SequenceNumber,
  outcomes: SequenceNumber,
  users: SequenceNumber,
  /** Absent in an archive without webhooks. */
  webhooks: Schema.optionalKey(SequenceNumber),
  /** Absent in an archive without account log. */
  accountEntries: Schema.optionalKey(SequenceNumber),
  /** The hash of the last event. */
  eventHash: Schema.String,
  /** The hash of the state after all events. */
  stateHash: Schema.String,
  /** SHA-256 in base64url over all lines before this one, their line breaks included. */
  contentHash: Schema.String
})
export type End = typeof End.Type

/** A time as the stores write it. Another spelling would be stored differently, and the event's hash would be wrong. */
const Time = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

const ArchivedEvent = Schema.Struct({
  ...ChainedEvent.fields,
  timestamp: Time,
  /** The token it came with, and its change set; absent for events without either. It is no part of the event's hash. */
  origin: Schema.optionalKey(Origin)
})
export type ArchivedEvent = typeof ArchivedEvent.Type

const ArchivedUser = Schema.Struct({
  ...UserRecord.fields,
  createdAt: Time,
  /** Absent in archives of earlier releases. */
  displayName: Schema.optionalKey(UserRecord.fields.displayName),
  /** Who the user is at OpenID providers; absent for users without. */
  identities: Schema.optionalKey(Schema.Array(CompanyIdentity))
})
export type ArchivedUser = typeof ArchivedUser.Type

const webhookFields = Struct.omit(Webhook.fields, [
  ...(["failures", "failingSince", "nextAttemptAt", "lastAttempt"] as const),
  "previousSecretUntil"
])

/** How far a webhook had got in this log. Failed attempts are forgotten. */
const ArchivedWebhook = Schema.Struct({
  ...webhookFields,
  eventTypes: StoredEventTypes,
  url: WebhookSettings.fields.url.check(Schema.isPattern(/^https?:\/\//)),
  format: Schema.optionalKey(WebhookFormat),
  digest: Schema.optionalKey(Webhook.fields.digest),
  createdAt: Time,
  secret: Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]{43}=$/))
})
export type ArchivedWebhook = typeof ArchivedWebhook.Type

const { id: ____, ...entryFields } = AccountEntry.fields

/** An entry of the account log. The database that imports it gives it another id. */
const ArchivedEntry = Schema.Struct({ ...entryFields, timestamp: Time, lastAt: Schema.NullOr(Time) })
export type ArchivedEntry = typeof ArchivedEntry.Type

const KeyedOutcome = Schema.Struct({
  actorId: UserId,
  idempotencyKey: IdempotencyKey,
  requestHash: Schema.String,
  outcome: Outcome
})

/** Whether events have their effects. */
export const hasEffects = (header: Header): boolean => header.version >= 4

/** Whether the archive has the account log. */
export const hasAccountLog = (header: Header): boolean => header.version >= 3

/** The error at a line of the archive. */
export const fault = (line: number, message: string) => new ArchiveInvalid({ message: `Line ${line}: ${message}.` })

const reader = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, what: string) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return ({ number, text }: Line) => Effect.mapError(decode(text), () => fault(number, `it is not ${what}`))
}

export const readEvent = reader(ArchivedEvent, "an event")
export const readEnd = reader(End, "the last line of an archive, which was cut off")

/** Reads a line after the events. */
export const readTrailing = reader(
  Schema.Union([KeyedOutcome, ArchivedUser, ArchivedWebhook, ArchivedEntry, End]),
  "a stored outcome, a user, a webhook, an entry of the account log, or the archive's last line"
)

const isVersion = Schema.is(Version)

const readName = reader(
  Schema.Struct({ format: Schema.Literal(format), version: Schema.Int }),
  "the first line of a strategy log archive"
)
const readWholeHeader = reader(Header, "a complete first line of an archive")

export const readHeader = Effect.fnUntraced(function* (line: Line) {
  const named = yield* readName(line)
  if (!isVersion(named.version)) {
    return yield* fault(
      line.number,
      `the archive has version ${named.version}, of a newer release; this one reads versions up to ${version}`
    )
  }
  return yield* readWholeHeader(line)
})
