import { readFileSync } from "node:fs"
import { deserialize } from "node:v8"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as ClusterImage from "../../src/sql/ClusterImage.ts"

/** Files that contain the time and a random number. */
const differ: ReadonlySet<string> = new Set(["global/pg_control", "pg_wal/000000010000000000000001"])

it.effect(
  "the stored empty cluster equals what this version of PGlite makes (scripts/clusterImage.ts makes a new one)",
  () =>
    Effect.gen(function* () {
      const image = yield* ClusterImage.read
      const cluster: typeof ClusterImage.Cluster.Type = deserialize(readFileSync(inject("initialCluster")))
      assert.deepStrictEqual(image.folders, cluster.folders)
      assert.sameMembers(Object.keys(image.files), Object.keys(cluster.files))
      const changed = Object.entries(cluster.files).filter(([path, { content, size }]) => {
        const other = image.files[path] ?? assert.fail(`no ${path}`)
        return other.size !== size || (!differ.has(path) && Buffer.compare(content, other.content) !== 0)
      })
      assert.deepStrictEqual(
        changed.map(([path]) => path),
        []
      )
    })
)
