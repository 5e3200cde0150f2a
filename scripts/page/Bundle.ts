import { stripVTControlCharacters } from "node:util"
import { Console, Effect } from "effect"
import { build } from "vite"
import { PageNotBuilt } from "../../src/page/PageNotBuilt.ts"
import { configuration } from "./Configuration.ts"

const place = /\S+:\d+:\d+/

/** The first error of a story that begins with how many there are and shows the code around each. */
const inOneLine = (story: string): string => {
  const lines = story.split("\n").filter((line) => line.trim() !== "")
  const what = lines.find((line) => !/^Build failed with \d+ errors?:$/.test(line)) ?? story
  const where = place.exec(story)?.[0]
  return where === undefined || what.includes(where) ? what : `${what} (${where})`
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
