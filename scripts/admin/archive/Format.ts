import { Effect, Schema } from "effect"
import { UserRecord } from "../../../src/accounts/UserStore.ts"
import { IdempotencyKey } from "../../../src/api/EventsApi.ts"
import { SequenceNumber, UserId } from "../../../src/domain/entities/Ids.ts"
import { Outcome } from "../../../src/domain/Outcome.ts"
import { ChainedEvent } from "../../../src/log/store/EventHash.ts"
import { Impossible } from "../Failure.ts"
import type { Line } from "./Lines.ts"

export const format = "strategy-log"

/** Another number is another format, which is not read. */
export const version = 1

/** The first line. Below it: the events in order, kept answers by user and key, users when asked for, and the end. */
export const Header = Schema.Struct({
  format: Schema.Literal(format),
  version: Schema.Literal(version),
  /** Of the log it was made from. */
  epoch: Schema.String,
  events: SequenceNumber,
  withUsers: Schema.Boolean,
  exportedAt: Schema.String
})
export type Header = typeof Header.Type

/** The last line: without it the archive was cut off. */
export const End = Schema.Struct({
  end: Schema.Literal(true),
  events: SequenceNumber,
  outcomes: SequenceNumber,
  users: SequenceNumber,
  /** Of the last event. */
  eventHash: Schema.String,
  /** Of the state that all events fold to. */
  stateHash: Schema.String,
  /** SHA-256 in base64url over all lines before this one, their line breaks included. */
  contentHash: Schema.String
})
export type End = typeof End.Type

/** As stores give it: another spelling of the same time would come back changed, and its event's hash be wrong. */
const Time = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

const ArchivedEvent = Schema.Struct({ ...ChainedEvent.fields, timestamp: Time })
const ArchivedUser = Schema.Struct({ ...UserRecord.fields, createdAt: Time })

const KeyedOutcome = Schema.Struct({
  actorId: UserId,
  idempotencyKey: IdempotencyKey,
  requestHash: Schema.String,
  outcome: Outcome
})

/** Breaks off at a line of the archive. */
export const fault = (line: number, message: string) => new Impossible({ message: `Line ${line}: ${message}.` })

const reader = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, what: string) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return ({ number, text }: Line) => Effect.mapError(decode(text), () => fault(number, `it is not ${what}`))
}

export const readEvent = reader(ArchivedEvent, "an event")
export const readEnd = reader(End, "the last line of an archive, which was cut off")

/** What may come after the events. */
export const readTrailing = reader(
  Schema.Union([KeyedOutcome, ArchivedUser, End]),
  "a kept answer, a user, or the archive's last line"
)

const readName = reader(
  Schema.Struct({ format: Schema.Literal(format), version: Schema.Int }),
  "the beginning of an archive of a strategy log"
)
const readWholeHeader = reader(Header, "a whole first line of an archive")

export const readHeader = Effect.fnUntraced(function* (line: Line) {
  const named = yield* readName(line)
  if (named.version !== version) {
    return yield* fault(line.number, `the archive is of version ${named.version}; version ${version} is read here`)
  }
  return yield* readWholeHeader(line)
})
