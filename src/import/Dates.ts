import { dateOfDay } from "../shared/Days.ts"
import { searchable } from "../shared/NormalizedText.ts"
import type { ParsedValue } from "./ImportTree.ts"

/** `YYYY-MM-DD` */
type ReadDate = ParsedValue<string>

/** A month's name without case, accents and full stops. */
const wordOf = (name: string): string => searchable(name).replaceAll(".", "")

const languages = ["en", "en-GB", "de", "fr", "es", "it", "nl", "pt", "sv"]

const months: ReadonlyMap<string, number> = new Map(
  languages
    .flatMap((language) =>
      (["long", "short"] as const).flatMap((month) => {
        const { format } = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" })
        return Array.from({ length: 12 }, (_, at) => [wordOf(format(Date.UTC(2000, at, 15))), at + 1] as const)
      })
    )
    .concat([1, 2, 3, 4].map((quarter) => [`q${quarter}`, quarter * 3] as const))
    .concat([1, 2].map((half) => [`h${half}`, half * 6] as const))
)

/** The date of a day, counted on into other months; `month` is from 0. Years of two digits are of this century. */
const dayOf = (year: number, month: number, day: number): string =>
  dateOfDay(Date.UTC(year < 100 ? year + 2000 : year, month, day) / 86_400_000)

const dateOf = (year: number, month: number, day: number, isUnsure = false): ReadDate | undefined => {
  const value = dayOf(year, month - 1, day)
  const [, realMonth, realDay] = value.split("-").map(Number)
  return value.length === 10 && month === realMonth && day === realDay ? { value, isUnsure } : undefined
}

const endOf = (year: number, month: number): ReadDate | undefined =>
  dateOf(year, month, Number(dayOf(year, month, 0).slice(-2)), true)

const numbersIn = (pattern: RegExp, text: string): ReadonlyArray<number> =>
  pattern.exec(text)?.slice(1).map(Number) ?? []

/** Longer texts are no dates. */
const maxLength = 60

/** Year, month and day, or day, month and year. */
const inOneOrder = /^(?:(\d{4})[-/.](\d\d?)[-/.](\d\d?)|(\d\d?)\.\s?(\d\d?)\.\s?(\d{4}|\d\d))$/

const withSlashes = /^(\d\d?)[/-](\d\d?)[/-](\d{4}|\d\d)$/

/** Dates such as 3/4/2027 by the order of day and month, which the other dates of the column may tell. */
const fromSlashes = (text: string, isDayFirst: boolean): ReadDate | undefined => {
  const [one, two = 0, year = 0] = numbersIn(withSlashes, text)
  if (one === undefined) return undefined
  const inOrder = (isDayFirst: boolean, isUnsure: boolean): ReadDate | undefined =>
    isDayFirst ? dateOf(year, two, one, isUnsure) : dateOf(year, one, two, isUnsure)
  return inOrder(isDayFirst, false) ?? inOrder(!isDayFirst, true)
}

/** A month as Excel shows it (Mar-27), or a quarter, with a year of two digits. */
const withShortYear = /^(?:(\p{L}+)\.?(?:-| ?['’])|([qh][1-4])[\s/-]*['’]?)(\d\d)$/iu

const fromShortYear = (text: string): ReadDate | undefined => {
  const [, month = "", part = "", year] = withShortYear.exec(text) ?? []
  const number = months.get(wordOf(month || part))
  return number === undefined ? undefined : endOf(Number(year), number)
}

/** Dates with the name of a month, a quarter, which ends with a month, or only a month and a year; without a day it is the last one. */
const fromWords = (text: string): ReadDate | undefined => {
  const parts = text
    .replace(/q[1-4]|h[12]/i, " $& ")
    .split(/[\s.,/-]+/)
    .filter((part) => part !== "")
  const named = parts.map((part) => months.get(wordOf(part)))
  const month = named.find((found) => found !== undefined)
  const numbers = parts.filter((_, at) => named[at] === undefined).map((part) => part.replace(/(st|nd|rd|th)$/i, ""))
  if (month === undefined || numbers.length > 2 || !numbers.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const [one = 0, two] = numbers.map(Number)
  if (two === undefined) return one > 31 ? endOf(one, month) : undefined
  return one > 31 ? dateOf(one, month, two) : dateOf(two, month, one)
}

/** Reads a date in one of the forms people write; of a span it takes the end. `isDayFirst` decides what 3/4/2027 means. */
export const readDate = (text: string, isDayFirst: boolean): ReadDate | undefined => {
  if (text.length > maxLength) return undefined
  const [last = "", ...before] = text.split("→").reverse()
  const day = last.trim().replace(/[T\s]\d{1,2}:\d{2}.*$/, "")
  const [year, month, date, dayFirst = 0, monthSecond = 0, yearLast = 0] = numbersIn(inOneOrder, day)
  const read =
    year === undefined
      ? (fromSlashes(day, isDayFirst) ?? fromShortYear(day) ?? fromWords(day))
      : dateOf(year || yearLast, month || monthSecond, date || dayFirst)
  return read && { value: read.value, isUnsure: read.isUnsure || before.length > 0 }
}

/** What dates such as 25/3/2027 tell about the order. `hasSlashes`: whether the order matters to any of them. */
export const orderIn = (texts: ReadonlyArray<string>) => {
  const slashed = texts.map((text) => numbersIn(withSlashes, text.trim()))
  const isDay = (at: number): boolean => slashed.some((numbers) => (numbers[at] ?? 0) > 12)
  return {
    hasSlashes: slashed.some(({ length }) => length > 0),
    isDayFirst: isDay(0) || (isDay(1) ? false : undefined)
  }
}
