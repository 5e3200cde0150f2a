import type { CheckIn, Objective } from "../../domain/state/State.ts"
import { truncatedLine } from "../../shared/Quoted.ts"

/** Code points of a note that are quoted. */
const maxLength = 160

/** Whole sentences, or the rest of the text. A line is a sentence. */
const sentences = /[^\n]*?(?:[.!?…。！？؟۔]+["'”’»)]*(?=\s|$)|(?=\n)|$)/gu

/** The first sentences of a text that together have at most `maxLength` code points; a longer first one is cut. */
export const firstSentences = (text: string): string => {
  let kept = ""
  for (const [sentence] of text.slice(0, 4 * maxLength).matchAll(sentences)) {
    if (sentence.trim() === "") continue
    const longer = kept === "" ? sentence.trim() : `${kept} ${sentence.trim()}`
    if ([...longer].length > maxLength) return kept === "" ? truncatedLine(longer, maxLength) : kept
    kept = longer
  }
  return kept
}

const newer = (one: CheckIn, other: CheckIn): number => other.sequenceNumber - one.sequenceNumber

/** An objective's check-ins that have a note, over all of its measures, newest first. */
export const notedCheckIns = ({ progress }: Objective): ReadonlyArray<CheckIn> =>
  progress.flatMap(({ checkIns }) => checkIns.filter(({ note }) => note.trim() !== "")).sort(newer)

/** What the team said last about an objective, cut at a sentence; null if it never said anything. */
export const lastNote = (objective: Objective): string | null => {
  let newest: CheckIn | undefined
  for (const { checkIns } of objective.progress) {
    const noted = checkIns.find(({ note }) => note.trim() !== "")
    if (noted !== undefined && (newest === undefined || newer(newest, noted) > 0)) newest = noted
  }
  const words = newest === undefined ? "" : firstSentences(newest.note)
  return words === "" ? null : words
}
