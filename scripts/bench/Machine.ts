import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { SqlClient } from "effect/sql"
import { onDatabase } from "./Databases.ts"

/** The settings of PostgreSQL that are reported: its version, and those on which durability depends. */
const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"] as const

const packages = ["effect", "@effect/platform-node", "@effect/sql-pg", "fastify", "pg"] as const

const require = createRequire(import.meta.url)

/** The installed version. It is read from the file, since some packages do not export their package.json. */
const versionOf = (name: string): string => {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return String(JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8")).version)
    } catch {}
  }
  return "not installed"
}

const setting = Effect.fnUntraced(function* (name: (typeof settings)[number]) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<Record<string, string>>(`SHOW ${name}`)
  return [name, row?.[name] ?? "unknown"] as const
})

const git = Effect.gen(function* () {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const commit = yield* spawner.string(ChildProcess.make("git", ["rev-parse", "HEAD"]))
  const changes = yield* spawner.string(ChildProcess.make("git", ["status", "--porcelain"]))
  return { commit: commit.trim(), clean: changes.trim() === "" }
}).pipe(Effect.orElseSucceed(() => ({ commit: "unknown", clean: false })))

/** The conditions of a measurement: the machine, the installed packages, the commit, and the PostgreSQL at `url`. */
export const facts = Effect.fn("Machine.facts")(function* (url: string) {
  const [first] = cpus()
  return {
    processor: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    /** GiB */
    memory: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    /** The load average of the minute before, since other processes affect every value. */
    loadBefore: loadavg()[0] ?? 0,
    versions: { node: process.versions.node, ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])) },
    postgres: Object.fromEntries(yield* Effect.forEach(settings, setting).pipe(onDatabase(url))),
    git: yield* git
  }
})

type Facts = Effect.Success<ReturnType<typeof facts>>

/** The conditions in one line. */
export const line = ({ processor, cores, memory, kernel, loadBefore, versions, postgres, git }: Facts): string =>
  `${processor}, ${cores} cores, ${memory} GiB, ${kernel}, load ${loadBefore.toFixed(1)} before; node ${versions.node}; PostgreSQL ${postgres.server_version}, ` +
  `fsync ${postgres.fsync}, synchronous_commit ${postgres.synchronous_commit}, ` +
  `full_page_writes ${postgres.full_page_writes}; ${git.commit.slice(0, 12)}${git.clean ? "" : " with changes"}`
