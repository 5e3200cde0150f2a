import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { deserialize } from "node:v8"
import { zstdDecompressSync } from "node:zlib"
import { Effect, Schema } from "effect"

/** The content of a data folder. */
export const Cluster = Schema.Struct({
  /** Paths below the data folder; each folder comes before its subfolders. */
  folders: Schema.Array(Schema.String),
  /** By path: the content without the zeros at its end, and the size including them. */
  files: Schema.Record(Schema.String, Schema.Struct({ content: Schema.Uint8Array, size: Schema.Int }))
})

type File = (typeof Cluster.Type)["files"][string]

/** Made by `scripts/clusterImage.ts`: a compressed V8 serialization of a `Cluster` that has equal files only once. */
export const imageFile = join(import.meta.dirname, "cluster.zst")

export const read = Effect.try(() => deserialize(zstdDecompressSync(readFileSync(imageFile)))).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(Cluster))
)

const zeros = new Uint8Array(65_536)

/** Writes the zeros too, because PostgreSQL relies on the allocated space of its write-ahead log. */
const writeFile = (path: string, { content, size }: File): void => {
  const file = openSync(path, "wx", 0o600)
  writeFileSync(file, content)
  for (let at = content.length; at < size; at += zeros.length) writeFileSync(file, zeros.subarray(0, size - at))
  closeSync(file)
}

/**
 * Writes an empty database, as PGlite's `initdb` makes it, into an existing folder. `initdb` itself would take 5 s of
 * processor time and 1 GB of memory, and makes the same bytes each time. It writes synchronously, since nothing else
 * runs at the start.
 */
export const unpack = Effect.fnUntraced(function* (directory: string) {
  const { folders, files } = yield* read
  yield* Effect.try(() => {
    for (const folder of folders) mkdirSync(join(directory, folder), { mode: 0o700 })
    for (const [path, file] of Object.entries(files)) writeFile(join(directory, path), file)
  })
})
