import { Effect, FileSystem, Option, Path } from "effect"

/** The id of the user of this process; undefined where the system has none. */
const ownId = (): number | undefined => process.getuid?.()

const ownerOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return Option.flatMap(yield* Effect.option(fs.stat(path)), ({ uid }) => uid)
})

/**
 * Why root must not use this data folder: its database, or the folder itself before there is one, is another user's, who could
 * not open the files that root would leave. None for other users, whom the system refuses what they may not do.
 */
export const refusal = Effect.fnUntraced(function* (dataDir: string) {
  if (ownId() !== 0) return Option.none<string>()
  const path = yield* Path.Path
  const database = yield* ownerOf(path.join(dataDir, "postgres"))
  const owner = Option.isSome(database) ? database : yield* ownerOf(dataDir)
  return Option.map(
    Option.filter(owner, (id) => id !== 0),
    (id) =>
      `The data folder ${dataDir} belongs to the user with id ${id}, who could not open what root leaves there. ` +
      `Do this as that user, such as with sudo -u '#${id}'.`
  )
})

/** Names a file in a folder that belongs to another user than this process's. */
export const foreignFile = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const own = ownId()
  const names = yield* Effect.orElseSucceed(fs.readDirectory(folder, { recursive: true }), () => [])
  for (const name of own === undefined ? [] : names) {
    const owner = yield* ownerOf(path.join(folder, name))
    if (Option.isSome(owner) && owner.value !== own) return Option.some({ name, owner: owner.value })
  }
  return Option.none()
})
