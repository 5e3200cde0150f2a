import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import type { Provenance } from "../../domain/Provenance.ts"
import { arrayParameter } from "../../sql/Values.ts"
import type { Association } from "./Association.ts"
import type { ChainedEvent } from "./EventHash.ts"
import { logChannel } from "./EventRows.ts"
import type { Addition, KeyedOutcome } from "./EventStore.ts"

const { OID } = PgTypes

/**
 * The types of parameters, which are sent in binary form, so that PostgreSQL need not parse texts. A `bigint` is sent
 * as `float8`, which holds every safe integer, and is converted when it is written.
 */
const columnTypes = {
  number: ["float8", OID.float8],
  uuid: ["uuid", OID.uuid],
  text: ["text", OID.text],
  boolean: ["boolean", OID.bool],
  instant: ["timestamptz", OID.timestamptz],
  json: ["json", OID.json]
} as const

/** A column's type and how to get its value from a row. Columns are listed in the table's order. */
type Column<Row> = readonly [type: keyof typeof columnTypes, value: (row: Row) => unknown]

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
  ["text", (_) => _.hash],
  ["json", (_) => _.effect ?? null],
  ["json", (_) => _.rejection ?? null],
  ["json", (_) => _.fact ?? null]
]

const associationColumns: ReadonlyArray<Column<Association>> = [
  ["uuid", (_) => _.entityId],
  ["number", (_) => _.sequenceNumber],
  ["text", (_) => _.entityType],
  ["boolean", (_) => _.transitive],
  ["json", (_) => _.fact]
]

/** The table, after the generation with `associationColumns`. */
export const associationsTable = "associations (generation, entity_id, sequence_number, entity_type, transitive, fact)"

const outcomeColumns: ReadonlyArray<Column<KeyedOutcome>> = [
  ["uuid", (_) => _.actorId],
  ["text", (_) => _.idempotencyKey],
  ["text", (_) => _.requestHash],
  ["number", (_) => _.outcome.sequenceNumber],
  ["text", (_) => _.outcome.status],
  ["text", (_) => _.outcome.rejection?.code ?? null],
  ["text", (_) => _.outcome.previousValue],
  ["text", (_) => _.outcome.conflictingServerValue]
]

const provenanceColumns: ReadonlyArray<Column<Provenance>> = [
  ["number", (_) => _.sequenceNumber],
  ["text", (_) => _.tokenName],
  ["uuid", (_) => _.changeSet?.id ?? null],
  ["text", (_) => _.changeSet?.name ?? null],
  ["number", (_) => _.undoes]
]

const parameter = (oid: number, value: unknown): PgTypes.Parameter => ({
  [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId,
  oid,
  value
})

/** One row is sent as plain values, which PostgreSQL reads faster than arrays of one; more rows as arrays. */
type RowCount = "none" | "one" | "many"

const rowCountOf = ({ length }: ReadonlyArray<unknown>): RowCount =>
  length === 0 ? "none" : length === 1 ? "one" : "many"

const parametersOf = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<PgTypes.Parameter> => {
  const [only] = rows
  if (only === undefined) return []
  return rows.length === 1
    ? columns.map(([type, value]) => parameter(columnTypes[type][1], value(only)))
    : columns.map(([type, value]) => arrayParameter(rows.map(value), columnTypes[type][1]))
}

/** Builds the text of a statement and numbers its parameters. */
class StatementText {
  #parameters = 0

  parameter(type: string): string {
    this.#parameters += 1
    return `$${this.#parameters}::${type}`
  }

  /** Rows as a table. Arrays are unnested in the select list, because PostgreSQL would materialise each one in FROM. */
  table<Row>(columns: ReadonlyArray<Column<Row>>, form: "one" | "many"): string {
    const values = columns.map(([type]) => {
      const [name] = columnTypes[type]
      return form === "one" ? this.parameter(name) : `unnest(${this.parameter(`${name}[]`)})`
    })
    return `(SELECT ${values.join(", ")})`
  }
}

interface RowCounts {
  readonly events: RowCount
  readonly associations: RowCount
  readonly outcomes: RowCount
  readonly provenance: RowCount
}

const statementText = ({ events, associations, outcomes, provenance }: RowCounts, notifies: boolean): string => {
  const text = new StatementText()
  const writer = notifies ? text.parameter("text") : undefined
  const parts = [
    `moved AS (
      UPDATE log_head SET sequence_number = ${text.parameter("text::bigint")}
      WHERE log = 'main' AND epoch = ${text.parameter("text::uuid")} AND sequence_number = ${text.parameter("text::bigint")}
      RETURNING epoch, sequence_number, generation, only_listener
    )`
  ]
  if (events !== "none") {
    parts.push(`written AS (INSERT INTO events SELECT e.* FROM moved, ${text.table(eventColumns, events)} AS e)`)
  }
  if (associations !== "none") {
    const rows = text.table(associationColumns, associations)
    parts.push(`associated AS (INSERT INTO ${associationsTable} SELECT moved.generation, a.* FROM moved, ${rows} AS a)`)
  }
  if (outcomes !== "none") {
    parts.push(`answered AS (INSERT INTO outcomes SELECT o.* FROM moved, ${text.table(outcomeColumns, outcomes)} AS o)`)
  }
  if (provenance !== "none") {
    const rows = text.table(provenanceColumns, provenance)
    parts.push(`recorded AS (INSERT INTO event_provenance SELECT p.* FROM moved, ${rows} AS p)`)
  }
  if (writer === undefined) return `WITH ${parts.join(", ")} SELECT NULL AS notified FROM moved`
  return `WITH ${parts.join(", ")}
    SELECT CASE WHEN only_listener::text IS DISTINCT FROM ${writer}
      THEN pg_notify('${logChannel}', concat_ws(':', epoch, sequence_number, ${writer})) END AS notified
    FROM moved`
}

/** Statements by key. Each text is made once, so that the driver finds its prepared statement by the same string. */
const statements = new Map<string, string>()

const statementOf = (counts: RowCounts, notifies: boolean): string => {
  const key = `${counts.events} ${counts.associations} ${counts.outcomes} ${counts.provenance} ${notifies}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const statement = statementText(counts, notifies)
  statements.set(key, statement)
  return statement
}

/** Associations as rows of the table `associations`, without the generation. */
export const associationRows = (sql: SqlClient.SqlClient, associations: ReadonlyArray<Association>) =>
  sql`unnest(${sql.csv(
    associationColumns.map(([type, value]) => {
      const [name, oid] = columnTypes[type]
      return sql`${arrayParameter(associations.map(value), oid)}::${sql.literal(name)}[]`
    })
  )})`

/**
 * One statement that moves the head from `known` and writes the addition, or does neither. It returns a row exactly
 * when the head of this epoch was at `known`. The row lock on the head serialises appends; PostgreSQL evaluates its
 * `WHERE` again after waiting for the lock. A notification costs a tenth of a small commit, so none is sent when no
 * other server listens. PostgreSQL refuses the statement to a role that may not call pg_notify() even if nobody would
 * be notified; with `notifies` false it contains no such call.
 */
export const insertAddition = (
  sql: SqlClient.SqlClient,
  { epoch, writer }: { readonly epoch: string; readonly writer: string },
  known: number,
  { events, associations, outcomes, provenance = [] }: Addition,
  notifies = true
) => {
  const counts = {
    events: rowCountOf(events),
    associations: rowCountOf(associations),
    outcomes: rowCountOf(outcomes),
    provenance: rowCountOf(provenance)
  }
  return sql.unsafe(statementOf(counts, notifies), [
    ...(notifies ? [writer] : []),
    String(known + events.length),
    epoch,
    String(known),
    ...parametersOf(eventColumns, events),
    ...parametersOf(associationColumns, associations),
    ...parametersOf(outcomeColumns, outcomes),
    ...parametersOf(provenanceColumns, provenance)
  ])
}
