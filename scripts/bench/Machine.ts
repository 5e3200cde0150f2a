import { execFile } from "node:child_process"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import { promisify } from "node:util"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onDatabase } from "./Databases.ts"

/** The settings of PostgreSQL that are reported: its version, and those on which durability depends. */
const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"]

const setting = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<Record<string, string>>(`SHOW ${name}`)
  return [name, row?.[name] ?? "unknown"] as const
})

const commit = Effect.tryPromise(() => promisify(execFile)("git", ["describe", "--always", "--dirty"])).pipe(
  Effect.map(({ stdout }) => stdout.trim()),
  Effect.orElseSucceed(() => "unknown")
)

/** The conditions of a measurement: the machine, the commit, and the PostgreSQL at `url`. */
export const facts = Effect.fn("Machine.facts")(function* (url: string) {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    /** GiB */
    memory: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    /** The load average of the minute before, since other processes affect every value. */
    loadBefore: loadavg()[0] ?? 0,
    node: process.versions.node,
    postgres: Object.fromEntries(yield* Effect.forEach(settings, setting).pipe(onDatabase(url))),
    commit: yield* commit
  }
})

/** The conditions in one line. */
export const line = ({ postgres, loadBefore, ...machine }: Effect.Success<ReturnType<typeof facts>>): string =>
  `${machine.processor}, ${machine.cores} cores, ${machine.memory} GiB, ${machine.kernel}, ` +
  `load ${loadBefore.toFixed(1)} before; node ${machine.node}; PostgreSQL ${postgres.server_version}, ` +
  `fsync ${postgres.fsync}, synchronous_commit ${postgres.synchronous_commit}; ${machine.commit}`
