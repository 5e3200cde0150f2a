import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { deserialize } from "node:v8"
import { zstdDecompressSync } from "node:zlib"
import { Effect, Schema } from "effect"

/** The content of a data folder. */
export const Cluster = Schema.Struct({
  /** Paths below the data folder, a folder before those in it. */
  folders: Schema.Array(Schema.String),
  /** Contents by path. */
  files: Schema.Record(Schema.String, Schema.Uint8Array)
})

/** Made by `scripts/clusterImage.ts`: V8's serialization of a `Cluster`, in which equal files stand once, compressed. */
export const imageFile = join(import.meta.dirname, "cluster.zst")

export const read = Effect.try(() => deserialize(zstdDecompressSync(readFileSync(imageFile)))).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(Cluster))
)

/**
 * Writes an empty database, as PGlite's `initdb` makes it, into an existing folder. `initdb` itself would take 5 s of processor
 * time and 1 GB of memory, and makes the same bytes each time. It writes synchronously, since nothing else runs at the start.
 */
export const unpack = Effect.fnUntraced(function* (directory: string) {
  const { folders, files } = yield* read
  yield* Effect.try(() => {
    for (const folder of folders) mkdirSync(join(directory, folder), { mode: 0o700 })
    for (const [path, content] of Object.entries(files)) writeFileSync(join(directory, path), content, { mode: 0o600 })
  })
})
