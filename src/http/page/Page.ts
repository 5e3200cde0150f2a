import { existsSync } from "node:fs"
import { join } from "node:path"
import { Context, Duration, Effect, Layer } from "effect"
import * as BuildProcess from "./BuildProcess.ts"
import { type PageFiles, read } from "./PageFiles.ts"
import { PageNotBuilt } from "./PageNotBuilt.ts"
import * as Sources from "./Sources.ts"

/** The folder with a project's built pages, each in a folder named after the hash of its sources. */
export const distFolder = (root: string): string => join(root, "dist")

/** The folder of the page for the present sources. It exists only if the page in it is complete. */
const folderOf = (root: string) => Effect.map(Sources.hashOf(root), (hash) => join(distFolder(root), hash))

const project = join(import.meta.dirname, "../../..")

/** Builds the page unless it is built for the present sources, and gives its folder. */
export const ensure = Effect.fn("Page.ensure")(function* (root: string = project) {
  const folder = yield* folderOf(root)
  if (existsSync(folder)) return folder
  yield* Effect.logInfo("Building the page …")
  const [took] = yield* Effect.timed(BuildProcess.run(root))
  yield* Effect.logInfo(`Built the page in ${Duration.toSeconds(took).toFixed(1)} s.`)
  if (existsSync(folder)) return folder
  return yield* new PageNotBuilt({
    message: "The page's sources changed while it was being built. Start the server again."
  })
})

/** The page's files in memory; its folder is not read again after the start. */
export class Page extends Context.Service<Page, PageFiles>()("strategy/http/Page") {
  static readonly layer = Layer.effect(Page, Effect.flatMap(ensure(), read))
}
