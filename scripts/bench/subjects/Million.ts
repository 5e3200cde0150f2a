import type * as NodeServices from "@effect/platform-node/NodeServices"
import { Duration, Effect, type Scope } from "effect"
import { dataFolder } from "../../support/Calls.ts"
import * as Child from "../Child.ts"
import { type InvalidRun, requireValid } from "../InvalidRun.ts"
import { type LogPlace, storesAt } from "../LogStores.ts"
import { logSize } from "../million/LogSize.ts"
import { writeLongLog } from "../million/LongLog.ts"
import type { MaintenanceProtocol, Work, Worked } from "../million/MaintenanceProtocol.ts"
import { serverFigures } from "../million/ServerFigures.ts"
import { mebibyte } from "../ResidentMemory.ts"
import { type Aim, type RunContext, type Subject, type Table, table } from "../Subject.ts"

/** The number of events of the long logs. Without events on a database, that one is left out. */
export interface LongLogs {
  readonly postgres: number
  readonly embedded: number
}

const shortLog = 100_000

const teams = 500

interface Row {
  readonly title: string
  readonly unit: string
  /** The aim of a long log; with `toShort` for the ratio to the short log on the same database. */
  readonly aim?: { readonly is: Aim["is"]; readonly bound: number; readonly toShort?: boolean }
}

const perSecond = "events/s"
const atMost = (bound: number): NonNullable<Row["aim"]> => ({ is: "at most", bound })

/**
 * For memory that must not grow with the log: the batches in progress are as large on a short log. The state is not: it knows
 * every entity that ever existed. A task has the server's and the one that it folds.
 */
const flat: Row["aim"] = { is: "at most", bound: 1.25, toShort: true }

const rows = {
  written: { title: "Written in batches, with checkpoints", unit: perSecond },
  eventBytes: { title: "An event with its indexes", unit: "bytes" },
  bytes: { title: "An event with all that is kept for it", unit: "bytes" },
  total: { title: "The whole log", unit: "MiB" },
  startedIn: { title: "Start from a checkpoint and 900 events", unit: "ms", aim: atMost(3_000) },
  resident: { title: "Memory after the start", unit: "MiB" },
  entityPage: { title: "First page of a long entity history, p99", unit: "ms", aim: atMost(20) },
  firstEntityPages: { title: "The slowest of the first 100 such pages after a start", unit: "ms" },
  logPage: { title: "A page of the global log, p99", unit: "ms", aim: atMost(20) },
  firstLogPages: { title: "The slowest of the first 100 such pages", unit: "ms" },
  preview: { title: "Preview of a team's restore, p99", unit: "ms", aim: atMost(1_000) },
  wholePreview: { title: "Preview of a restore of all, p99", unit: "ms", aim: atMost(1_000) },
  writes: { title: "Edits by 64 writers", unit: "edits/s", aim: { is: "at least", bound: 1 / 1.15, toShort: true } },
  state: { title: "The state", unit: "MiB" },
  rebuild: { title: "Rebuild", unit: perSecond },
  rebuildPeak: { title: "Rebuild, peak of memory", unit: "MiB" },
  rebuildLive: { title: "Rebuild, heap without garbage and two states", unit: "MiB", aim: flat },
  verify: { title: "Verify", unit: perSecond },
  verifyPeak: { title: "Verify, peak of memory", unit: "MiB" },
  verifyLive: { title: "Verify, heap without garbage and two states", unit: "MiB", aim: flat },
  export: { title: "Export", unit: perSecond },
  exportPeak: { title: "Export, peak of memory", unit: "MiB" },
  exportLive: { title: "Export, heap without garbage and two states", unit: "MiB", aim: flat }
} satisfies Record<string, Row>

type Figures = { readonly [Name in keyof typeof rows]: number }

/** A database, and the name that the titles of its columns begin with. */
interface MeasuredLog {
  readonly name: string
  readonly events: number
  readonly place: Effect.Effect<LogPlace, InvalidRun, Scope.Scope>
}

/** Writes a log; gives events per second, and the sizes of its tables. */
const write = Effect.fnUntraced(function* ({ name, events }: MeasuredLog, say: RunContext["say"]) {
  const step = Math.max(shortLog, events / 10)
  let reported = 0
  const progress = (done: number) => {
    if (done < reported + step) return Effect.void
    reported = done
    return say(`${name}: ${done} events written`)
  }
  const [took] = yield* Effect.timed(writeLongLog({ events, teams }, progress))
  return { written: events / Duration.toSeconds(took), size: yield* logSize }
}, Effect.orDie)

/** Does a task in a process of its own. */
const worked = Effect.fnUntraced(function* (task: keyof MaintenanceProtocol, work: Work, events: number) {
  const child = yield* Child.start<MaintenanceProtocol>(
    task,
    new URL("../million/maintenanceProcess.ts", import.meta.url)
  )
  const done: Worked = yield* child.ask(task, work, "3 hours")
  yield* requireValid(done.events >= events, `${task} read ${done.events} events.`)
  return done
}, Effect.scoped)

/** Does a task twice: watching the heap changes its speed and its peak of memory. */
const maintenance = Effect.fnUntraced(function* (place: LogPlace, task: keyof MaintenanceProtocol, events: number) {
  const { events: done, seconds, peak } = yield* worked(task, { place, isHeapWatched: false }, events)
  const { live, state } = yield* worked(task, { place, isHeapWatched: true }, events)
  const besides = (live - 2 * state) / mebibyte
  return { perSecond: done / seconds, peak: peak / mebibyte, besides, state: state / mebibyte }
})

const figuresOf = Effect.fnUntraced(function* (
  { say, scale }: RunContext,
  home: MeasuredLog
): Effect.fn.Return<Figures, InvalidRun | Child.ChildFailed, Scope.Scope | NodeServices.NodeServices> {
  const { name, events } = home
  const place = yield* home.place
  const { written, size } = yield* write(home, say).pipe(Effect.provide(storesAt(place)))
  const all = size.events + size.associations + size.checkpoints
  const served = yield* serverFigures(place, { events, teams }, 3 * scale.seconds)
  yield* say(`${name}: read and written by a server`)
  const measureTask = (task: keyof MaintenanceProtocol) =>
    Effect.tap(maintenance(place, task, events), ({ perSecond }) =>
      say(`${name}: ${task}, ${perSecond.toFixed(0)} events/s`)
    )
  const [verify, exporting, rebuild] = [
    yield* measureTask("verify"),
    yield* measureTask("export"),
    yield* measureTask("rebuild")
  ]
  return {
    ...served,
    resident: served.resident / mebibyte,
    written,
    eventBytes: size.events / events,
    bytes: all / events,
    total: all / mebibyte,
    state: rebuild.state,
    rebuild: rebuild.perSecond,
    rebuildPeak: rebuild.peak,
    rebuildLive: rebuild.besides,
    verify: verify.perSecond,
    verifyPeak: verify.peak,
    verifyLive: verify.besides,
    export: exporting.perSecond,
    exportPeak: exporting.peak,
    exportLive: exporting.besides
  }
}, Effect.scoped)

const columnName = ({ name, events }: MeasuredLog): string => `${name}, ${events.toLocaleString("en-US")}`

/** A table for each figure, with a column for each log. */
const tablesOf = (
  columns: ReadonlyArray<readonly [MeasuredLog, Figures]>,
  long: ReadonlyArray<MeasuredLog>,
  short: number
): ReadonlyArray<Table> =>
  Object.entries<Row>(rows).map(([key, { title, unit, aim }]) =>
    table(
      title,
      unit,
      Object.fromEntries(columns.map(([home, figures]) => [columnName(home), [figures[key as keyof Figures]]])),
      aim === undefined
        ? []
        : long.map((home): Aim => {
            const { is, bound, toShort = false } = aim
            const of = columnName(home)
            return toShort ? { of, to: columnName({ ...home, events: short }), is, bound } : { of, is, bound }
          })
    )
  )

/** Measures logs of `longLogs` events beside short ones. */
export const million = (longLogs: LongLogs): Subject => ({
  name: "million",
  about:
    "Logs of 10,000,000 events on PostgreSQL and 1,000,000 on the embedded database beside logs of 100,000: size, start, " +
    "histories, time travel, rebuild, verify, export, writes",
  sideBySide: true,
  measure: Effect.fnUntraced(function* (stage) {
    const lengths = stage.scale.quick ? { postgres: 60_000, embedded: 40_000 } : longLogs
    const short = stage.scale.quick ? 30_000 : shortLog
    const onPostgres = Effect.map(
      Effect.suspend(() => stage.database("million")),
      (url): LogPlace => ({ DATABASE_URL: url })
    )
    const embedded = Effect.map(dataFolder, (folder): LogPlace => ({ DATA_DIR: folder }))
    const homes = [
      { name: "PostgreSQL", long: lengths.postgres, place: onPostgres },
      { name: "embedded", long: lengths.embedded, place: embedded }
    ]
    const columns: Array<readonly [MeasuredLog, Figures]> = []
    const long: Array<MeasuredLog> = []
    for (const { name, long: events, place } of homes) {
      if (events === 0) continue
      long.push({ name, place, events })
      for (const length of [short, events]) {
        const home = { name, place, events: length }
        columns.push([home, yield* figuresOf(stage, home)])
      }
    }
    return tablesOf(columns, long, short)
  })
})
