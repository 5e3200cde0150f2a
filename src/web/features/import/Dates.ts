import { searchable } from "../../texts/NormalizedText.ts"
import type { Read } from "./Things.ts"

/** `YYYY-MM-DD` */
type ReadDate = Read<string>

/** A month's name without case, accents and full stops. */
const wordOf = (name: string): string => searchable(name).replaceAll(".", "")

const languages = ["en", "en-GB", "de", "fr", "es", "it", "nl", "pt", "sv"]

const months: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) => {
      const { format } = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" })
      return Array.from({ length: 12 }, (_, at) => [wordOf(format(Date.UTC(2000, at, 15))), at + 1] as const)
    })
  )
)

const daysIn = (year: number, month: number): number => {
  if (month !== 2) return 30 + ((month + (month >> 3)) & 1)
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Years of two digits are of this century. */
const dateOf = (year: number, month: number, day: number, isUnsure = false): ReadDate | undefined => {
  const full = year < 100 ? year + 2000 : year
  if (month < 1 || month > 12 || day < 1 || day > daysIn(full, month)) return undefined
  const two = (value: number): string => String(value).padStart(2, "0")
  return { value: `${String(full).padStart(4, "0")}-${two(month)}-${two(day)}`, isUnsure }
}

const endOf = (year: number, month: number): ReadDate | undefined => dateOf(year, month, daysIn(year, month), true)

const numbersIn = (pattern: RegExp, text: string): ReadonlyArray<number> =>
  pattern.exec(text)?.slice(1).map(Number) ?? []

/** Longer texts are no dates. */
const maxLength = 60

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const withPoints = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const withSlashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/

/** Dates such as 3/4/2027 by the order of day and month, which the other dates of the column may tell. */
const fromSlashes = (text: string, isDayFirst: boolean): ReadDate | undefined => {
  const [one = 0, two = 0, year = 0] = numbersIn(withSlashes, text)
  const chosen = isDayFirst ? dateOf(year, two, one) : dateOf(year, one, two)
  const other = isDayFirst ? dateOf(year, one, two, true) : dateOf(year, two, one, true)
  return chosen ?? other
}

/** Dates with the name of a month, a quarter or only a month and a year; without a day it is the last one. */
const fromWords = (text: string): ReadDate | undefined => {
  const [quarter, yearAfter] = numbersIn(/^q([1-4])[\s/-]*(\d{4})$/i, text)
  if (quarter !== undefined) return endOf(yearAfter ?? 0, quarter * 3)
  const [yearBefore, quarterAfter] = numbersIn(/^(\d{4})[\s/-]*q([1-4])$/i, text)
  if (yearBefore !== undefined) return endOf(yearBefore, (quarterAfter ?? 0) * 3)
  const parts = text.split(/[\s.,/-]+/).filter((part) => part !== "")
  const named = parts.map((part) => months.get(wordOf(part)))
  const month = named.find((found) => found !== undefined)
  const numbers = parts.filter((_, at) => named[at] === undefined).map((part) => part.replace(/(st|nd|rd|th)$/i, ""))
  if (month === undefined || numbers.length > 2 || !numbers.every((part) => /^\d+$/.test(part))) return undefined
  const [one = 0, two] = numbers.map(Number)
  if (two === undefined) return one > 31 ? endOf(one, month) : undefined
  return one > 31 ? dateOf(one, month, two) : dateOf(two, month, one)
}

/** Reads a date in one of the forms people write; of a span it takes the end. `isDayFirst` decides what 3/4/2027 means. */
export const readDate = (text: string, isDayFirst: boolean): ReadDate | undefined => {
  if (text.length > maxLength) return undefined
  const [last = "", ...before] = text.split("→").reverse()
  const day = last.trim().replace(/[T\s]\d{1,2}:\d{2}.*$/, "")
  const [year, month = 0, dayOfMonth = 0] = numbersIn(yearFirst, day)
  const [pointDay, pointMonth = 0, pointYear = 0] = numbersIn(withPoints, day)
  const read =
    year !== undefined
      ? dateOf(year, month, dayOfMonth)
      : pointDay !== undefined
        ? dateOf(pointYear, pointMonth, pointDay)
        : withSlashes.test(day)
          ? fromSlashes(day, isDayFirst)
          : fromWords(day)
  return read && { value: read.value, isUnsure: read.isUnsure || before.length > 0 }
}

/** What dates such as 25/3/2027 tell about the order. `hasSlashes`: whether the order matters to any of them. */
export const orderIn = (
  texts: ReadonlyArray<string>
): { readonly hasSlashes: boolean; readonly isDayFirst?: boolean } => {
  const slashed = texts.map((text) => numbersIn(withSlashes, text.trim())).filter(({ length }) => length > 0)
  const hasSlashes = slashed.length > 0
  if (slashed.some(([one = 0]) => one > 12)) return { hasSlashes, isDayFirst: true }
  return slashed.some(([, two = 0]) => two > 12) ? { hasSlashes, isDayFirst: false } : { hasSlashes }
}
