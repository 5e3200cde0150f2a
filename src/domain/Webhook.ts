import { Schema } from "effect"
import { maxUrlLength, urlLengthRule } from "../shared/ReceiverRules.ts"
import { EventType } from "./Event.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"
import { oneLine } from "./entities/Text.ts"

/** How many webhooks there may be. */
export const maxWebhooks = 20

/** How many of its latest attempts are kept for each webhook. */
export const deliveriesKept = 1_000

/** How much is kept of each: characters of the request's body, bytes of the receiver's answer. */
export const requestKept = 4_096
export const answerKept = 2_048

/** For programs, as Standard Webhooks says, or for people in the product named. */
export const WebhookFormat = Schema.Literals(["standard", "slack", "teams"]).annotate({
  message: "must be standard, slack or teams"
})
export type WebhookFormat = typeof WebhookFormat.Type

/** Lines of a digest's section beyond this number are only counted. */
export const maxDigestLines = 100

const WebhookDigest = Schema.Literals(["weekly"]).annotate({ message: "must be weekly or null" })

const maxTeams = 500

const Url = Schema.String.annotate({ message: "must be text" }).check(
  Schema.isMinLength(1, { message: urlLengthRule }),
  Schema.isMaxLength(maxUrlLength, { message: urlLengthRule })
)

const EventTypes = Schema.Array(EventType.annotate({ message: "must be a list of event types" })).check(
  Schema.isMinLength(1, { message: "must list at least one event type, or be omitted for all" }),
  Schema.isMaxLength(EventType.literals.length, { message: "must list each event type only once" })
)

const TeamIds = Schema.Array(EntityId).check(
  Schema.isMinLength(1, { message: "must list at least one team, or be omitted for all" }),
  Schema.isMaxLength(maxTeams, { message: `must list at most ${maxTeams} teams` })
)

/** The settings of a webhook, which admins make. */
export const WebhookSettings = Schema.Struct({
  url: Url,
  description: Schema.optional(Schema.NullOr(oneLine(0, 250))),
  /** Delivers only events of these types; absent or null means all types. */
  eventTypes: Schema.optional(Schema.NullOr(EventTypes)),
  /** Delivers only events that change one of these teams; absent or null means all teams. */
  teamIds: Schema.optional(Schema.NullOr(TeamIds)),
  /**
   * If false, nothing is delivered until the webhook is enabled again; then it gets all events since. Default: true.
   */
  enabled: Schema.optional(Schema.Boolean),
  /**
   * `standard` (default) posts JSON for programs; `slack` and `teams` post sentences for people to an incoming webhook of that
   * product.
   */
  format: Schema.optional(WebhookFormat),
  /**
   * `weekly`: instead of each event, on Mondays at 07:00 UTC what changed, what needs attention and what had no check-in, of
   * these teams; the event types do not matter then. Absent or null: each event.
   */
  digest: Schema.optional(Schema.NullOr(WebhookDigest))
}).annotate({ identifier: "WebhookSettings" })
export type WebhookSettings = typeof WebhookSettings.Type

export const DeliveryOutcome = Schema.Literals([
  "delivered",
  "refused",
  "redirected",
  "timeout",
  "unreachable",
  "forbidden_address"
])
export type DeliveryOutcome = typeof DeliveryOutcome.Type

const attempted = {
  /** ISO 8601 UTC. */
  attemptedAt: Schema.String,
  outcome: DeliveryOutcome,
  /** The HTTP status of the receiver's answer; null without an answer. */
  status: Schema.NullOr(Schema.Int),
  /** What went wrong, as a sentence; null if the event was delivered. */
  error: Schema.NullOr(Schema.String),
  durationMs: Schema.Int
}

const fields = {
  id: EntityId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  eventTypes: Schema.NullOr(Schema.Array(EventType)),
  teamIds: Schema.NullOr(Schema.Array(EntityId)),
  enabled: Schema.Boolean,
  format: WebhookFormat,
  digest: Schema.NullOr(WebhookDigest),
  /** Why the service has disabled the webhook; null if it is enabled or if an admin has disabled it. */
  disabledReason: Schema.NullOr(Schema.String),
  /** All events up to this one are delivered or filtered out, or in a digest. */
  sequenceNumber: SequenceNumber,
  /** How many attempts in a row have failed. */
  failures: Schema.Int,
  /** The time of the first of these failed attempts; like all following times ISO 8601 UTC. */
  failingSince: Schema.NullOr(Schema.String),
  nextAttemptAt: Schema.NullOr(Schema.String),
  /** Until when the secret before the present one signs too; null if there was none. */
  previousSecretUntil: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  /** Of those that are kept; null before the first. */
  lastAttempt: Schema.NullOr(Schema.Struct(attempted).annotate({ identifier: "WebhookAttempt" }))
}

/** A webhook, without its secret. */
export const Webhook = Schema.Struct(fields).annotate({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

/** The answer to a registration, and to a change of the secret: the only ones with it. */
export const NewWebhook = Schema.Struct({
  ...fields,
  /** `whsec_` and the base64 of 32 bytes, which sign every delivery. */
  secret: Schema.String
}).annotate({ identifier: "NewWebhook" })
export type NewWebhook = typeof NewWebhook.Type

/** The beginning of the receiver's answer, 2 KiB at most; null without an answer. */
const answer = Schema.NullOr(Schema.String)

/** The attempt to deliver a test. */
export const WebhookTest = Schema.Struct({ ...attempted, answer }).annotate({ identifier: "WebhookTest" })
export type WebhookTest = typeof WebhookTest.Type

const delivery = {
  /** Of the event, or of the latest one in a digest. */
  sequenceNumber: SequenceNumber,
  eventType: Schema.Literals([...EventType.literals, "weekly_digest"]),
  /** 1 for the first attempt, 2 for the first retry. */
  attempt: Schema.Int,
  ...attempted
}

/** One attempt to deliver an event or a digest. */
export const WebhookDelivery = Schema.Struct({
  /** Counts the webhook's attempts, from 1. */
  number: Schema.Int,
  ...delivery
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** An attempt with what was sent and what came back. */
export const WebhookDeliveryDetails = Schema.Struct({
  ...WebhookDelivery.fields,
  /** The beginning of the body that was posted, 4,096 characters at most; null for attempts of earlier releases. */
  request: Schema.NullOr(Schema.String),
  answer
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type
