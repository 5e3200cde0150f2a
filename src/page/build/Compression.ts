import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect, FileSystem, Path } from "effect"

export interface Sizes {
  readonly name: string
  readonly bytes: number
  readonly gzip: number
  readonly br: number
  /**
   * Whether every visit loads it: the document, the files it names, and workers. Other files are loaded when needed.
   */
  readonly isInitial: boolean
}

/** Text files. Images other than SVG are already compressed. */
const compressible = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/

const isInitial = (name: string, document: string): boolean => /Worker-[^/]*\.js$/.test(name) || document.includes(name)

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
  const sizes: Sizes = {
    name,
    bytes: content.length,
    gzip: gz.length,
    br: br.length,
    isInitial: isInitial(name, document)
  }
  return sizes
})

/** Writes a `.gz` and a `.br` beside every text file below a folder, and gives the sizes in bytes, sorted by name. */
export const compress = Effect.fn("Page.compress")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* fs.readDirectory(folder, { recursive: true })
  const document = yield* fs.readFileString(path.join(folder, "index.html"))
  return yield* Effect.forEach(names.filter((name) => compressible.test(name)).sort(), (name) =>
    compressFile(folder, name, document)
  )
})
