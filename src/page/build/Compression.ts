import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect, FileSystem, Path } from "effect"

export interface Sizes {
  readonly name: string
  readonly bytes: number
  readonly gzip: number
  readonly br: number
  /** Loaded at every visit: the document, what it names, and workers; else when it is needed. */
  readonly isFirst: boolean
}

/** Files of text; images but SVG are compressed by themselves. */
const text = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/

const isFirst = (name: string, document: string): boolean => /Worker-[^/]*\.js$/.test(name) || document.includes(name)

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

const compressFile = Effect.fnUntraced(function* (folder: string, name: string, document: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(folder, name)
  const content = yield* fs.readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length
  }
  const [gz, br] = yield* Effect.promise(() =>
    Promise.all([toGzip(content, { level: constants.Z_BEST_COMPRESSION }), toBrotli(content, { params })])
  )
  yield* fs.writeFile(`${file}.gz`, gz)
  yield* fs.writeFile(`${file}.br`, br)
  const sizes: Sizes = { name, bytes: content.length, gzip: gz.length, br: br.length, isFirst: isFirst(name, document) }
  return sizes
})

/** Puts a `.gz` and a `.br` beside every file of text below a folder; gives their sizes in bytes, by name. */
export const compress = Effect.fn("Page.compress")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* fs.readDirectory(folder, { recursive: true })
  const document = yield* fs.readFileString(path.join(folder, "index.html"))
  return yield* Effect.forEach(names.filter((name) => text.test(name)).sort(), (name) =>
    compressFile(folder, name, document)
  )
})
