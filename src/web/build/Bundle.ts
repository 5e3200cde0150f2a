import { stripVTControlCharacters } from "node:util"
import { Console, Effect } from "effect"
import { build } from "vite"
import { PageNotBuilt } from "../../http/page/PageNotBuilt.ts"
import { configuration } from "./Configuration.ts"

const location = /\S+:\d+:\d+/

/** Lines before the first error, and lines with only its location. */
const preface = /^(Build failed with \d+ errors?:|\[plugin [^\]]+\] \S+:\d+:\d+)$/

/** The first error in Vite's report, with its location, in one line. */
const firstError = (story: string): string => {
  const what = story.split("\n").find((line) => line.trim() !== "" && !preface.test(line)) ?? story
  const where = location.exec(story)?.[0]
  return where === undefined || location.test(what) ? what : `${what} (${where})`
}

/** Runs Vite, which writes the page's files into a folder. Its whole report is printed; the error has one line of it. */
export const bundle = Effect.fn("Page.bundle")(function* (root: string, folder: string) {
  yield* Effect.tryPromise({
    try: () => build(configuration(root, folder)),
    catch: (cause) => stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause))
  }).pipe(
    Effect.tapError(Console.error),
    Effect.mapError((story) => new PageNotBuilt({ message: firstError(story) }))
  )
})
