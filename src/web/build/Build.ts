import { Clock, Duration, Effect, FileSystem, Option, Path } from "effect"
import { distFolder } from "../../http/page/Page.ts"
import { PageNotBuilt } from "../../http/page/PageNotBuilt.ts"
import * as Sources from "../../http/page/Sources.ts"
import { bundle } from "./Bundle.ts"
import { compress } from "./Compression.ts"

/**
 * How long folders of other builds are kept. A server reads its folder at its start and a build takes seconds, so
 * nobody needs an older one. Keeping them for an hour saves a developer who switches branches a build each time.
 */
const keptFor = Duration.hours(1)

/**
 * Moves old pages, and what killed builds left behind, into the temporary folder. A rename is atomic, so a page that is
 * only partly removed is never taken for a complete one. Other processes may do the same at the same time.
 */
const moveOld = Effect.fnUntraced(function* (dist: string, hash: string, temporary: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const oldest = (yield* Clock.currentTimeMillis) - Duration.toMillis(keptFor)
  const moveIfOld = Effect.fnUntraced(function* (name: string) {
    const { mtime } = yield* fs.stat(path.join(dist, name))
    if (Option.exists(mtime, (time) => time.getTime() < oldest)) {
      yield* fs.rename(path.join(dist, name), path.join(temporary, name))
    }
  })
  const others = (yield* fs.readDirectory(dist)).filter((name) => name !== hash)
  yield* Effect.forEach(others, (name) => Effect.ignore(moveIfOld(name)), { discard: true })
})

/**
 * Builds the page. The folder gets its final name when it is complete and the sources still have the hash that is its
 * name. Of several builds at the same time one puts its folder there, and the others use it.
 */
export const build = Effect.fn("Page.build")(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const dist = distFolder(root)
  yield* fs.makeDirectory(dist, { recursive: true })
  const temporary = yield* fs.makeTempDirectoryScoped({ directory: dist, prefix: "building-" })
  const folder = path.join(temporary, "page")
  const hash = yield* Sources.hashOf(root)
  yield* bundle(root, folder)
  if ((yield* Sources.hashOf(root)) !== hash) {
    return yield* new PageNotBuilt({ message: "Its sources changed meanwhile. Try again." })
  }
  yield* compress(folder)
  const target = path.join(dist, hash)
  yield* Effect.catch(fs.rename(folder, target), (error) =>
    Effect.flatMap(fs.exists(target), (exists) => (exists ? Effect.void : Effect.fail(error)))
  )
  // The temporary folder is removed with the scope, and the old pages with it.
  yield* moveOld(dist, hash, temporary)
}, Effect.scoped)
