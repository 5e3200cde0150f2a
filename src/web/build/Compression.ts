import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect, FileSystem, Path } from "effect"

/** Text files. Images other than SVG are already compressed. */
const compressible = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

const compressFile = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const content = yield* fs.readFile(file)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length
  }
  const [gz, br] = yield* Effect.promise(() =>
    Promise.all([toGzip(content, { level: constants.Z_BEST_COMPRESSION }), toBrotli(content, { params })])
  )
  yield* fs.writeFile(`${file}.gz`, gz)
  yield* fs.writeFile(`${file}.br`, br)
})

/** Writes a `.gz` and a `.br` beside every text file below a folder. */
export const compress = Effect.fn("Page.compress")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = (yield* fs.readDirectory(folder, { recursive: true })).filter((name) => compressible.test(name))
  yield* Effect.forEach(names, (name) => compressFile(path.join(folder, name)), { discard: true })
})
