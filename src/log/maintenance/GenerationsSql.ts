import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { insertCheckpoint } from "../projection/CheckpointsSql.ts"
import type { Association } from "../store/Association.ts"
import { eventPages } from "../store/EventPages.ts"
import { decodeHead } from "../store/EventRows.ts"
import { associationRows, associationsTable } from "../store/InsertAddition.ts"
import { type Claim, claimTimeout, Generations, maxRemovedRows, RebuildLost, RebuildRunning } from "./Generations.ts"
import { makeRemoval } from "./UnusedRows.ts"

const decodeClaims = rowDecoder(Schema.Array(Schema.Struct({ fence: SequenceNumber, generation: Schema.Int })))

const lockedHead = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(
    sql`SELECT epoch, sequence_number::float8 AS "sequenceNumber" FROM log_head WHERE log = 'main' FOR UPDATE`,
    decodeHead
  )

/**
 * Generations on PostgreSQL. Every generation number is used once, so that rows of an unfinished generation cannot get
 * into a later one. Writers lock the claim's row in `rebuilds`. Time is the database's. A claim has also expired when
 * the connection of its last heartbeat is gone, so that the claim of a killed server can be taken over at once, and when the
 * heartbeat is in the future, because the clock was wrong.
 */
export const layer = Layer.effect(
  Generations,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { tail } = eventPages(sql)

    const heartbeat = sql`
      heartbeat = clock_timestamp(), holder = pg_backend_pid(),
      holder_started = (SELECT backend_start FROM pg_stat_get_activity(pg_backend_pid()))`

    // Where a role may not see when another role's connection started, the process id alone is compared.
    const isExpired = sql`(
      heartbeat <= clock_timestamp() - make_interval(secs => ${Duration.toSeconds(claimTimeout)})
      OR heartbeat > clock_timestamp()
      OR NOT EXISTS (
        SELECT 1 FROM pg_stat_get_activity(holder) a
        WHERE a.backend_start IS NULL OR a.backend_start = holder_started
      )
    )`

    const claim = sql`
      UPDATE rebuilds SET fence = fence + 1, generation = generation + 1, running = true, ${heartbeat}
      WHERE log = 'main' AND (NOT running OR ${isExpired})
      RETURNING fence::float8 AS fence, generation`.pipe(
      Effect.flatMap(decodeClaims),
      Effect.flatMap(([made]) => (made === undefined ? Effect.fail(new RebuildRunning()) : Effect.succeed(made))),
      storageFault("Generations.claim")
    )

    /** Locks the claim's row until the end of the transaction; returns no row when the claim has ended. */
    const lockClaim = ({ fence }: Claim, running: boolean) => sql`
      UPDATE rebuilds SET running = ${running}, ${heartbeat}
      WHERE log = 'main' AND running AND fence = ${fence}
      RETURNING generation`

    const orRebuildLost = <E>(held: Effect.Effect<ReadonlyArray<unknown>, E>) =>
      Effect.flatMap(held, (rows) => (rows.length === 1 ? Effect.void : Effect.fail(new RebuildLost())))

    /**
     * Ends this transaction without waiting for the disk or a standby. What it writes is not read before the switch, whose
     * commit waits for everything that was written before it.
     */
    const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`

    const writeAssociations = (claim: Claim, associations: ReadonlyArray<Association>) =>
      orRebuildLost(sql`
        WITH held AS (${lockClaim(claim, true)}), written AS (
          INSERT INTO ${sql.literal(associationsTable)} SELECT held.generation, a.* FROM held, ${associationRows(sql, associations)} AS a
        )
        SELECT ${withoutWaiting} FROM held`)

    const write: Generations["Service"]["write"] = Effect.fn("Generations.write")(function* (
      claim,
      { associations, checkpoints }
    ) {
      yield* writeAssociations(claim, associations)
      if (checkpoints.length === 0) return
      yield* Effect.gen(function* () {
        yield* orRebuildLost(lockClaim(claim, true))
        yield* sql`SELECT ${withoutWaiting}`
        for (const checkpoint of checkpoints) yield* insertCheckpoint(sql, claim.generation, checkpoint)
      }).pipe(sql.withTransaction)
    }, storageFault("Generations.write"))

    const finish: Generations["Service"]["finish"] = (claim, known, plan) =>
      Effect.gen(function* () {
        const [head] = yield* lockedHead(sql)
        // A separate statement, because the one that waited for the lock does not see what was written meanwhile.
        const completion = plan(yield* tail(known, head.sequenceNumber))
        if (!completion.isComplete) return completion
        yield* orRebuildLost(sql`
          WITH held AS (${lockClaim(claim, false)}), written AS (
            INSERT INTO ${sql.literal(associationsTable)}
            SELECT held.generation, a.* FROM held, ${associationRows(sql, completion.associations)} AS a
          ), switched AS (
            UPDATE log_head SET generation = held.generation FROM held WHERE log_head.log = 'main'
          )
          SELECT generation FROM held`)
        return completion
      }).pipe(sql.withTransaction, Effect.withSpan("Generations.finish"), storageFault("Generations.finish"))

    const release = Effect.fn("Generations.release")(
      ({ fence }: Claim) =>
        Effect.asVoid(sql`UPDATE rebuilds SET running = false WHERE log = 'main' AND running AND fence = ${fence}`),
      storageFault("Generations.release")
    )

    // Numbers only grow: unused generations are below the serving one, or between it and the one being built.
    const unusedConditions = [
      sql`generation < (SELECT generation FROM log_head WHERE log = 'main')`,
      sql`generation > (SELECT generation FROM log_head WHERE log = 'main')
        AND generation < (SELECT CASE WHEN running THEN generation ELSE generation + 1 END FROM rebuilds WHERE log = 'main')`
    ]

    const removals = ["associations", "checkpoints"].flatMap((table) =>
      unusedConditions.map((isUnused) => makeRemoval(sql, table, isUnused, maxRemovedRows))
    )

    const removeUnused = Effect.gen(function* () {
      yield* sql`UPDATE rebuilds SET running = false, fence = fence + 1 WHERE log = 'main' AND running AND ${isExpired}`
      for (const removal of removals) {
        const removed = yield* removal
        if (removed > 0) return removed
      }
      return 0
    }).pipe(Effect.withSpan("Generations.removeUnused"), storageFault("Generations.removeUnused"))

    return Generations.of({ claim, write, finish, release, removeUnused })
  })
)
