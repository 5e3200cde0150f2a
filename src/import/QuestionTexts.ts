import type { DecimalSign } from "../shared/Quantities.ts"
import type { Form } from "./Columns.ts"
import { nounOf, shortened, valueText } from "./NoteTexts.ts"
import type { Question } from "./Questions.ts"

/** Questions without their rows. */
export type Asked = Omit<Question, "rows">

/** The one that is taken without an answer, then the others. */
const firstOf = (taken: string, all: ReadonlyArray<string>): ReadonlyArray<string> => [
  taken,
  ...all.filter((one) => one !== taken)
]

export const dates = (isDayFirst: boolean): Asked => ({
  ...{ choice: "dates", about: "" },
  text: `Dates such as 3/4/2027 are read as ${isDayFirst ? "day/month/year" : "month/day/year"}, unless you choose otherwise.`,
  answers: firstOf(isDayFirst ? "dmy" : "mdy", ["dmy", "mdy"])
})

/** "1.25 or 1,250" for `1.250` */
const meanings = (text: string): string =>
  text.replace(
    /^.*?(\d+)[.,](\d{3}).*$/s,
    (_, whole: string, rest: string) => `${Number(`${whole}.${rest}`)} or ${whole},${rest}`
  )

export const decimal = (text: string, sign: DecimalSign): Asked => ({
  ...{ choice: "decimal", about: "" },
  text: `“${shortened(text)}” could mean ${meanings(text)}. The decimal sign is the ${sign === "." ? "point" : "comma"}, unless you choose otherwise.`,
  answers: firstOf(sign, [".", ","])
})

export const status = (text: string, word: string, all: ReadonlyArray<string>): Asked => ({
  ...{ choice: "status", about: word },
  text: `“${shortened(text)}” isn’t a status. It becomes ${valueText(all[0] ?? "")}, unless you choose one.`,
  answers: all
})

export const type = (text: string): Asked => ({
  ...{ choice: "type", about: text },
  text: `“${shortened(text)}” isn’t a type of item. Its rows are skipped, unless you choose one.`,
  answers: ["skip", ...(["objective", "initiative", "progress", "principle", "group"] as const).map(nounOf)]
})

export const unit = (units: ReadonlyArray<string>): Asked => ({
  ...{ choice: "unit", about: units.join(" / ") },
  text: `Measures have their numbers in several units: ${units.join(", ")}. They are skipped, unless you choose one.`,
  answers: ["skip", ...units]
})

export const period = (about: string, isFiscal: boolean, answers: ReadonlyArray<string>): Asked => ({
  ...{ choice: "period", about },
  text: isFiscal
    ? `Fiscal year “${shortened(about)}” could begin in several months. Its periods stay in descriptions, unless you choose its first month.`
    : `Period “${shortened(about)}” names no year. It stays in descriptions, unless you choose one.`,
  answers: ["skip", ...answers]
})

export const form = (answers: ReadonlyArray<Form>): Asked => ({
  ...{ choice: "form", about: "" },
  text: "Lines look like rows of a table. Each becomes one item, unless you choose otherwise.",
  answers
})

export const columns = (isByContent: boolean, answers: ReadonlyArray<string>): Asked => ({
  ...{ choice: "columns", about: "" },
  text: isByContent
    ? "No row names the columns in words that are known. They are read by what is in them."
    : "No column holds objectives or other items, so nothing is read.",
  answers
})
