import { Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Generations } from "../../../src/log/maintenance/Generations.ts"
import * as GenerationsSql from "../../../src/log/maintenance/GenerationsSql.ts"
import * as Log from "../../../src/log/maintenance/Rebuild.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { fill, principleId } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import * as LocalPlanner from "../LocalPlanner.ts"
import { now } from "../ProtocolServer.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

/** The writers during the rebuild; each submits one event after the other to its own principle. */
const writers = Array.from({ length: 16 }, (_, n) => n)

interface Written {
  readonly sequenceNumber: number
  readonly writer: number
  /** Milliseconds from the submission to its answer. */
  readonly took: number
}

/** Runs `work` while the writers write; gives its result, and the writes that were answered meanwhile. */
const whileWriting = Effect.fnUntraced(function* <A, E, R>(label: string, work: Effect.Effect<A, E, R>) {
  const { submit } = yield* Planner
  const written: Array<Written> = []
  const write = Effect.fnUntraced(function* (writer: number) {
    for (let serial = 0; ; serial++) {
      const begun = now()
      const title = `${label}, writer ${writer}, ${serial}`
      const { sequenceNumber } = yield* submit(LocalPlanner.edit(writer, { title }))
      written.push({ sequenceNumber, writer, took: now() - begun })
    }
  })
  const writing = yield* Effect.forkChild(Effect.forEach(writers, write, { concurrency: "unbounded" }))
  const [took, result] = yield* Effect.timed(work)
  yield* Fiber.interrupt(writing)
  return { result, seconds: Duration.toSeconds(took), written, latency: spread(written.map((one) => one.took)) }
})

/** Generations that record how many milliseconds the end of each rebuild took, from waiting for the log's head to unlocking it. */
const timed = (switches: Array<number>) =>
  Layer.effect(
    Generations,
    Effect.map(Generations, (generations) =>
      Generations.of({
        ...generations,
        finish: (claim, known, plan) =>
          Effect.map(Effect.timed(generations.finish(claim, known, plan)), ([took, closing]) => {
            switches.push(Duration.toMillis(took))
            return closing
          })
      })
    )
  ).pipe(Layer.provide(GenerationsSql.layer))

/** The number of answered writes that are missing in the serving generation. */
const missing = Effect.fnUntraced(function* (written: ReadonlyArray<Written>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ sequenceNumber: number; entityId: string }>`
    SELECT sequence_number::float8 AS "sequenceNumber", entity_id AS "entityId" FROM associations
    WHERE generation = (SELECT generation FROM log_head) AND entity_id IN ${sql.in(writers.map(principleId))}`
  const known = new Set(rows.map(({ sequenceNumber, entityId }) => `${sequenceNumber} ${entityId}`))
  return written.filter(({ sequenceNumber, writer }) => !known.has(`${sequenceNumber} ${principleId(writer)}`)).length
})

const phases = ["without", "beside the rebuild", "after"] as const

export const rebuild: Subject = {
  name: "rebuild",
  about: "Rebuilding the history of a long log during writes: its speed, and the time of the writes",
  measure: Effect.fnUntraced(function* (stage) {
    const events = stage.scale.quick ? 5_000 : 200_000
    const url = yield* stage.database("rebuild")
    yield* fill(url, events)
    const switches: Array<number> = []
    const context = yield* Layer.build(
      Log.Rebuild.layer.pipe(Layer.provide(timed(switches)), Layer.provideMerge(LocalPlanner.layer(url)), Layer.orDie)
    )
    const everything: Array<Written> = []
    const round = Effect.fnUntraced(function* (n: number) {
      const pause = Effect.sleep(`${stage.scale.seconds} seconds`)
      const { run } = yield* Log.Rebuild
      const without = yield* whileWriting(`round ${n}, without`, pause)
      const during = yield* whileWriting(`round ${n}, with`, run())
      const after = yield* whileWriting(`round ${n}, after`, pause)
      const latency = [without, during, after]
      for (const { written } of latency) everything.push(...written)
      const lost = yield* missing(everything)
      yield* requireValid(
        lost === 0,
        `${lost} of ${everything.length} answered writes are missing from the new associations.`
      )
      return {
        latency: latency.map(({ latency }) => latency),
        perSecond: during.result.eventsProcessed / during.seconds
      }
    })
    const rounds = yield* inRounds(
      stage,
      "rebuild",
      (n) =>
        round(n).pipe(
          Effect.provideContext(context),
          Effect.catchIf((error) => error._tag !== "InvalidRun", Effect.die)
        ),
      ({ latency, perSecond }) => {
        const latencies = latency.map((spread, n) => `${phases[n]} ${inMilliseconds(spread)}`).join("; ")
        return `${perSecond.toFixed(0)} events/s; writes ${latencies}; the switch ${switches.at(-1)?.toFixed(1)} ms`
      }
    )
    const values = phases.map((phase, n) => [phase, rounds.flatMap(({ latency }) => latency[n]?.p99 ?? [])])
    return [
      table(`A log of ${events} events rebuilt beside ${writers.length} writers`, "events/s", {
        rebuild: rounds.map(({ perSecond }) => perSecond)
      }),
      table(`Durable edits by ${writers.length} writers: p99`, "ms", Object.fromEntries(values), [
        { of: "beside the rebuild", to: "without", is: "at most" }
      ]),
      table("The switch, from waiting for the log's head to unlocking it", "ms", { rebuild: switches.slice(1) })
    ]
  })
}
