import { stripVTControlCharacters } from "node:util"
import { Console, Effect } from "effect"
import { build } from "vite"
import { PageNotBuilt } from "../PageNotBuilt.ts"
import { configuration } from "./Configuration.ts"

const place = /\S+:\d+:\d+/

/** What stands before the first error, or is only where it is. */
const preface = /^(Build failed with \d+ errors?:|\[plugin [^\]]+\] \S+:\d+:\d+)$/

/** The first error of a story that shows the code around each. */
const inOneLine = (story: string): string => {
  const what = story.split("\n").find((line) => line.trim() !== "" && !preface.test(line)) ?? story
  const where = place.exec(story)?.[0]
  return where === undefined || place.test(what) ? what : `${what} (${where})`
}

/** Vite's work: a folder with the page's files. What is wrong is told with the code around it, and fails in one line. */
export const bundle = Effect.fn("Page.bundle")(function* (root: string, folder: string) {
  yield* Effect.tryPromise({
    try: () => build(configuration(root, folder)),
    catch: (cause) => stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause))
  }).pipe(
    Effect.tapError(Console.error),
    Effect.mapError((story) => new PageNotBuilt({ message: inOneLine(story) }))
  )
})
