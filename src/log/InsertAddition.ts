import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import type { Association } from "./Association.ts"
import type { ChainedEvent } from "./EventHash.ts"
import { arrayOf, channel } from "./EventRows.ts"
import type { Addition, KeyedOutcome } from "./EventStore.ts"

const { OID } = PgTypes

/**
 * The types that are sent, each in PostgreSQL's own binary form: it reads no texts. A `bigint` comes as `float8`, which
 * holds every safe integer, and becomes one when it is written.
 */
const types = {
  number: ["float8", OID.float8],
  uuid: ["uuid", OID.uuid],
  text: ["text", OID.text],
  boolean: ["boolean", OID.bool],
  instant: ["timestamptz", OID.timestamptz],
  json: ["json", OID.json]
} as const

/** How a column is written, in the table's order: its type, and its value of a row. */
type Column<Row> = readonly [type: keyof typeof types, value: (row: Row) => unknown]

const eventColumns: ReadonlyArray<Column<ChainedEvent>> = [
  ["number", (_) => _.sequenceNumber],
  ["uuid", (_) => _.submissionId],
  ["instant", (_) => Date.parse(_.timestamp)],
  ["uuid", (_) => _.actorId],
  ["text", (_) => _.actorName],
  ["text", (_) => _.eventType],
  ["uuid", (_) => _.targetId],
  ["json", (_) => _.data],
  ["number", (_) => _.lastSeenSequence],
  ["text", (_) => _.status],
  ["text", (_) => _.rejectionReason],
  ["text", (_) => _.conflictingServerValue],
  ["uuid", (_) => _.entityId],
  ["text", (_) => _.entityType],
  ["text", (_) => _.fieldName],
  ["number", (_) => _.previousSequence],
  ["text", (_) => _.oldValue],
  ["text", (_) => _.newValue],
  ["text", (_) => _.description],
  ["text", (_) => _.hash]
]

const associationColumns: ReadonlyArray<Column<Association>> = [
  ["uuid", (_) => _.entityId],
  ["number", (_) => _.sequenceNumber],
  ["text", (_) => _.entityType],
  ["boolean", (_) => _.transitive],
  ["text", (_) => _.description]
]

const outcomeColumns: ReadonlyArray<Column<KeyedOutcome>> = [
  ["uuid", (_) => _.actorId],
  ["text", (_) => _.idempotencyKey],
  ["text", (_) => _.requestHash],
  ["number", (_) => _.outcome.sequenceNumber],
  ["text", (_) => _.outcome.status],
  ["text", (_) => _.outcome.rejectionReason],
  ["text", (_) => _.outcome.previousValue],
  ["text", (_) => _.outcome.conflictingServerValue]
]
const parameter = (oid: number, value: unknown): PgTypes.Parameter => ({
  [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId,
  oid,
  value
})

/** A column of these rows as an array, and the array's type. */
const columnOf = <Row>([type, value]: Column<Row>, rows: ReadonlyArray<Row>): readonly [PgTypes.Parameter, string] => {
  const [name, oid] = types[type]
  return [arrayOf(rows.map(value), oid), `${name}[]`]
}

/** The parameters of a statement under way. */
class Parameters {
  readonly values: Array<string | PgTypes.Parameter> = []

  add(value: string | PgTypes.Parameter): string {
    return `$${this.values.push(value)}`
  }

  /** Rows as a table: one by its values, which PostgreSQL reads sooner than arrays of one; more by an array for each column. */
  table<Row>(columns: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string {
    const [only, ...others] = rows
    if (only !== undefined && others.length === 0) {
      const values = columns.map(([type, value]) => {
        const [name, oid] = types[type]
        return `${this.add(parameter(oid, value(only)))}::${name}`
      })
      return `(SELECT ${values.join(", ")})`
    }
    const arrays = columns.map((column) => {
      const [values, type] = columnOf(column, rows)
      return `${this.add(values)}::${type}`
    })
    return `unnest(${arrays.join(", ")})`
  }
}

/** Associations as rows of `associations`, without their generation. */
export const associationRows = (sql: SqlClient.SqlClient, associations: ReadonlyArray<Association>) =>
  sql`unnest(${sql.csv(
    associationColumns.map((column) => {
      const [values, type] = columnOf(column, associations)
      return sql`${values}::${sql.literal(type)}`
    })
  )})`

/**
 * One statement that moves the head from `known` and writes the addition, or does neither: it gives a row exactly when
 * the head of this epoch stood at `known`. The head's row lock orders appends; its `WHERE` is judged again after a wait.
 * A notification costs a tenth of a small commit: none is sent when nobody else listens.
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
      RETURNING epoch, sequence_number, generation, only_listener
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
  const self = parameters.add(writer)
  return sql.unsafe(
    `WITH ${writes.join(", ")}
    SELECT CASE WHEN only_listener::text IS DISTINCT FROM ${self}::text
      THEN pg_notify('${channel}', concat_ws(':', epoch, sequence_number, ${self}::text)) END AS notified
    FROM moved`,
    parameters.values
  )
}
