import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Formats and digests of webhooks, and what each attempt sent and got. Servers of the release before know neither, so for them
 * a webhook that has one stays disabled: `enabled` is false, and `enabled_formatted` takes its place. `detail_number` is the
 * number of the attempt that request and answer belong to, since those servers overwrite a row without them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE webhooks
      ADD COLUMN format text NOT NULL DEFAULT 'standard',
      ADD COLUMN digest text,
      ADD COLUMN digest_week integer,
      ADD COLUMN enabled_formatted boolean NOT NULL DEFAULT false`
  yield* sql`
    ALTER TABLE webhook_deliveries
      ADD COLUMN detail_number bigint,
      ADD COLUMN request text,
      ADD COLUMN answer text`
})
