import type { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import type { Association } from "./Association.ts"
import type { ChainedEvent } from "./EventHash.ts"
import { channel, textArray } from "./EventRows.ts"
import type { Addition, KeyedOutcome } from "./EventStore.ts"

type Value = string | number | boolean | null

/** How a column is written, in the table's order: its type, and its value of a row. */
type Column<Row> = readonly [type: string, value: (row: Row) => Value]

const eventColumns: ReadonlyArray<Column<ChainedEvent>> = [
  ["bigint", (_) => _.sequenceNumber],
  ["uuid", (_) => _.submissionId],
  ["timestamptz", (_) => _.timestamp],
  ["uuid", (_) => _.actorId],
  ["text", (_) => _.actorName],
  ["text", (_) => _.eventType],
  ["uuid", (_) => _.targetId],
  ["json", (_) => JSON.stringify(_.data)],
  ["float8", (_) => _.lastSeenSequence],
  ["text", (_) => _.status],
  ["text", (_) => _.rejectionReason],
  ["text", (_) => _.conflictingServerValue],
  ["uuid", (_) => _.entityId],
  ["text", (_) => _.entityType],
  ["text", (_) => _.fieldName],
  ["bigint", (_) => _.previousSequence],
  ["text", (_) => _.oldValue],
  ["text", (_) => _.newValue],
  ["text", (_) => _.description],
  ["text", (_) => _.hash]
]

const associationColumns: ReadonlyArray<Column<Association>> = [
  ["uuid", (_) => _.entityId],
  ["bigint", (_) => _.sequenceNumber],
  ["text", (_) => _.entityType],
  ["boolean", (_) => _.transitive],
  ["text", (_) => _.description]
]

const outcomeColumns: ReadonlyArray<Column<KeyedOutcome>> = [
  ["uuid", (_) => _.actorId],
  ["text", (_) => _.idempotencyKey],
  ["text", (_) => _.requestHash],
  ["bigint", (_) => _.outcome.sequenceNumber],
  ["text", (_) => _.outcome.status],
  ["text", (_) => _.outcome.rejectionReason],
  ["text", (_) => _.outcome.previousValue],
  ["text", (_) => _.outcome.conflictingServerValue]
]

const textOf = (value: Value): string | null => (value === null ? null : String(value))

/** The parameters of a statement under way. */
class Parameters {
  readonly values: Array<string | null | PgTypes.Parameter> = []

  add(value: string | null | PgTypes.Parameter): string {
    return `$${this.values.push(value)}`
  }

  /** Rows as a table: one by its values, which PostgreSQL reads sooner than arrays of one; more by an array for each column. */
  table<Row>(columns: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string {
    const [only, ...others] = rows
    if (only !== undefined && others.length === 0) {
      return `(SELECT ${columns.map(([type, value]) => `${this.add(textOf(value(only)))}::text::${type}`).join(", ")})`
    }
    return `unnest(${columns.map(([type, value]) => `${this.add(textArray(rows.map(value)))}::${type}[]`).join(", ")})`
  }
}

/** Associations as rows of `associations`, without their generation. */
export const associationRows = (sql: SqlClient.SqlClient, associations: ReadonlyArray<Association>) =>
  sql`unnest(${sql.csv(
    associationColumns.map(([type, value]) => sql`${textArray(associations.map(value))}::${sql.literal(`${type}[]`)}`)
  )})`

/**
 * One statement that moves the head from `known` and writes the addition, or does neither: it gives a row exactly when
 * the head of this epoch stood at `known`. The head's row lock orders appends; its `WHERE` is judged again after a wait.
 */
export const insertAddition = (
  sql: SqlClient.SqlClient,
  { epoch, writer }: { readonly epoch: string; readonly writer: string },
  known: number,
  { events, associations, outcomes }: Addition
) => {
  const parameters = new Parameters()
  const writes = [
    `moved AS (
      UPDATE log_head SET sequence_number = ${parameters.add(String(known + events.length))}::text::bigint
      WHERE log = 'main' AND epoch = ${parameters.add(epoch)}::text::uuid
        AND sequence_number = ${parameters.add(String(known))}::text::bigint
      RETURNING epoch, sequence_number, generation
    )`
  ]
  if (events.length > 0) {
    writes.push(`written AS (INSERT INTO events SELECT e.* FROM moved, ${parameters.table(eventColumns, events)} AS e)`)
  }
  if (associations.length > 0) {
    const rows = parameters.table(associationColumns, associations)
    writes.push(`associated AS (INSERT INTO associations SELECT moved.generation, a.* FROM moved, ${rows} AS a)`)
  }
  if (outcomes.length > 0) {
    writes.push(
      `answered AS (INSERT INTO outcomes SELECT o.* FROM moved, ${parameters.table(outcomeColumns, outcomes)} AS o)`
    )
  }
  const notice = `concat_ws(':', epoch, sequence_number, ${parameters.add(writer)}::text)`
  return sql.unsafe(
    `WITH ${writes.join(", ")} SELECT pg_notify('${channel}', ${notice}) AS notified FROM moved`,
    parameters.values
  )
}
