import { searchable } from "../../shared/NormalizedText.ts"
import { wordsIn } from "../CellText.ts"

/** The answers to questions of one word each. */
export type Answers = Readonly<Record<string, string>>

/** The answer for a word: case, accents and marks make no difference. */
export const answerIn = (answers: Answers, about: string): string | undefined => {
  if (Object.hasOwn(answers, about)) return answers[about]
  const words = wordsIn(about)
  return words === "" ? undefined : Object.entries(answers).find(([key]) => wordsIn(key) === words)?.[1]
}

/** The answer for a text of which digits are a part. */
export const answerFor = (answers: Answers, about: string): string | undefined =>
  Object.entries(answers).find(([key]) => searchable(key) === searchable(about))?.[1]
