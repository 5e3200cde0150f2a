import { writeFileSync } from "node:fs"
import { serialize } from "node:v8"
import { constants, zstdCompressSync } from "node:zlib"
import { Effect } from "effect"
import { imageFile } from "../src/sql/ClusterImage.ts"
import { made } from "./support/InitialCluster.ts"

/** The same object for equal contents: V8 serializes an object once, and refers to it afterwards. */
const sharing = (files: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> => {
  const known = new Map<string, Uint8Array>()
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => {
      const key = Buffer.from(content).toString("latin1")
      // A plain array: a small Buffer is a view of a larger one, which would be serialized as a whole.
      const first = known.get(key) ?? Uint8Array.from(content)
      known.set(key, first)
      return [path, first]
    })
  )
}

const { folders, files } = await Effect.runPromise(made)
writeFileSync(
  imageFile,
  zstdCompressSync(serialize({ folders, files: sharing(files) }), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: 27
    }
  })
)
