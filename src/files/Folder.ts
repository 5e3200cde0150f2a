import { Effect, FileSystem, Path, type PlatformError } from "effect"

/** In the file system's terms: for its owner only. */
const mode = 0o700

const makeAbsolute: (
  folder: string
) => Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (folder) {
    const fs = yield* FileSystem.FileSystem
    const parent = (yield* Path.Path).dirname(folder)
    const make = fs.makeDirectory(folder, { mode })
    const isFolder = Effect.map(fs.stat(folder), ({ type }) => type === "Directory")
    yield* Effect.catch(make, (error) => {
      if (error.reason._tag === "NotFound" && parent !== folder) return Effect.andThen(makeAbsolute(parent), make)
      if (error.reason._tag !== "AlreadyExists") return Effect.fail(error)
      return Effect.flatMap(isFolder, (is) => (is ? Effect.void : Effect.fail(error)))
    })
  }
)

/**
 * Makes a folder, unless it is there, with what is missing of its path, for its owner only. One level at a time: Node's own
 * recursive way never ends where the system says that a path does not exist although its parent does, as in /proc.
 */
export const make = (folder: string) => Effect.flatMap(Path.Path, (path) => makeAbsolute(path.resolve(folder)))

/** Makes a folder and writes into it: what the system says of its rights is not all that may stand in the way. */
export const tryWriting = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  yield* make(folder)
  yield* Effect.scoped(fs.makeTempFileScoped({ directory: folder, prefix: ".writable-" }))
})
