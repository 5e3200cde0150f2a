import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { ChangeSetId, SequenceNumber, UserId } from "../../domain/entities/Ids.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { textArrayParameter } from "./EventRows.ts"
import { ProvenanceStore } from "./ProvenanceStore.ts"

const decode = rowDecoder(
  Schema.Array(
    Schema.Struct({
      sequenceNumber: SequenceNumber,
      tokenName: Schema.NullOr(Schema.String),
      changeSetId: Schema.NullOr(ChangeSetId),
      changeSetName: Schema.NullOr(Schema.String),
      undoes: Schema.NullOr(SequenceNumber)
    })
  )
)

const decodeOwner = rowDecoder(Schema.Array(Schema.Struct({ actorId: UserId })))

/** In order. */
export const provenanceWhere = (sql: SqlClient.SqlClient, where: Statement.Fragment, limit = sql`ALL`) =>
  sql`
    SELECT sequence_number::float8 AS "sequenceNumber", token_name AS "tokenName",
      change_set_id AS "changeSetId", change_set_name AS "changeSetName", undoes::float8 AS undoes
    FROM event_provenance WHERE ${where} ORDER BY sequence_number LIMIT ${limit}`.pipe(
    Effect.flatMap(decode),
    Effect.map((rows) =>
      rows.map(
        ({ changeSetId: id, changeSetName: name, ...rest }): Provenance => ({
          ...rest,
          changeSet: id === null || name === null ? null : { id, name }
        })
      )
    )
  )

/** The provenance on PostgreSQL or on the embedded database. */
export const layer = Layer.effect(
  ProvenanceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const select = (operation: string, where: Statement.Fragment, limit = sql`ALL`) =>
      provenanceWhere(sql, where, limit).pipe(storageFault(`ProvenanceStore.${operation}`))

    const among = (sequenceNumbers: ReadonlyArray<number>) =>
      sql`ANY (${textArrayParameter(sequenceNumbers)}::bigint[])`

    return ProvenanceStore.of({
      of: (sequenceNumbers) =>
        sequenceNumbers.length === 0
          ? Effect.succeed([])
          : select("of", sql`sequence_number = ${among(sequenceNumbers)}`),
      ofChangeSet: (id) => select("ofChangeSet", sql`change_set_id = ${id}`),
      ownerOf: (id) =>
        sql`
          SELECT e.actor_id AS "actorId" FROM event_provenance p JOIN events e USING (sequence_number)
          WHERE p.change_set_id = ${id} ORDER BY p.sequence_number LIMIT 1`.pipe(
          Effect.flatMap(decodeOwner),
          Effect.map(([first]) => first?.actorId ?? null),
          storageFault("ProvenanceStore.ownerOf")
        ),
      undoing: (sequenceNumbers) =>
        select("undoing", sql`undoes = ${among(sequenceNumbers)} AND undoes < sequence_number`),
      after: (position, limit) => select("after", sql`sequence_number > ${position}`, sql`${limit}`)
    })
  })
)
