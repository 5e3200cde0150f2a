import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import type { Cluster } from "../../src/sql/ClusterImage.ts"
import { dataFolder } from "./Calls.ts"

/** Whether a file is one of PostgreSQL's caches of its catalogue, which it recreates when they are missing. */
const isCache = (path: string): boolean => path.endsWith("/pg_internal.init")

const trimmed = (bytes: Buffer) => {
  const content = bytes.subarray(0, 1 + bytes.findLastIndex((byte) => byte !== 0))
  return { content, size: bytes.length }
}

/** The files of a cluster that PGlite's `initdb` has just made, after a clean stop. */
export const initialCluster = Effect.gen(function* () {
  const folder = yield* dataFolder
  yield* Effect.promise(() => PGlite.create(folder).then((db) => db.close()))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")
  const files = entries.filter((entry) => entry.isFile()).map(pathOf)
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
  const kept = files.filter((path) => !isCache(path)).sort()
  return {
    folders: folders.sort(),
    files: Object.fromEntries(kept.map((path) => [path, trimmed(readFileSync(join(folder, path)))]))
  } satisfies typeof Cluster.Type
}).pipe(Effect.scoped)
