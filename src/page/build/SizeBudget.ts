import { Effect } from "effect"
import { PageNotBuilt } from "../PageNotBuilt.ts"
import type { Sizes } from "./Compression.ts"

/** The gzipped bytes that all files of a kind may have together. */
export const budget = { "JavaScript of a first visit": 55_000, "All JavaScript": 125_000, CSS: 18_000 } as const

export type Kind = keyof typeof budget

/** The files of each kind. */
const isOf: Readonly<Record<Kind, (file: Sizes) => boolean>> = {
  "JavaScript of a first visit": ({ name, isInitial }) => isInitial && name.endsWith(".js"),
  "All JavaScript": ({ name }) => name.endsWith(".js"),
  CSS: ({ name }) => name.endsWith(".css")
}

export const kinds = Object.keys(budget) as ReadonlyArray<Kind>

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** The gzipped bytes of all files of a kind, workers included. */
const total = (files: ReadonlyArray<Sizes>, kind: Kind): number =>
  files.filter(isOf[kind]).reduce((sum, { gzip }) => sum + gzip, 0)

export const describe = (files: ReadonlyArray<Sizes>, kind: Kind): string =>
  `${kind}: ${kilobytes(total(files, kind))} of ${kilobytes(budget[kind])}, gzipped`

/** Fails if a kind exceeds its budget. */
export const check = (files: ReadonlyArray<Sizes>): Effect.Effect<void, PageNotBuilt> => {
  const over = kinds.filter((kind) => total(files, kind) > budget[kind])
  if (over.length === 0) return Effect.void
  const message = `The page is too large. ${over.map((kind) => describe(files, kind)).join("; ")}.`
  return Effect.fail(new PageNotBuilt({ message }))
}
