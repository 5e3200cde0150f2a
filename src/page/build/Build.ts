import { Clock, Duration, Effect, FileSystem, Option, Path } from "effect"
import { distOf } from "../Page.ts"
import { PageNotBuilt } from "../PageNotBuilt.ts"
import * as Sources from "../Sources.ts"
import * as Budget from "./Budget.ts"
import { bundle } from "./Bundle.ts"
import { compress } from "./Compression.ts"

/**
 * How long other folders stay. A server reads its own within moments of its start, and a build takes seconds, so nobody
 * needs one as old as that; and whoever goes to and fro between two states of the sources finds both.
 */
const keptFor = Duration.hours(1)

/**
 * Takes other pages, and what killed builds left behind, out of the folder: each goes at once and whole, so that no page is
 * taken for complete whose removal was cut short. Somebody else may be doing the same.
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

/** How often the sources may change under a build before it gives up. */
const attempts = 3

/** Builds until the sources are, at its end, what they were at its beginning: then the folder is what its name says. */
const settled = Effect.fnUntraced(function* (root: string, temporary: string) {
  const path = yield* Path.Path
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const folder = path.join(temporary, `page-${attempt}`)
    const hash = yield* Sources.hashOf(root)
    yield* bundle(root, folder)
    if ((yield* Sources.hashOf(root)) === hash) return { hash, folder }
  }
  return yield* new PageNotBuilt({ message: "The page's sources change while it is being built." })
})

/**
 * Builds the page into the folder of its sources, whose name it has from the moment it is whole; gives the sizes of its
 * files. Of several builds at once one puts its folder there, and the others find an equal one.
 */
export const build = Effect.fn("Page.build")(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const dist = distOf(root)
  yield* fs.makeDirectory(dist, { recursive: true })
  const temporary = yield* fs.makeTempDirectoryScoped({ directory: dist, prefix: "building-" })
  const { hash, folder } = yield* settled(root, temporary)
  const sizes = yield* compress(folder)
  yield* Budget.check(sizes)
  const target = path.join(dist, hash)
  yield* Effect.catch(fs.rename(folder, target), (error) =>
    Effect.flatMap(fs.exists(target), (exists) => (exists ? Effect.void : Effect.fail(error)))
  )
  // With it they are removed when all is done.
  yield* moveOld(dist, hash, temporary)
  return sizes
}, Effect.scoped)
