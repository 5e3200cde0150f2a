import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ChangeSetId } from "../../domain/entities/Ids.ts"
import type { Redaction } from "../../domain/redaction/Redaction.ts"
import { removed } from "../../domain/redaction/TakenTexts.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { uuids } from "../../sql/Values.ts"

const decodeNames = rowDecoder(
  Schema.Array(Schema.Struct({ id: ChangeSetId, name: Schema.String, isOwn: Schema.Boolean }))
)

/** What the redaction is about, among events. */
const ownEvents = (sql: SqlClient.SqlClient, redaction: Redaction) => {
  if ("userId" in redaction) return sql`e.actor_id = ${redaction.userId}`
  return "entityId" in redaction ? sql`e.entity_id = ${redaction.entityId}` : sql`FALSE`
}

/** The names of change sets that say one of the texts, and of those that changed the entity or are the user's. */
export const redactNames = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  redaction: Redaction,
  isDryRun: boolean
) {
  const own = ownEvents(sql, redaction)
  const sets = yield* Effect.flatMap(
    sql`
      SELECT p.change_set_id AS id, p.change_set_name AS name, bool_or(${own}) AS "isOwn"
      FROM event_provenance p JOIN events e USING (sequence_number)
      WHERE p.change_set_id IS NOT NULL AND p.change_set_name <> ${removed}
      GROUP BY 1, 2 ORDER BY min(p.sequence_number)`,
    decodeNames
  )
  const taken = sets.filter(({ name, isOwn }) => isOwn || redaction.texts.areNamedIn(name))
  if (!isDryRun) {
    yield* sql`
      UPDATE event_provenance SET change_set_name = ${removed}
      WHERE change_set_id = ANY (${uuids(taken.map(({ id }) => id))})`
    if ("userId" in redaction) {
      yield* sql`
        UPDATE event_provenance p SET token_name = ${removed} FROM events e
        WHERE e.sequence_number = p.sequence_number AND p.token_name IS NOT NULL AND ${own}`
    }
  }
  return taken.map(({ name }) => name)
})

const decodeCount = rowDecoder(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/** What webhooks sent and were answered may name anything in any form, so all of it goes. */
export const redactDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, isDryRun: boolean) {
  const isKept = sql`(request IS NOT NULL OR answer IS NOT NULL)`
  const [{ count }] = yield* Effect.flatMap(
    sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${isKept}`,
    decodeCount
  )
  if (!isDryRun) yield* sql`UPDATE webhook_deliveries SET request = NULL, answer = NULL WHERE ${isKept}`
  return count
})
