import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/**
 * Webhooks with their position in the log, and their latest deliveries. The server in `lease_owner` delivers until
 * `lease_until`. `revision` grows whenever an admin changes the webhook. A delivery takes the place of the one that was
 * made a hundred before it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      url text NOT NULL,
      description text,
      event_types json,
      team_ids json,
      secret text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      enabled boolean NOT NULL,
      disabled_reason text,
      revision bigint NOT NULL DEFAULT 1,
      epoch uuid NOT NULL,
      sequence_number bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      failing_since timestamptz(3),
      next_attempt_at timestamptz(3),
      delivery_count bigint NOT NULL DEFAULT 0,
      lease_owner uuid,
      lease_until timestamptz
    )`
  yield* sql`
    CREATE TABLE webhook_deliveries (
      webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      place integer NOT NULL,
      number bigint NOT NULL,
      sequence_number bigint NOT NULL,
      event_type text NOT NULL,
      attempted_at timestamptz(3) NOT NULL,
      attempt integer NOT NULL,
      outcome text NOT NULL,
      status integer,
      error text,
      duration_ms integer NOT NULL,
      PRIMARY KEY (webhook_id, place)
    )`
  yield* grantLike("sessions", "SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_deliveries")
})
