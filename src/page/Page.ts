import { existsSync } from "node:fs"
import { join } from "node:path"
import { Context, Duration, Effect, Layer } from "effect"
import * as BuildProcess from "./BuildProcess.ts"
import { type PageFiles, read } from "./PageFiles.ts"
import { PageNotBuilt } from "./PageNotBuilt.ts"
import * as Sources from "./Sources.ts"

/** Where the built pages of a project are, each in a folder named for the hash of its sources. */
export const distOf = (root: string): string => join(root, "dist")

/** The folder of the page for the present sources: all of it is there, or nothing. */
const folderOf = (root: string) => Effect.map(Sources.hashOf(root), (hash) => join(distOf(root), hash))

const project = join(import.meta.dirname, "..", "..")

/** Builds the page where it is not built for the present sources; gives its folder. */
export const ensure = Effect.fn("Page.ensure")(function* (root: string = project) {
  const present = yield* folderOf(root)
  if (existsSync(present)) return present
  yield* Effect.logInfo("Building the page …")
  const [took] = yield* Effect.timed(BuildProcess.run(root))
  yield* Effect.logInfo(`Built the page in ${Duration.toSeconds(took).toFixed(1)} s.`)
  const built = yield* folderOf(root)
  if (existsSync(built)) return built
  return yield* new PageNotBuilt({ message: "The page's sources have changed since it was built. Start again." })
})

/** The page as it is served, in memory: nobody reads its folder after the start. */
export class Page extends Context.Service<Page, PageFiles>()("strategy/page/Page") {
  static readonly layer = Layer.effect(Page, Effect.flatMap(ensure(), read))
}
