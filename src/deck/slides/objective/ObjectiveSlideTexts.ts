import type { Objective, Progress } from "../../../domain/state/State.ts"
import type { Paragraph, Run } from "../../DeckPlan.ts"
import { shortDate } from "../../facts/DeckDates.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { firstSentences, notedCheckIns } from "../../facts/LastNote.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../facts/StatusFacts.ts"

/** `on track at 71 %, 73 % expected`, `achieved at 100 %`, `draft, not measured`. */
export const standingWords = ({ objective, pace: { percent, expected } }: ProgressRow): string => {
  const word = objectiveMarks[objective.status].word.toLowerCase()
  if (percent === null) return `${word}, not measured`
  const time = expected === null ? "" : `, ${percentText(expected)} expected`
  return `${word} at ${percentText(percent)}${time}`
}

/** `64 %, 73 % expected`. */
export const progressWords = ({ pace: { percent, expected } }: ProgressRow): string => {
  if (percent === null) return "Not measured"
  return expected === null ? percentText(percent) : `${percentText(percent)}, ${percentText(expected)} expected`
}

export const confidenceWords = ({ confidence }: Progress): string => (confidence === null ? "–" : `${confidence} of 10`)

/** The newest notes of an objective, each with its day. */
export const noteLines = (
  objective: Objective,
  count: number
): ReadonlyArray<{ readonly day: string; readonly note: string; readonly typed: string }> =>
  notedCheckIns(objective)
    .slice(0, count)
    .map(({ timestamp, note }) => ({ day: shortDate(timestamp), note: firstSentences(note), typed: note }))

/** Each initiative on a line with its mark; `max` of them, and how many there are besides. */
export const initiativeLines = ({ initiatives }: Objective, max: number): ReadonlyArray<Paragraph> => {
  const shown = initiatives.length <= max ? initiatives : initiatives.slice(0, max - 1)
  const left = initiatives.length - shown.length
  return [
    ...shown.map(({ title, status }): Paragraph => {
      const { glyph, color } = initiativeMarks[status]
      const runs: ReadonlyArray<Run> = [{ text: `${glyph}\u00A0`, color }, { text: title }]
      return { runs }
    }),
    ...(left === 0 ? [] : [{ runs: [{ text: `and ${counted(left, "more initiative")}`, color: "muted" as const }] }])
  ]
}
