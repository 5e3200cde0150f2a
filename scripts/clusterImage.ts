import { writeFileSync } from "node:fs"
import { serialize } from "node:v8"
import { constants, zstdCompressSync } from "node:zlib"
import { Effect } from "effect"
import { type Cluster, imageFile } from "../src/sql/ClusterImage.ts"
import { initialCluster } from "./support/InitialCluster.ts"

/** Uses one array for files of equal content: V8 serializes an object once, and refers to it afterwards. */
const sharing = (files: (typeof Cluster.Type)["files"]) => {
  const known = new Map<string, Uint8Array>()
  return Object.fromEntries(
    Object.entries(files).map(([path, { content, size }]) => {
      const key = Buffer.from(content).toString("latin1")
      // A copy, since V8 serializes a view of a larger array with the whole array.
      const first = known.get(key) ?? Uint8Array.from(content)
      known.set(key, first)
      return [path, { content: first, size }]
    })
  )
}

const { folders, files } = await Effect.runPromise(initialCluster)
writeFileSync(
  imageFile,
  zstdCompressSync(serialize({ folders, files: sharing(files) }), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: 27
    }
  })
)
