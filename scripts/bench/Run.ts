import { execFileSync } from "node:child_process"
import { cpus, loadavg, release } from "node:os"
import { Console, Effect } from "effect"
import { failed } from "../admin/Failure.ts"
import { server } from "../support/PostgresServer.ts"
import * as Databases from "./Databases.ts"
import * as Report from "./Report.ts"
import type { RunContext, Scale, Subject } from "./Subject.ts"

/** The settings of PostgreSQL that are reported: its version, and those on which durability depends. */
const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"]

/** The conditions of a measurement: the commit, the machine and its load before, and the PostgreSQL at `url`. */
const conditions = Effect.fn("Run.conditions")(function* (url: string) {
  const postgres = yield* Effect.forEach(settings, (name) =>
    Effect.map(Databases.rowsOf<Record<string, string>>(url, `SHOW ${name}`), ([row]) => `${name} ${row?.[name]}`)
  )
  const commit = yield* Effect.try(() => execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }))
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}`
  const load = `load ${loadavg()[0]?.toFixed(1)} before`
  return [commit.trim(), machine, load, `node ${process.versions.node}`, ...postgres].join(", ")
}, Effect.orDie)

/** Measures the subjects one after the other, on a PostgreSQL server that is started for this run; gives all rows. */
export const measured = Effect.fn("Run.measured")(function* (scale: Scale, subjects: ReadonlyArray<Subject>) {
  const { url } = yield* server
  let databases = 0
  const stage: RunContext = {
    scale,
    database: (name) => Databases.create(url, `${name}_${++databases}`),
    say: (line) => Console.error(line)
  }
  yield* stage.say(yield* conditions(url))
  const rows = yield* Effect.forEach(subjects, ({ name, about, measure }) =>
    Effect.andThen(stage.say(`${name}: ${about}`), Effect.scoped(measure(stage)))
  )
  return rows.flat().map(Report.judge)
}, Effect.scoped)

/** Fails with the titles of the rows whose aim is missed. */
export const requireMet = (rows: ReadonlyArray<Report.JudgedRow>) => {
  const missed = rows.filter(({ met }) => !met).map(({ title }) => title)
  return missed.length === 0 ? Effect.void : failed(`Missed aims: ${missed.join("; ")}.`)
}
