import { wordsIn } from "../CellText.ts"

/** The answers to questions of one word each. */
export type Answers = Readonly<Record<string, string>>

/** The answer for a word: case, accents and marks make no difference. */
export const answerIn = (answers: Answers, about: string): string | undefined => {
  if (Object.hasOwn(answers, about)) return answers[about]
  const words = wordsIn(about)
  return words === "" ? undefined : Object.entries(answers).find(([key]) => wordsIn(key) === words)?.[1]
}
