import type { CheckIn, Objective } from "../../domain/state/State.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
import type { Signature, TeamInput } from "../Input.ts"
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

/** What somebody said with a status or a check-in. */
export interface Note extends Signature {
  /** In one line, cut at a sentence, without Markdown's marks. */
  readonly words: string
  /** All of it, as it was typed. */
  readonly typed: string
}

/** Who did something and when: `9 Nov 2026, Ada Lovelace`; without a name `9 Nov 2026`. */
export const noteHead = ({ timestamp, actorName }: Signature): string =>
  actorName === "" ? shortDate(timestamp) : `${shortDate(timestamp)}, ${actorName}`

const noteOf = (typed: string, { timestamp, actorName }: Signature): Note | null => {
  const words = firstSentences(typed)
  return words === "" ? null : { words, typed, timestamp, actorName }
}

/** The note of the last check-in that has one. */
const checkInNote = (objective: Objective): Note | null => {
  const [newest] = notedCheckIns(objective)
  return newest === undefined ? null : noteOf(newest.note, newest)
}

/** Why an objective's status is what it is, in the words of who gave it; null if nobody said. */
export const reasonOf = ({ id, statusNote }: Objective, { reasons }: Pick<TeamInput, "reasons">): Note | null => {
  const signature = reasons.get(id)
  return signature === undefined ? null : noteOf(statusNote, signature)
}

/** What the team said last about an objective: why its status is what it is, or a later note; null if it never said anything. */
export const lastNote = (objective: Objective, logged: Pick<TeamInput, "reasons">): Note | null => {
  const [reason, note] = [reasonOf(objective, logged), checkInNote(objective)]
  return reason !== null && (note === null || reason.timestamp >= note.timestamp) ? reason : note
}

/** What was said last about an objective on a day, `YYYY-MM-DD`, or after it. */
export const noteSince = (objective: Objective, logged: Pick<TeamInput, "reasons">, day: string): Note | null => {
  const last = lastNote(objective, logged)
  return last === null || last.timestamp.slice(0, 10) < day ? null : last
}

/** So many of the last notes of check-ins are told in full. */
const maxTold = 10

/** What a presenter can say about an objective beyond its slide: its whole description, and what was said last. */
export const objectiveNotes = (objective: Objective): string => {
  const said = notedCheckIns(objective)
    .slice(0, maxTold)
    .map((checkIn) => `${noteHead(checkIn)}: ${checkIn.note}`)
  return [objective.description, ...said].filter((part) => part !== "").join("\n\n")
}
