import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { SqlClient } from "effect/sql"
import { on } from "./Databases.ts"

/** What PostgreSQL is asked about itself: its version, and what makes a commit durable. */
const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"] as const

const packages = ["effect", "@effect/platform-node", "@effect/sql-pg", "fastify", "pg"] as const

const require = createRequire(import.meta.url)

/** As installed; the package.json of some packages is not among their exports. */
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

/** What measured values depend on: the machine, what is installed, the source, and the PostgreSQL of that URL. */
export const facts = Effect.fn("Machine.facts")(function* (url: string) {
  const [first] = cpus()
  return {
    processor: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    /** GiB */
    memory: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    /** How many processes wanted the processor in the minute before: what others do here is in every value. */
    loadBefore: loadavg()[0] ?? 0,
    versions: { node: process.versions.node, ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])) },
    postgres: Object.fromEntries(yield* Effect.forEach(settings, setting).pipe(on(url))),
    git: yield* git
  }
})

export type Facts = Effect.Success<ReturnType<typeof facts>>

/** In a line, as it is told above the tables. */
export const line = ({ processor, cores, memory, kernel, loadBefore, versions, postgres, git }: Facts): string =>
  `${processor}, ${cores} cores, ${memory} GiB, ${kernel}, load ${loadBefore.toFixed(1)} before; node ${versions.node}; PostgreSQL ${postgres.server_version}, ` +
  `fsync ${postgres.fsync}, synchronous_commit ${postgres.synchronous_commit}, ` +
  `full_page_writes ${postgres.full_page_writes}; ${git.commit.slice(0, 12)}${git.clean ? "" : " with changes"}`
