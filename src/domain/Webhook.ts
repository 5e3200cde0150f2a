import { Schema, SchemaTransformation } from "effect"
import { currentType } from "../shared/EventTypes.ts"
import { maxUrlLength, urlLengthRule } from "../shared/ReceiverRules.ts"
import { EventType, LoggedType, requestedType } from "./Event.ts"
import { described, documentedUrl, listOf } from "./entities/Documented.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"
import { oneLine } from "./entities/Text.ts"
import { createdAt, Time } from "./entities/Time.ts"

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
  Schema.isMaxLength(maxUrlLength, { message: urlLengthRule }),
  documentedUrl
)

const EventTypes = Schema.Array(requestedType("must be a list of event types")).check(
  Schema.isMinLength(1, { message: "must list at least one event type, or be omitted for all" }),
  Schema.isMaxLength(EventType.literals.length, { message: "must list each event type only once" })
)

/** As it is stored: version 1 had types that are retired now, which are read as those that took their place. */
export const StoredEventTypes = Schema.NullOr(
  Schema.Array(LoggedType).pipe(
    Schema.decodeTo(
      Schema.Array(EventType),
      SchemaTransformation.transform({
        decode: (types): ReadonlyArray<EventType> => [...new Set(types.map(currentType))],
        encode: (types): ReadonlyArray<LoggedType> => types
      })
    )
  )
)

const TeamIds = Schema.Array(EntityId).check(
  Schema.isMinLength(1, { message: "must list at least one team, or be omitted for all" }),
  Schema.isMaxLength(maxTeams, { message: `must list at most ${maxTeams} teams` })
)

const words = {
  url: "The address that events are posted to",
  eventTypes: "Only events of these types; null for all",
  teamIds: "Only events that concern one of these teams; null for all",
  enabled: "Whether events are posted. Once enabled again, it gets those since",
  format: "`standard` for programs; `slack` and `teams` for people, as incoming webhooks of that product expect it",
  digest:
    "`weekly`: one message on Mondays at 07:00 (`TIME_ZONE`) instead of each event, whatever its type; null for each event"
}

/** The settings of a webhook, which admins make. An absent one has its default: all, enabled, `standard`, each event. */
export const WebhookSettings = Schema.Struct({
  url: described(words.url, Url),
  description: described("Its purpose, one line; null for none", Schema.optional(Schema.NullOr(oneLine(0, 250)))),
  eventTypes: described(words.eventTypes, Schema.optional(Schema.NullOr(EventTypes))),
  teamIds: described(words.teamIds, Schema.optional(Schema.NullOr(TeamIds))),
  enabled: described(words.enabled, Schema.optional(Schema.Boolean)),
  format: described(words.format, Schema.optional(WebhookFormat)),
  digest: described(words.digest, Schema.optional(Schema.NullOr(WebhookDigest)))
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
  attemptedAt: described("When it was posted", Time),
  outcome: described("The outcome of the attempt", DeliveryOutcome),
  status: described("The status of the receiver's answer; null without an answer", Schema.NullOr(Schema.Int)),
  error: described("The fault, as a sentence; null if it was delivered", Schema.NullOr(Schema.String)),
  durationMs: described("The duration in milliseconds", Schema.Int)
}

const fields = {
  id: EntityId,
  url: described(words.url, Schema.String.check(documentedUrl)),
  description: described("Its purpose; null if not given", Schema.NullOr(Schema.String)),
  eventTypes: described(words.eventTypes, Schema.NullOr(listOf(EventType, EventType.literals.length))),
  teamIds: described(words.teamIds, Schema.NullOr(listOf(EntityId, maxTeams))),
  enabled: described(words.enabled, Schema.Boolean),
  format: described(words.format, WebhookFormat),
  digest: described(words.digest, Schema.NullOr(WebhookDigest)),
  disabledReason: described(
    "The reason for which the service disabled it; null if it did not",
    Schema.NullOr(Schema.String)
  ),
  sequenceNumber: described("Everything up to this event is delivered, filtered out or in a digest", SequenceNumber),
  failures: described("The number of attempts in a row that have failed", Schema.Int),
  failingSince: described(
    "When the first of the current failures happened; null while there are none",
    Schema.NullOr(Time)
  ),
  nextAttemptAt: described("When the next attempt is due; null if none is", Schema.NullOr(Time)),
  previousSecretUntil: described(
    "Until when the previous secret also signs; null if there is none",
    Schema.NullOr(Time)
  ),
  createdAt,
  lastAttempt: described(
    "The latest attempt to deliver an event or a digest; null before the first",
    Schema.NullOr(Schema.Struct(attempted).annotate({ identifier: "WebhookAttempt" }))
  )
}

/** A webhook, without its secret. */
export const Webhook = Schema.Struct(fields).annotate({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

/** The answer to a registration, and to a change of the secret: the only ones with it. */
export const NewWebhook = Schema.Struct({
  ...fields,
  secret: described("Signs every delivery: `whsec_` and the base64 of 32 bytes; shown only this time", Schema.String)
}).annotate({ identifier: "NewWebhook" })
export type NewWebhook = typeof NewWebhook.Type

const answer = described(
  "The first 2 KiB of the receiver's answer; null without an answer",
  Schema.NullOr(Schema.String)
)

/** The attempt to deliver a test. */
export const WebhookTest = Schema.Struct({ ...attempted, answer }).annotate({ identifier: "WebhookTest" })
export type WebhookTest = typeof WebhookTest.Type

const delivery = {
  sequenceNumber: described("The event, or the latest one in a digest", SequenceNumber),
  eventType: described(
    "The event's type, or `weekly_digest`",
    Schema.Literals([...LoggedType.literals, "weekly_digest"])
  ),
  attempt: described("1 for the first attempt, 2 for the first retry", Schema.Int),
  ...attempted
}

/** One attempt to deliver an event or a digest. */
export const WebhookDelivery = Schema.Struct({
  number: described("Counts the webhook's attempts, from 1", Schema.Int),
  ...delivery
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** An attempt with what was sent and what came back. */
export const WebhookDeliveryDetails = Schema.Struct({
  ...WebhookDelivery.fields,
  request: described(
    "The first 4,096 characters that were posted; null for attempts of earlier releases and from before a redaction",
    Schema.NullOr(Schema.String)
  ),
  answer
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type
