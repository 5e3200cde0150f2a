import { PgTypes } from "@effect/sql-pg"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EntityId } from "../domain/entities/Ids.ts"
import {
  deliveriesKept,
  maxWebhooks,
  StoredEventTypes,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails
} from "../domain/Webhook.ts"
import { rowDecoder } from "../sql/RowDecoder.ts"
import { storageFault } from "../sql/StorageFault.ts"
import { isoText, isoTime } from "../sql/Values.ts"
import {
  defaultDeliveries,
  type Progress,
  type Settings,
  type StoredWebhook,
  TooManyWebhooks,
  WebhookStore
} from "./WebhookStore.ts"

/** Read by the primary key. Attempts of releases that kept fewer may be in another place, and are not shown. */
const lastAttempt = `(
    SELECT json_build_object('attemptedAt', ${isoText("d.attempted_at")}, 'outcome', d.outcome, 'status', d.status, 'error', d.error,
      'durationMs', d.duration_ms)
    FROM webhook_deliveries d
    WHERE d.webhook_id = w.id AND d.place = w.delivery_count % ${deliveriesKept} AND d.number = w.delivery_count
  ) AS "lastAttempt"`

const hookColumns = `
  w.id, w.url, w.description, w.event_types AS "eventTypes", w.team_ids AS "teamIds", w.enabled OR w.enabled_formatted AS enabled,
  w.format, w.digest, w.digest_week AS "digestWeek",
  w.disabled_reason AS "disabledReason", w.sequence_number::float8 AS "sequenceNumber", w.failures,
  ${isoTime("w.failing_since", "failingSince")}, ${isoTime("w.next_attempt_at", "nextAttemptAt")},
  ${isoTime("w.created_at", "createdAt")}, w.secret, w.previous_secret AS "previousSecret",
  ${isoTime("w.previous_secret_until", "previousSecretUntil")}, w.retry_after_ms AS "retryAfterMs", w.epoch, w.revision::float8 AS revision,
  ${lastAttempt}`

const deliveryColumns = `
  number::float8 AS number, sequence_number::float8 AS "sequenceNumber", event_type AS "eventType", ${isoTime("attempted_at", "attemptedAt")},
  attempt, outcome, status, error, duration_ms AS "durationMs"`

const detailColumns = `${deliveryColumns},
  CASE WHEN detail_number = number THEN request END AS request, CASE WHEN detail_number = number THEN answer END AS answer`

const decodeHooks = rowDecoder(
  Schema.Array(
    Schema.Struct({
      ...Webhook.fields,
      eventTypes: StoredEventTypes,
      secret: Schema.String,
      previousSecret: Schema.NullOr(Schema.String),
      retryAfterMs: Schema.NullOr(Schema.Int),
      digestWeek: Schema.NullOr(Schema.Int),
      epoch: Schema.String,
      revision: Schema.Int
    })
  )
)
const decodeDeliveries = rowDecoder(Schema.Array(WebhookDelivery))
const decodeDetails = rowDecoder(Schema.Array(WebhookDeliveryDetails))

const saveStatement = `
  WITH given AS (
    SELECT * FROM json_to_record($1::text::json) AS g (
      id uuid, "from" bigint, "sequenceNumber" bigint, failures integer, "failingSince" timestamptz,
      "nextAttemptAt" timestamptz, "retryAfterMs" integer, "disabledReason" text, "digestWeek" integer, delivery json
    )
  ), saved AS (
    UPDATE webhooks w SET
      sequence_number = given."sequenceNumber",
      failures = given.failures,
      failing_since = given."failingSince",
      next_attempt_at = given."nextAttemptAt",
      retry_after_ms = given."retryAfterMs",
      disabled_reason = given."disabledReason",
      digest_week = coalesce(given."digestWeek", w.digest_week),
      enabled = w.enabled AND given."disabledReason" IS NULL,
      enabled_formatted = w.enabled_formatted AND given."disabledReason" IS NULL,
      delivery_count = w.delivery_count + CASE WHEN json_typeof(given.delivery) = 'object' THEN 1 ELSE 0 END
    FROM given
    WHERE w.id = given.id AND w.lease_owner = $2::text::uuid AND w.sequence_number = given."from"
    RETURNING w.id, w.delivery_count AS number, given.delivery
  ), logged AS (
    INSERT INTO webhook_deliveries (
      webhook_id, place, number, sequence_number, event_type, attempted_at, attempt, outcome, status, error, duration_ms,
      detail_number, request, answer
    )
    SELECT id, number % ${deliveriesKept}, number, d."sequenceNumber", d."eventType", d."attemptedAt", d.attempt,
      d.outcome, d.status, d.error, d."durationMs", number, d.request, d.answer
    FROM saved, json_to_record(delivery) AS d (
      "sequenceNumber" bigint, "eventType" text, "attemptedAt" timestamptz, attempt integer, outcome text,
      status integer, error text, "durationMs" integer, request text, answer text
    )
    WHERE json_typeof(delivery) = 'object'
    ON CONFLICT (webhook_id, place) DO UPDATE SET
      number = excluded.number, sequence_number = excluded.sequence_number, event_type = excluded.event_type,
      attempted_at = excluded.attempted_at, attempt = excluded.attempt, outcome = excluded.outcome,
      status = excluded.status, error = excluded.error, duration_ms = excluded.duration_ms,
      detail_number = excluded.detail_number, request = excluded.request, answer = excluded.answer
  )
  SELECT id FROM saved`

const hooksOf = <E>(statement: Effect.Effect<ReadonlyArray<unknown>, E>) => Effect.flatMap(statement, decodeHooks)

const firstOf = <E>(statement: Effect.Effect<ReadonlyArray<unknown>, E>) =>
  Effect.map(hooksOf(statement), ([hook]): StoredWebhook | undefined => hook)

/** The webhooks on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  WebhookStore,
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one statement after the other.
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(hookColumns)
    const json = (value: ReadonlyArray<string> | null) => (value === null ? null : JSON.stringify(value))

    const insert = Effect.fnUntraced(function* (
      {
        id,
        url,
        description,
        eventTypes,
        teamIds,
        enabled,
        format,
        digest,
        week,
        secret,
        head
      }: Parameters<WebhookStore["Service"]["create"]>[0],
      createdAt: number
    ) {
      const isPlain = format === "standard" && digest === null
      yield* sql`SELECT pg_advisory_xact_lock(hashtext('strategy-planning webhooks'))`
      return yield* firstOf(sql`
        INSERT INTO webhooks AS w
          (id, url, description, event_types, team_ids, secret, created_at, enabled, enabled_formatted, format, digest,
            digest_week, epoch, sequence_number)
        SELECT ${id}::text::uuid, ${url}::text, ${description}::text, ${json(eventTypes)}::text::json,
          ${json(teamIds)}::text::json, ${secret}::text, ${PgTypes.timestamptz(createdAt)}, ${enabled && isPlain}::boolean,
          ${enabled && !isPlain}::boolean, ${format}::text, ${digest}::text, ${digest === null ? null : week}::integer,
          ${head.epoch}::text::uuid, ${head.sequenceNumber}::float8::bigint
        WHERE (SELECT count(*) FROM webhooks) < ${maxWebhooks}
        RETURNING ${columns}`)
    }, sql.withTransaction)

    return WebhookStore.of({
      list: hooksOf(sql`SELECT ${columns} FROM webhooks w ORDER BY w.created_at, w.id`).pipe(
        storageFault("WebhookStore.list")
      ),
      create: Effect.fn("WebhookStore.create")(function* (hook) {
        const made = yield* insert(hook, yield* Clock.currentTimeMillis)
        return made ?? (yield* new TooManyWebhooks())
      }, storageFault("WebhookStore.create")),
      update: Effect.fn("WebhookStore.update")(
        (id: EntityId, { url, description, eventTypes, teamIds, enabled, format, digest, week }: Settings) => {
          const isPlain = format === "standard" && digest === null
          return firstOf(sql`
            UPDATE webhooks w SET url = ${url}, description = ${description},
              event_types = ${json(eventTypes)}::text::json, team_ids = ${json(teamIds)}::text::json,
              enabled = ${enabled && isPlain}, enabled_formatted = ${enabled && !isPlain}, format = ${format},
              digest = ${digest}::text,
              digest_week = CASE WHEN ${digest}::text IS NOT NULL THEN coalesce(digest_week, ${week}::integer) END,
              disabled_reason = NULL, revision = revision + 1,
              failures = CASE WHEN ${enabled} THEN 0 ELSE failures END,
              failing_since = CASE WHEN ${enabled} THEN NULL ELSE failing_since END,
              next_attempt_at = CASE WHEN ${enabled} THEN NULL ELSE next_attempt_at END,
              retry_after_ms = CASE WHEN ${enabled} THEN NULL ELSE retry_after_ms END
            WHERE id = ${id} RETURNING ${columns}`)
        },
        storageFault("WebhookStore.update")
      ),
      changeSecret: Effect.fn("WebhookStore.changeSecret")(
        (id, secret, previousUntil) =>
          firstOf(sql`
            UPDATE webhooks w SET secret = ${secret}, previous_secret = secret,
              previous_secret_until = ${PgTypes.timestamptz(previousUntil)}, revision = revision + 1
            WHERE id = ${id} RETURNING ${columns}`),
        storageFault("WebhookStore.changeSecret")
      ),
      moveTo: Effect.fn("WebhookStore.moveTo")(
        (id, { epoch, sequenceNumber, failingAt = null, digestWeek = null }) =>
          firstOf(sql`
            UPDATE webhooks w SET epoch = ${epoch}::text::uuid, sequence_number = ${sequenceNumber}, failures = 0,
              failing_since = NULL, next_attempt_at = NULL, retry_after_ms = NULL,
              digest_week = coalesce(${digestWeek}::integer, digest_week), revision = revision + 1
            WHERE id = ${id} AND (${failingAt}::float8 IS NULL OR (sequence_number = ${failingAt}::float8 AND failures > 0))
            RETURNING ${columns}`),
        storageFault("WebhookStore.moveTo")
      ),
      remove: Effect.fn("WebhookStore.remove")(
        (id) => firstOf(sql`DELETE FROM webhooks w WHERE id = ${id} RETURNING ${columns}`),
        storageFault("WebhookStore.remove")
      ),
      deliveries: Effect.fn("WebhookStore.deliveries")(
        (id, { before = Number.MAX_SAFE_INTEGER, limit = defaultDeliveries }) =>
          sql`
            SELECT ${sql.literal(deliveryColumns)} FROM webhook_deliveries
            WHERE webhook_id = ${id} AND number < ${before}::float8 ORDER BY number DESC LIMIT ${limit}`.pipe(
            Effect.flatMap(decodeDeliveries)
          ),
        storageFault("WebhookStore.deliveries")
      ),
      delivery: Effect.fn("WebhookStore.delivery")(
        (id, number) =>
          sql`
            SELECT ${sql.literal(detailColumns)} FROM webhook_deliveries
            WHERE webhook_id = ${id} AND number = ${number}::float8`.pipe(
            Effect.flatMap(decodeDetails),
            Effect.map(([details]): WebhookDeliveryDetails | undefined => details)
          ),
        storageFault("WebhookStore.delivery")
      ),
      claim: (owner, leaseMs) =>
        Effect.gen(function* () {
          const end = sql`clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'`
          const free = sql`(enabled OR enabled_formatted) AND (
            lease_owner = ${owner}::text::uuid OR lease_until IS NULL OR lease_until <= clock_timestamp()
            OR lease_until > ${end})`
          // Without any, nothing is locked or written, and a read-only database is good enough.
          const [any] = yield* sql`SELECT 1 FROM webhooks WHERE ${free} LIMIT 1`
          if (any === undefined) return []
          return yield* hooksOf(sql`
            WITH free AS (SELECT id FROM webhooks WHERE ${free} ORDER BY id FOR UPDATE)
            UPDATE webhooks w SET lease_owner = ${owner}::text::uuid, lease_until = ${end}
            FROM free WHERE free.id = w.id RETURNING ${columns}`)
        }).pipe(storageFault("WebhookStore.claim")),
      release: (owner) =>
        sql`UPDATE webhooks SET lease_until = NULL WHERE lease_owner = ${owner}::text::uuid`.pipe(
          Effect.asVoid,
          storageFault("WebhookStore.release")
        ),
      save: (owner, progress: Progress) =>
        sql.unsafe(saveStatement, [JSON.stringify(progress), owner]).pipe(
          Effect.map((saved) => saved.length === 1),
          storageFault("WebhookStore.save")
        )
    })
  })
)
