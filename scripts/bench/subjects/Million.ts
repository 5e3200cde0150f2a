import { randomInt } from "node:crypto"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import * as Contender from "../contenders/Contender.ts"
import { stores } from "../Databases.ts"
import { generate, principleId } from "../Generate.ts"
import * as Load from "../load/Load.ts"
import { runNode } from "../NodeProcess.ts"
import { mebibyte, residentBytes } from "../ProcessFigures.ts"
import { type Aim, atLeast, atMost, type Row, type RunContext, type Subject } from "../Subject.ts"
import { numbers } from "../Team.ts"
import { requireValid } from "../Validity.ts"
import * as Writer from "../Writer.ts"

const teams = 500
const connections = 64

/** The heap of a command, in MiB, however long the log is. */
const heapOfCommand = 512

/** The events after the newest checkpoint, which a start must fold: nearly as many as there can be. */
const eventsAfterCheckpoint = 900

/** Writes a log with the checkpoints of a server; gives the size of its tables for each event. */
const write = Effect.fnUntraced(function* (events: number) {
  const checkpoints = yield* Checkpoints
  yield* generate(startOfLog, events, {
    teams,
    stop: events - eventsAfterCheckpoint,
    appended: (position) => (position.state.sequenceNumber < events ? checkpoints.save(position) : Effect.void)
  })
  const sql = yield* SqlClient.SqlClient
  const [size] = yield* sql<{ readonly bytes: number }>`
    SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes
    FROM unnest(ARRAY['events', 'associations', 'checkpoints', 'checkpoint_parts']) AS name`
  return (size?.bytes ?? 0) / events
}, Effect.orDie)

/** Measures a log through a server on it. Times in milliseconds. */
const served = Effect.fnUntraced(function* (url: string, events: number, seconds: number) {
  // The first start creates the admin, which costs a hash; later starts do not.
  yield* Effect.scoped(Contender.service({ DATABASE_URL: url }))
  const server = yield* Contender.ours({ DATABASE_URL: url })
  const resident = (yield* residentBytes(server.pid)) / mebibyte
  /** The 99th percentile of answers that are read one after the other. */
  const readTime = Effect.fnUntraced(function* (requests: number, path: () => string) {
    const paths = numbers(requests).map(() => `/api/history/${path()}`)
    const load = { connections: 1, requests, milliseconds: Number.POSITIVE_INFINITY }
    const exchanges = Load.reading(server, paths)
    return (yield* Load.run(paths[0] ?? "", { ...server, ...load, exchanges })).times.p99
  })
  const entityPage = yield* readTime(2_000, () => `entity/${principleId(0)}?limit=100`)
  const logPage = yield* readTime(2_000, () => `all?from=${randomInt(101, events)}`)
  const preview = yield* readTime(100, () => `preview?sequenceNumber=${randomInt(1, events)}`)
  const [restore, seen] = yield* Effect.timed(
    Writer.write(server, "restore_history", { sequenceNumber: Math.floor(events / 2) })
  )
  const targetIds = numbers(teams * 25).map(principleId)
  const exchanges = Load.editing(server, { targetIds, connections, label: "Edited", seen })
  const load = { ...server, connections, milliseconds: seconds * 1_000, exchanges }
  const writes = (yield* Load.run("edits", load)).perSecond
  const { startedIn } = server
  return { startedIn, resident, entityPage, logPage, preview, restore: Duration.toMillis(restore), writes }
}, Effect.scoped)

/** Runs an admin command with a small heap; gives the events of the log per second. */
const command = Effect.fnUntraced(function* (url: string, line: ReadonlyArray<string>, events: number) {
  const args = [`--max-old-space-size=${heapOfCommand}`, "scripts/admin.ts", ...line]
  const run = runNode(args, { PATH: process.env.PATH, DATABASE_URL: url }, "ignore")
  const [took, code] = yield* Effect.timed(Effect.orDie(run))
  yield* requireValid(code === 0, `${line.join(" ")} ended with ${code}.`)
  return events / Duration.toSeconds(took)
})

/** All figures of a log that is written to an empty database. */
const measured = Effect.fnUntraced(function* ({ database, say, scale }: RunContext, events: number) {
  const url = yield* database("million")
  const bytes = yield* write(events).pipe(Effect.provide(stores(url)))
  yield* say(`${events} events written`)
  const verify = yield* command(url, ["history", "verify"], events)
  const exported = yield* command(url, ["log", "export"], events)
  yield* say(`${events} events verified and exported`)
  const readAndWritten = yield* served(url, events, 3 * scale.seconds)
  yield* say(`${events} events read and written by a server`)
  const rebuild = yield* command(url, ["history", "rebuild"], events)
  return { bytes, ...readAndWritten, verify, exported, rebuild }
})

export const million: Subject = {
  name: "million",
  about:
    "A log of 10,000,000 events: size, start, histories, time travel, rebuild, verify, export, and writes beside a log of 100,000",
  measure: Effect.fnUntraced(function* (stage) {
    const [few, many] = stage.scale.quick ? [30_000, 60_000] : [100_000, 10_000_000]
    const [short, long] = [yield* measured(stage, few), yield* measured(stage, many)]
    const row = (title: string, unit: string, value: number, aim?: Aim): Row => {
      return { title, unit, values: [value], ...(aim && { aim }) }
    }
    const inHeap = `with ${heapOfCommand} MiB of heap`
    const beside = { name: `${few} events`, values: [short.writes] }
    return [
      row("An event with all that is kept for it", "bytes", long.bytes),
      row("Start from a checkpoint and 900 events", "ms", long.startedIn, atMost(3_000)),
      row("Memory after the start", "MiB", long.resident),
      row("First page of a long entity history, p99", "ms", long.entityPage, atMost(20)),
      row("A page of the global log, p99", "ms", long.logPage, atMost(20)),
      row("Preview of a restore of all, p99", "ms", long.preview, atMost(1_000)),
      row(`A restore of all ${teams} teams`, "ms", long.restore, atMost(3_000)),
      { ...row(`Edits by ${connections} writers`, "edits/s", long.writes, atLeast(0.87)), beside },
      row(`Verify, ${inHeap}`, "events/s", long.verify),
      row(`Export, ${inHeap}`, "events/s", long.exported),
      row(`Rebuild, ${inHeap}`, "events/s", long.rebuild)
    ]
  })
}
