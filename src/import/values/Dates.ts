import { dateOfDay, millisPerDay, spanOfMonths } from "../../shared/Days.ts"
import type { ParsedValue } from "../ImportTree.ts"
import { fillers, isWeekday, monthOf, monthsIn, wordOf } from "./DateWords.ts"

/** A day, or the first and the last one of a month, a quarter or half a year; `YYYY-MM-DD`. */
export interface ReadSpan extends ParsedValue<string> {
  readonly from: string
}

/** Years of two digits are of this century. */
const fullYear = (year: number): number => (year < 100 ? year + 2000 : year)

/** The date of a day, counted on into other months; `month` is from 0. */
const dayOf = (year: number, month: number, day: number): string =>
  dateOfDay(Date.UTC(fullYear(year), month, day) / millisPerDay)

const dateOf = (year: number, month: number, day: number, isUnsure = false): ReadSpan | undefined => {
  const value = dayOf(year, month - 1, day)
  const [, realMonth, realDay] = value.split("-").map(Number)
  const isReal = value.length === 10 && month === realMonth && day === realDay
  return isReal ? { from: value, value, isUnsure } : undefined
}

/** The months up to this one, counted from 1; it may be one of another year. */
export const monthsUpTo = (year: number, last: number, months: number): ReadSpan => {
  const { from, to } = spanOfMonths(fullYear(year) * 12 + last - months, months)
  return { from, value: to, isUnsure: true }
}

const endOf = (year: number, month: number, months = 1): ReadSpan | undefined =>
  month < 1 || month > 12 ? undefined : monthsUpTo(year, month, months)

const numbersIn = (pattern: RegExp, text: string): ReadonlyArray<number> =>
  pattern.exec(text)?.slice(1).map(Number) ?? []

/** Longer texts are no dates. */
const maxLength = 60

/** Year, month and day, also as in East Asia; or day, month and year. */
const inOneOrder =
  /^(?:(\d{4})\s?[-/.年년]\s?(\d\d?)\s?[-/.月월]\s?(\d\d?)\s?[.日일]?|(\d\d?)\.\s?(\d\d?)\.\s?(\d{4}|\d\d)|(\d{4})(\d\d)(\d\d))$/

const withSlashes = /^(\d\d?)[/-](\d\d?)[/-](\d{4}|\d\d)$/

/** A date without the time behind it. */
const withoutTime = (text: string): string => text.trim().replace(/[T\s,]+\d{1,2}:\d{2}.*$/, "")

/** Dates such as 3/4/2027 by the order of day and month, which the other dates of the column may tell. */
const fromSlashes = (text: string, isDayFirst: boolean): ReadSpan | undefined => {
  const [one, two = 0, year = 0] = numbersIn(withSlashes, text)
  if (one === undefined) return undefined
  const inOrder = (isDayFirst: boolean, isUnsure: boolean): ReadSpan | undefined =>
    isDayFirst ? dateOf(year, two, one, isUnsure) : dateOf(year, one, two, isUnsure)
  // 27-03-31 could begin with its year.
  const isShort = year < 32 && one > 12 && one !== year
  return inOrder(isDayFirst, isShort) ?? inOrder(!isDayFirst, true)
}

/** A month as Excel shows it (Mar-27), or a quarter, with a year of two digits. */
const withShortYear = /^(?:(\p{L}+)\.?(?:-| ?['’])|([qh][1-4])[\s/-]*['’]?)(\d\d)$/iu

const fromShortYear = (text: string): ReadSpan | undefined => {
  const [, month = "", part = "", year] = withShortYear.exec(text) ?? []
  const number = monthOf(month || part)
  return number === undefined ? undefined : endOf(Number(year), number, monthsIn(part))
}

/** Quarters and halves of a year in other forms, as `Q1` and `H1`. */
const withParts = (text: string): string =>
  text
    .replace(/\b([1-4])\s?q(?=\d|\W|$)/i, " q$1 ")
    .replace(
      /\b(?:quarter|t(?:rim(?:estre)?)?) ?([1-4])\b|\b([1-4])(?:\.|st|nd|rd|th|er|e|è?me|º|°)? ?(?:quart(?:al|er)|trim(?:estre)?)\b/i,
      " q$1$2 "
    )
    .replace(
      /\b(?:half|hj|s|semestre) ?([12])\b|\b([12])(?:\.|st|nd|er|e|º|°)? ?(?:half|halbjahr|hj|semestre)\b/i,
      " h$1$2 "
    )
    .replace(/q[1-4]|h[12]/i, " $& ")

/** Dates with the name of a month, a quarter, which ends with a month, or only a month and a year; without a day it is the last one. */
const fromWords = (text: string): ReadSpan | undefined => {
  const parts = withParts(text)
    .split(/[\s.,/-]+/)
    .filter((part) => part !== "" && !/^(?:de|del|of|г)$/i.test(part))
  const named = parts.map((part) => monthOf(part))
  const [month, ...others] = named.filter((found) => found !== undefined)
  const numbers = parts
    .filter((_, at) => named[at] === undefined)
    .map((part) => part.replace(/^['’](?=\d\d$)/, "20").replace(/(st|nd|rd|th|er|º)$/i, ""))
  if (month === undefined || others.length > 0 || numbers.length > 2) return undefined
  if (!numbers.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const [one = 0, two] = numbers.map(Number)
  const months = Math.max(...parts.map(monthsIn))
  if (two === undefined) return one > 31 ? endOf(one, month, months) : undefined
  // A quarter has no day of a month.
  if (months > 1) return undefined
  return one > 31 ? dateOf(one, month, two) : dateOf(two, month, one)
}

/** A month by its number, with the whole year. */
const monthOnly = /^(?:(\d{4})[-/.](\d\d?)|(\d\d?)[-/.](\d{4}))$/

const fromDay = (day: string, isDayFirst: boolean): ReadSpan | undefined => {
  const [before, behind, first = 0, last = 0] = numbersIn(monthOnly, day)
  if (before !== undefined) return endOf(before || last, behind || first)
  const [year, month, date, dayFirst, monthSecond, yearLast, ...whole] = numbersIn(inOneOrder, day)
  if (year === undefined) return fromSlashes(day, isDayFirst) ?? fromShortYear(withParts(day).trim()) ?? fromWords(day)
  const [wholeYear = 0, wholeMonth = 0, wholeDay = 0] = whole
  return dateOf(year || yearLast || wholeYear, month || monthSecond || wholeMonth, date || dayFirst || wholeDay)
}

/** What stands before the day: words such as `by` and `end of`, then a weekday. */
const leading = /^(?:\p{L}+['’.]?|\p{L}+['’])[\s,.]*/u

/** The day without the words before it. `isEnd`: whether they say that it is the end of what follows. */
const withoutLead = (text: string): { readonly day: string; readonly isEnd: boolean; readonly isUnsure: boolean } => {
  let [day, isEnd, isUnsure] = [text, false, false]
  for (;;) {
    const [lead = ""] = leading.exec(day) ?? []
    const word = wordOf(lead)
    const filler = fillers.get(word)
    const rest = day.slice(lead.length)
    if (lead === "" || rest === "" || (filler === undefined && !isWeekday(word))) return { day, isEnd, isUnsure }
    isEnd ||= filler === "end"
    isUnsure ||= filler === "unsure"
    day = rest
  }
}

/** Reads a day, a month, a quarter or half a year in one of the forms people write. `isDayFirst` decides what 3/4/2027 means. */
export const readSpan = (text: string, isDayFirst: boolean): ReadSpan | undefined => {
  if (text.length > maxLength) return undefined
  const whole = withoutTime(text)
  const { day, isEnd, isUnsure } = withoutLead(whole)
  const ofYear = isEnd && /^\d{4}$/.test(day) ? endOf(Number(day), 12) : undefined
  const read = fromDay(whole, isDayFirst) ?? (day === whole ? undefined : (fromDay(day, isDayFirst) ?? ofYear))
  return read && { ...read, from: isEnd ? read.value : read.from, isUnsure: read.isUnsure || isUnsure }
}

/** The last day of what is read; of a span from one day to another, the end. */
export const readDate = (text: string, isDayFirst: boolean): ParsedValue<string> | undefined => {
  const [last = "", ...before] = text.length > maxLength ? [] : text.split("→").reverse()
  const read = readSpan(last, isDayFirst)
  return read && { value: read.value, isUnsure: read.isUnsure || before.length > 0 }
}

/** Day numbers of workbooks from 2000 to 2099, which are no dates outside of a column of dates. */
const dayNumbers = { from: 36_526, to: 73_050, epoch: Date.UTC(1899, 11, 30) / 86_400_000 }

/**
 * Reads a date in a column of dates, where a workbook's number of a day is one, which is told; `edge` says which day of a span
 * is meant.
 */
export const readDateCell = (
  text: string,
  isDayFirst: boolean,
  edge: "first" | "last" = "last"
): ParsedValue<string> | undefined => {
  const [number = 0] = numbersIn(/^(\d{5})(?:[.,]\d+)?$/, text.trim())
  if (number >= dayNumbers.from && number <= dayNumbers.to)
    return { value: dateOfDay(dayNumbers.epoch + number), isUnsure: true }
  if (edge === "last") return readDate(text, isDayFirst)
  const read = readSpan(text, isDayFirst)
  return read && { value: read.from, isUnsure: read.isUnsure }
}

const slashedIn = (text: string): ReadonlyArray<number> => numbersIn(withSlashes, withoutLead(withoutTime(text)).day)

/** Whether a date means another day in the other order. */
export const isTwoWay = (text: string): boolean => {
  const [one = 0, two = 0] = text.length > maxLength ? [] : slashedIn(text)
  return one !== two && one >= 1 && two >= 1 && one <= 12 && two <= 12
}

/** What dates such as 25/3/2027 tell about the order. `hasSlashes`: whether the order matters to any of them. */
export const orderIn = (texts: ReadonlyArray<string>) => {
  const slashed = texts.map((text) => (text.length > maxLength ? [] : slashedIn(text)))
  const isDay = (at: number): boolean => slashed.some((numbers) => (numbers[at] ?? 0) > 12)
  const [first, second] = [isDay(0), isDay(1)]
  return {
    hasSlashes: slashed.some(({ length }) => length > 0),
    // Dates of both orders tell nothing.
    isDayFirst: first === second ? undefined : first
  }
}
