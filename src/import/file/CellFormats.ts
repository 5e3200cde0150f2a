import { dateOfDay } from "../../shared/Days.ts"
import { writeQuantity } from "../../shared/Quantities.ts"

/** How a workbook shows a number, as far as it tells what the number is. */
export interface CellFormat {
  readonly kind: "number" | "percent" | "date" | "time" | "duration"
  /** What stands behind the number: a currency, the word of a unit, or the unit of a duration. */
  readonly unit: string
  /** Whether a date has a time too. */
  readonly hasTime: boolean
}

/** The numbers of formats that workbooks do not write out: dates and times, also those of East Asia, and percentages. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

const builtIn = (id: number): string => {
  if (isBuiltInDate(id)) return id === 22 ? "yyyy-mm-dd hh:mm" : "yyyy-mm-dd"
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return "hh:mm:ss"
  if (id === 46) return "[h]:mm:ss"
  return id === 9 || id === 10 ? "0%" : "General"
}

const durationUnits: Readonly<Record<string, string>> = { h: "h", m: "min", s: "s" }

const money = /[\p{Sc}]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF)\b/u

/** The unit that a format of numbers shows: a currency, or a word where the format does not divide the number. */
const unitIn = (section: string): string => {
  const written = section.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"').replaceAll(/\[[^\]]*\]|[_*]./g, "")
  const isDivided = /[0#?],+(?![0#?])/.test(written.replaceAll(/"[^"]*"|\\./g, ""))
  const currency = money.exec(written)?.[0] ?? ""
  const behind = /[0#?]((?:"[^"]*"|\\.|[^0#?"\\])*)$/.exec(written)?.[1] ?? ""
  const word = behind.replaceAll(/["\\]/g, "").trim()
  return isDivided || word === "" || !/^[\p{L}\p{Sc}°/ ‰%.]+$/u.test(word) ? currency : word
}

const maxFormatLength = 255

/** What a format says, by its number, or as it is written out in the workbook. */
export const formatOf = (id: number, written: string | undefined): CellFormat => {
  const [section = ""] = (written ?? builtIn(id)).slice(0, maxFormatLength).split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const [, elapsed] = /\[([hms])+\]/i.exec(section) ?? []
  const bare = section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "").toLowerCase()
  const of = (kind: CellFormat["kind"], unit = "", hasTime = false): CellFormat => ({ kind, unit, hasTime })
  if (elapsed !== undefined) return of("duration", durationUnits[elapsed.toLowerCase()])
  if (bare.includes("%")) return of("percent")
  if (/general/.test(bare)) return of("number", unitIn(section))
  if (/[yd]/.test(bare)) return of("date", "", /[hs]/.test(bare))
  if (/[hs]/.test(bare)) return of("time")
  return /m/.test(bare) && !/[0#?]/.test(bare) ? of("date") : of("number", unitIn(section))
}

/** Days from 1970 to the day that is 0 for workbooks, and the last day that they have. */
const epoch = Date.UTC(1899, 11, 30) / 86_400_000
const maxDay = 2_958_465

/** 1900 is a leap year for workbooks, so that days before March 1900 are one less than they should be. */
const dayOf = (days: number, is1904: boolean): string => {
  const shift = is1904 ? 1_462 : days < 60 ? 1 : 0
  return dateOfDay(Math.floor(days) + shift + epoch)
}

/** The time of a day, to the minute. */
const hoursOf = (days: number): string => {
  const minutes = Math.round((days % 1) * 1_440) % 1_440
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":")
}

const perDay: Readonly<Record<string, number>> = { h: 24, min: 1_440, s: 86_400 }

/** As many digits as a workbook shows at most, so that 0.1 + 0.2 is 0.3. */
const rounded = (value: number): number => Number(value.toPrecision(15))

/** A number as the text that a person would write for what the workbook shows; `write` writes the figures. */
export const cellText = (
  value: number,
  { kind, unit, hasTime }: CellFormat,
  is1904: boolean,
  write = writeQuantity
): string => {
  const quantity = (number: number, unit: string): string => `${write(rounded(number))} ${unit}`.trim()
  if (kind === "percent") return `${write(Number((value * 100).toPrecision(12)))}%`
  if (kind === "duration") return quantity(Number((value * (perDay[unit] ?? 1)).toPrecision(12)), unit)
  if (kind === "number" || value < 0 || value > maxDay) return quantity(value, unit)
  if (kind === "time" && value < 1) return hoursOf(value)
  const day = dayOf(value, is1904)
  return (hasTime || kind === "time") && value % 1 !== 0 ? `${day} ${hoursOf(value)}` : day
}
