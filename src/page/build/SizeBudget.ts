import { Effect } from "effect"
import { PageNotBuilt } from "../PageNotBuilt.ts"
import type { Sizes } from "./Compression.ts"

/** The gzipped bytes that all files of a kind may have together. The kinds that every visit loads matter most. */
export const budget = { JavaScript: 45_000, "JavaScript loaded later": 75_000, CSS: 14_000 } as const

export type Kind = keyof typeof budget

const kindOf = ({ name, isInitial }: Sizes): Kind | undefined => {
  if (name.endsWith(".css")) return "CSS"
  if (!name.endsWith(".js")) return undefined
  return isInitial ? "JavaScript" : "JavaScript loaded later"
}

export const kinds: ReadonlyArray<Kind> = ["JavaScript", "JavaScript loaded later", "CSS"]

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** The gzipped bytes of all files of a kind, workers included. */
const total = (files: ReadonlyArray<Sizes>, kind: Kind): number =>
  files.filter((file) => kindOf(file) === kind).reduce((sum, { gzip }) => sum + gzip, 0)

export const describe = (files: ReadonlyArray<Sizes>, kind: Kind): string =>
  `${kind}: ${kilobytes(total(files, kind))} of ${kilobytes(budget[kind])}, gzipped`

/** Fails if a kind exceeds its budget. */
export const check = (files: ReadonlyArray<Sizes>): Effect.Effect<void, PageNotBuilt> => {
  const over = kinds.filter((kind) => total(files, kind) > budget[kind])
  if (over.length === 0) return Effect.void
  const message = `The page is too large. ${over.map((kind) => describe(files, kind)).join("; ")}.`
  return Effect.fail(new PageNotBuilt({ message }))
}
