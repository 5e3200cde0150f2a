import { spawn } from "node:child_process"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { Duration, Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { dataFolder } from "../../support/Calls.ts"
import type { ChildFailed } from "../Child.ts"
import { type LogPlace, storesAt } from "../Databases.ts"
import { principleId, teamId } from "../Generate.ts"
import { type InvalidRun, requireValid } from "../InvalidRun.ts"
import { hotPrinciple, writeLongLog } from "../LongLog.ts"
import * as Turns from "../load/Turns.ts"
import { mebibyte, residentBytes } from "../ProcessFigures.ts"
import * as Server from "../Server.ts"
import { type Aim, type RunContext, type Subject, table } from "../Subject.ts"
import { numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

/** The number of events of the long logs. Without events on a database, that one is left out. */
export interface LongLogs {
  readonly postgres: number
  readonly embedded: number
}

const shortLog = 100_000
const teams = 500
const writers = 64

/** The heap of a command, in MiB, however long the log is. */
const heapOfCommand = 512

const perSecond = "events/s"
const atMost = (bound: number) => ({ is: "at most", bound }) as const

/** The title, the unit and the aim of each figure; with `toShort` for the ratio to the short log on the same database. */
const rows = {
  written: { title: "Written in batches, with checkpoints", unit: perSecond },
  bytes: { title: "An event with all that is kept for it", unit: "bytes" },
  total: { title: "The whole log", unit: "MiB" },
  startedIn: { title: "Start from a checkpoint and 900 events", unit: "ms", aim: atMost(3_000) },
  resident: { title: "Memory after the start", unit: "MiB" },
  entityPage: { title: "First page of a long entity history, p99", unit: "ms", aim: atMost(20) },
  logPage: { title: "A page of the global log, p99", unit: "ms", aim: atMost(20) },
  preview: { title: "Preview of a team's restore, p99", unit: "ms", aim: atMost(1_000) },
  wholePreview: { title: "Preview of a restore of all, p99", unit: "ms", aim: atMost(1_000) },
  writes: {
    title: `Edits by ${writers} writers`,
    unit: "edits/s",
    aim: { is: "at least", bound: 0.87 },
    toShort: true
  },
  verify: { title: `Verify, with ${heapOfCommand} MiB of heap`, unit: perSecond },
  export: { title: `Export, with ${heapOfCommand} MiB of heap`, unit: perSecond },
  rebuild: { title: `Rebuild, with ${heapOfCommand} MiB of heap`, unit: perSecond }
} satisfies Record<string, Row>

interface Row {
  readonly title: string
  readonly unit: string
  readonly aim?: Pick<Aim, "is"> & { readonly bound: number }
  readonly toShort?: boolean
}

type Figures = { readonly [Name in keyof typeof rows]: number }

/** A log, and its column in the tables. */
interface MeasuredLog {
  readonly name: string
  readonly events: number
  readonly place: Effect.Effect<LogPlace, InvalidRun, Scope.Scope>
}

/** Writes a log; gives events per second, and the size of its tables. */
const write = Effect.fnUntraced(function* (events: number) {
  const [took] = yield* Effect.timed(writeLongLog({ events, teams }))
  const sql = yield* SqlClient.SqlClient
  const [size] = yield* sql<{ readonly bytes: number }>`
    SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes
    FROM unnest(ARRAY['events', 'associations', 'checkpoints', 'checkpoint_parts']) AS name`
  const bytes = size?.bytes ?? 0
  return { written: events / Duration.toSeconds(took), bytes: bytes / events, total: bytes / mebibyte }
}, Effect.orDie)

/** The n-th of a sequence of numbers from 0 to below 1, spread evenly and the same in each run. */
const evenly = (n: number): number => (n * 0.618_033_988_749_895) % 1

/** Measures a log through a server on it. Times in milliseconds. */
const served = Effect.fnUntraced(function* (place: LogPlace, events: number, seconds: number) {
  // The first start creates the admin, which costs a hash; later starts do not.
  yield* Effect.scoped(Server.start(place))
  const { url, startedIn, pid } = yield* Server.start(place)
  const writer = yield* Writer.admin(url)
  const resident = (yield* residentBytes(pid)) / mebibyte
  const process = yield* Turns.startLoad
  /** The 99th percentile of pages that are read one after the other. */
  const readTime = Effect.fnUntraced(function* (count: number, path: (n: number) => string) {
    const paths = numbers(count).map((n) => `/api/history/${path(n)}`)
    const load = { ...writer, connections: 1, requests: count, reads: { paths }, milliseconds: 600_000 }
    return (yield* Turns.load(process, paths[0] ?? "", load)).reads.p99
  })
  const moment = (n: number) => 1 + Math.floor(evenly(n) * (events - 1))
  const entityPage = yield* readTime(2_000, () => `entity/${hotPrinciple}?limit=100`)
  const logPage = yield* readTime(2_000, (n) => `all?from=${100 + Math.floor(evenly(n) * (events - 100))}`)
  const ofTeam = (n: number) => `sequenceNumber=${teams + (moment(n) % (events - teams))}&teamId=${teamId(n % teams)}`
  const preview = yield* readTime(100, (n) => `preview?${ofTeam(n)}`)
  const wholePreview = yield* readTime(100, (n) => `preview?sequenceNumber=${moment(n)}`)
  const targetIds = numbers(teams * 25).map(principleId)
  const edits = { eventType: "update_principle_title", targetIds, lastSeenSequence: events, label: "Edited" } as const
  const load = { ...writer, connections: writers, milliseconds: seconds * 1_000, edits }
  const writes = Turns.perSecond(yield* Turns.load(process, "edits", load))
  return { startedIn, resident, entityPage, logPage, preview, wholePreview, writes }
}, Effect.scoped)

/** Runs an admin command with a small heap; gives the events of the log per second. */
const command = Effect.fnUntraced(function* (place: LogPlace, line: ReadonlyArray<string>, events: number) {
  const run = Effect.callback<number | null>((resume) => {
    const args = [`--max-old-space-size=${heapOfCommand}`, "scripts/admin.ts", ...line]
    const env = { PATH: process.env.PATH, ...place }
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] })
    child.once("close", (code) => resume(Effect.succeed(code)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
  const [took, code] = yield* Effect.timed(run)
  yield* requireValid(code === 0, `${line.join(" ")} ended with ${code}.`)
  return events / Duration.toSeconds(took)
})

const figuresOf = Effect.fnUntraced(function* (
  { say, scale }: RunContext,
  { name, events, place: found }: MeasuredLog
): Effect.fn.Return<Figures, InvalidRun | ChildFailed, Scope.Scope | NodeServices.NodeServices> {
  const place = yield* found
  const written = yield* write(events).pipe(Effect.provide(storesAt(place)))
  yield* say(`${name}: ${events} events written`)
  const verify = yield* command(place, ["history", "verify"], events)
  const exported = yield* command(place, ["log", "export"], events)
  yield* say(`${name}: verified and exported`)
  const figures = yield* served(place, events, 3 * scale.seconds)
  yield* say(`${name}: read and written by a server`)
  const rebuild = yield* command(place, ["history", "rebuild"], events)
  return { ...written, ...figures, verify, export: exported, rebuild }
}, Effect.scoped)

const columnName = ({ name }: MeasuredLog, events: number): string => `${name}, ${events.toLocaleString("en-US")}`

/** Measures logs of `longLogs` events beside short ones: a table for each figure, with a row for each log. */
export const million = (longLogs: LongLogs): Subject => ({
  name: "million",
  about:
    "Logs of 10,000,000 events on PostgreSQL and 1,000,000 on the embedded database beside logs of 100,000: size, start, " +
    "histories, time travel, rebuild, verify, export, writes",
  measure: Effect.fnUntraced(function* (stage) {
    const [short, most] = stage.scale.quick ? [30_000, 60_000] : [shortLog, Number.POSITIVE_INFINITY]
    const onPostgres = Effect.map(
      Effect.suspend(() => stage.database("million")),
      (url): LogPlace => ({ DATABASE_URL: url })
    )
    const embedded = Effect.map(dataFolder, (folder): LogPlace => ({ DATA_DIR: folder }))
    const long: ReadonlyArray<MeasuredLog> = [
      { name: "PostgreSQL", events: Math.min(longLogs.postgres, most), place: onPostgres },
      { name: "embedded", events: Math.min(longLogs.embedded, most), place: embedded }
    ].filter(({ events }) => events > 0)
    const columns: Array<readonly [string, Figures]> = []
    for (const log of long) {
      for (const events of [short, log.events]) {
        columns.push([columnName(log, events), yield* figuresOf(stage, { ...log, events })])
      }
    }
    return Object.entries<Row>(rows).map(([key, { title, unit, aim, toShort = false }]) => {
      const values = columns.map(([name, figures]) => [name, [figures[key as keyof Figures]]])
      const aims = long.flatMap((log): ReadonlyArray<Aim> => {
        const of = columnName(log, log.events)
        if (aim === undefined) return []
        return [toShort ? { of, to: columnName(log, short), ...aim } : { of, ...aim }]
      })
      return table(title, unit, Object.fromEntries(values), aims)
    })
  })
})
