import type { Objective, Progress } from "../../../domain/state/State.ts"
import type { Paragraph } from "../../DeckPlan.ts"
import { percentText } from "../../facts/DeckNumbers.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../facts/StatusFacts.ts"

/** `on track at 71 %, 73 % expected`, `achieved at 100 %`, `draft, not measured`. */
export const standingWords = ({ objective, pace: { percent, expected } }: ProgressRow): string => {
  const word = objectiveMarks[objective.status].word.toLowerCase()
  if (percent === null) return `${word}, not measured`
  const time = expected === null ? "" : `, ${percentText(expected)}\u00A0expected`
  return `${word} at\u00A0${percentText(percent)}${time}`
}

/** `64 %, 73 % expected`. */
export const progressWords = ({ pace: { percent, expected } }: ProgressRow): string => {
  if (percent === null) return "Not measured"
  return expected === null ? percentText(percent) : `${percentText(percent)}, ${percentText(expected)} expected`
}

export const confidenceWords = ({ confidence }: Progress): string => (confidence === null ? "–" : `${confidence} of 10`)

/** Each initiative on a line with its mark. */
export const initiativeLines = ({ initiatives }: Objective): ReadonlyArray<Paragraph> =>
  initiatives.map(({ title, status }) => {
    const { glyph, color } = initiativeMarks[status]
    return { runs: [{ text: `${glyph}\u00A0`, color }, { text: title }] }
  })
