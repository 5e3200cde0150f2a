import { Effect } from "effect"
import { PageNotBuilt } from "../PageNotBuilt.ts"
import type { Sizes } from "./Compression.ts"

/** Bytes, gzipped, that all files of a kind may have together. What every visit loads is what makes a page slow. */
export const budget = { JavaScript: 45_000, "JavaScript loaded later": 30_000, CSS: 12_000 } as const

export type Kind = keyof typeof budget

const kindOf = ({ name, isFirst }: Sizes): Kind | undefined => {
  if (name.endsWith(".css")) return "CSS"
  if (!name.endsWith(".js")) return undefined
  return isFirst ? "JavaScript" : "JavaScript loaded later"
}

export const kinds: ReadonlyArray<Kind> = ["JavaScript", "JavaScript loaded later", "CSS"]

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** The whole of a kind, workers included. */
const total = (files: ReadonlyArray<Sizes>, kind: Kind): number =>
  files.filter((file) => kindOf(file) === kind).reduce((sum, { gzip }) => sum + gzip, 0)

export const describe = (files: ReadonlyArray<Sizes>, kind: Kind): string =>
  `${kind}: ${kilobytes(total(files, kind))} of ${kilobytes(budget[kind])}, gzipped`

/** Fails where a kind takes more than it may. */
export const check = (files: ReadonlyArray<Sizes>): Effect.Effect<void, PageNotBuilt> => {
  const over = kinds.filter((kind) => total(files, kind) > budget[kind])
  if (over.length === 0) return Effect.void
  const message = `The page is too large. ${over.map((kind) => describe(files, kind)).join("; ")}.`
  return Effect.fail(new PageNotBuilt({ message }))
}
