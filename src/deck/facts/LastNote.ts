import type { CheckIn, Objective } from "../../domain/state/State.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
import { unmarked } from "../text/MarkdownRuns.ts"
import { shortDate } from "./DeckDates.ts"

/** Code points of a note that are quoted. */
const maxLength = 160

/** Whole sentences, or the rest of the text. A line is a sentence. */
const sentences = /[^\n]*?(?:[.!?…。！？؟۔]+["'”’»)]*(?=\s|$)|(?=\n)|$)/gu

/** The first sentences of a text that together have at most `maxLength` code points; a longer first one is cut. */
export const firstSentences = (text: string): string => {
  let kept = ""
  for (const [sentence] of unmarked(text)
    .slice(0, 4 * maxLength)
    .matchAll(sentences)) {
    if (sentence.trim() === "") continue
    const longer = kept === "" ? sentence.trim() : `${kept} ${sentence.trim()}`
    if ([...longer].length > maxLength) return kept === "" ? truncatedLine(longer, maxLength) : kept
    kept = longer
  }
  return kept
}

const newer = (one: CheckIn, other: CheckIn): number =>
  one.date === other.date ? other.sequenceNumber - one.sequenceNumber : one.date < other.date ? 1 : -1

/** An objective's check-ins that have a note, over all of its measures, newest first. */
export const notedCheckIns = ({ progress }: Objective): ReadonlyArray<CheckIn> =>
  progress.flatMap(({ checkIns }) => checkIns.filter(({ note }) => note.trim() !== "")).sort(newer)

/** What somebody wrote with a check-in. */
export interface Note {
  /** In one line, cut at a sentence, without Markdown's marks. */
  readonly words: string
  /** All of it, as it was typed. */
  readonly typed: string
  /** ISO 8601 UTC. */
  readonly timestamp: string
  /** The display name; empty for whoever has none, and in a deck without names. */
  readonly actorName: string
}

/** Who did something and when: `9 Nov 2026, Ada Lovelace`; without a name `9 Nov 2026`. */
export const noteHead = ({ timestamp, actorName }: Pick<Note, "timestamp" | "actorName">): string =>
  actorName === "" ? shortDate(timestamp) : `${shortDate(timestamp)}, ${actorName}`

/** What the team said last about an objective; null if it never said anything. */
export const lastNote = (objective: Objective): Note | null => {
  let newest: CheckIn | undefined
  for (const { checkIns } of objective.progress) {
    const noted = checkIns.find(({ note }) => note.trim() !== "")
    if (noted !== undefined && (newest === undefined || newer(newest, noted) > 0)) newest = noted
  }
  const words = newest === undefined ? "" : firstSentences(newest.note)
  return newest === undefined || words === ""
    ? null
    : { words, typed: newest.note, timestamp: newest.timestamp, actorName: newest.actorName }
}
