import { folded, queryWords } from "../../../shared/NormalizedText.ts"
import { kinds } from "./SearchTexts.ts"

type EntryKind = keyof typeof kinds

/** In the order in which equally good results stand. */
export const entryKinds = Object.keys(kinds) as ReadonlyArray<EntryKind>

/** Something that can be found. */
export interface Entry {
  readonly kind: EntryKind
  readonly title: string
  /** Words that count as those of its title, and are not shown. */
  readonly keywords?: string | undefined
  /** Its words count as those of its title. */
  readonly owner?: string
  /** The titles of what it lies in, from the outside in; their words count too, after those of its own title. */
  readonly within: ReadonlyArray<string>
  /** Its own id; the name of a command. */
  readonly id: string
  /** The team it lies in or is about; empty for other commands. */
  readonly teamId: string
  /** The objective it lies in; empty for what lies in none. */
  readonly objectiveId: string
}

/** An entry with its texts folded. */
export interface Prepared {
  readonly entry: Entry
  readonly own: string
  readonly around: string
}

/** Entries in order of their kinds. */
export type SearchIndex = ReadonlyArray<Prepared>

/** Prepares entries for searching. */
export const prepared = (entries: ReadonlyArray<Entry>): ReadonlyArray<Prepared> => {
  // Entries of an objective stand one after the other, and so do those of a team.
  let last: Pick<Entry, "within"> & Pick<Prepared, "around"> = { within: [], around: "" }
  return entries.map((entry) => {
    const { within, title, keywords = "", owner = "" } = entry
    if (within !== last.within) last = { within, around: within.map(folded).join("") }
    return { entry, own: folded(`${title} ${keywords} ${owner}`), around: last.around }
  })
}

/** The index of prepared entries; those of a kind keep their order. */
export const inOrder = (entries: ReadonlyArray<Prepared>): SearchIndex => {
  const byKind = Map.groupBy(entries, ({ entry }) => entry.kind)
  return entryKinds.flatMap((kind) => byKind.get(kind) ?? [])
}

export interface Found {
  /** The best ones first. */
  readonly entries: ReadonlyArray<Entry>
  /** How many there are in all. */
  readonly total: number
}

/** The number of words of a query that count. */
export const maxWords = 10

/** How well a word is found that is only in what the entry lies in; inside a word of the title 1, at its beginning 0. */
const onlyAround = 2

interface Word {
  readonly word: string
  /** The word as it stands at the beginning of one. */
  readonly start: string
}

/** How well all words are found, 0 being best; undefined if one is not, or none is in the entry's own title. */
const scoreOf = ({ own, around }: Prepared, words: ReadonlyArray<Word>): number | undefined => {
  let score = 0
  let isOwn = false
  for (const { word, start } of words) {
    if (own.includes(word)) {
      isOwn = true
      score += own.includes(start) ? 0 : 1
    } else if (around.includes(word)) score += onlyAround
    else return undefined
  }
  return isOwn ? score : undefined
}

/**
 * The entries in which every word of the query is found, in any order, case and accents aside; at most `limit`. Better
 * finds come first; equally good ones come in the order of the index.
 */
export const search = (index: SearchIndex, query: string, limit: number): Found => {
  const words = queryWords(query, maxWords).map((word): Word => ({ word, start: ` ${word}` }))
  const byScore: Array<Array<Entry>> = Array.from({ length: onlyAround * words.length + 1 }, () => [])
  let total = 0
  for (const one of index) {
    const score = scoreOf(one, words)
    if (score === undefined) continue
    total += 1
    const equallyGood = byScore[score]
    if (equallyGood !== undefined && equallyGood.length < limit) equallyGood.push(one.entry)
  }
  return { entries: byScore.flat().slice(0, limit), total }
}
