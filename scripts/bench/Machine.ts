import { execFileSync } from "node:child_process"
import { cpus, loadavg, release } from "node:os"
import { Effect } from "effect"
import { rowsOf } from "./Databases.ts"

/** The settings of PostgreSQL that are reported: its version, and those on which durability depends. */
const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"]

/** The conditions of a measurement: the commit, the machine and its load before, and the PostgreSQL at `url`. */
export const conditions = Effect.fn("Machine.conditions")(function* (url: string) {
  const postgres = yield* Effect.forEach(settings, (name) =>
    Effect.map(rowsOf<Record<string, string>>(url, `SHOW ${name}`), ([row]) => `${name} ${row?.[name]}`)
  )
  const commit = yield* Effect.try(() => execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }))
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}`
  const load = `load ${loadavg()[0]?.toFixed(1)} before`
  return [commit.trim(), machine, load, `node ${process.versions.node}`, ...postgres].join(", ")
}, Effect.orDie)
