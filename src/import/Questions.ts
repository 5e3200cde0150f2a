import { columns, forms, type Reading } from "./Columns.ts"
import { type Answers, answerFor, answerIn } from "./values/Answers.ts"

/** What the text does not tell and a person, or an option, has to. */
export type Choice =
  | "encoding"
  | "sheet"
  | "form"
  | "columns"
  | "decimal"
  | "dates"
  | "status"
  | "type"
  | "unit"
  | "period"

export interface Question {
  readonly choice: Choice
  /** The word that an answer is for, as `statuses`, `types`, `units` and `periods` take it; "" where it is for the whole file. */
  readonly about: string
  /** What is unclear, and how it is read without an answer. */
  readonly text: string
  readonly rows: ReadonlyArray<number>
  /** What can be answered, as the option takes it; the one that is taken without an answer first. */
  readonly answers: ReadonlyArray<string>
}

/** What `given` answers to a question about rows. */
export const answerTo = (
  { decimal, isDayFirst, statuses = {}, types = {}, units = {}, periods = {} }: Partial<Reading>,
  { choice, about }: Pick<Question, "choice" | "about">
): string | undefined => {
  if (choice === "decimal") return decimal
  if (choice === "dates") return isDayFirst === undefined ? undefined : isDayFirst ? "dmy" : "mdy"
  if (choice === "status") return answerIn(statuses, about)
  if (choice === "type") return answerIn(types, about)
  if (choice === "period") return answerFor(periods, about)
  return choice === "unit" ? answerIn(units, about) : undefined
}

/** What `given` becomes by an answer; an encoding and a sheet are options of `openFile` instead. */
export const withAnswer = (
  given: Partial<Reading>,
  { choice, about }: Pick<Question, "choice" | "about">,
  answer: string
): Partial<Reading> => {
  const more = (answers: Answers = {}): Answers => ({ ...answers, [about]: answer })
  switch (choice) {
    case "form": {
      const form = forms.find((one) => one === answer)
      return form === undefined ? given : { ...given, form }
    }
    case "columns":
      return { ...given, columns: answer.split(",").map((name) => columns.find((one) => one === name) ?? "ignored") }
    case "decimal":
      return { ...given, decimal: answer === "," ? "," : "." }
    case "dates":
      return { ...given, isDayFirst: answer === "dmy" }
    case "status":
      return { ...given, statuses: more(given.statuses) }
    case "type":
      return { ...given, types: more(given.types) }
    case "unit":
      return { ...given, units: more(given.units) }
    case "period":
      return { ...given, periods: more(given.periods) }
    default:
      return given
  }
}
