import { type Answers, answerFor } from "./Answers.ts"
import { monthsUpTo, type ReadSpan, readSpan } from "./Dates.ts"

/** What stands between the first and the last day, month or quarter of a period; a hyphen without spaces may stand in one of them. */
const between = /\s*(?:→|–|—|->|=>|\s-\s|\s(?:to|until|till|through|bis|au|à|a|al|hasta)\s)\s*/gi
const hyphen = /-/g

/** The years of companies that begin in a month of their own, in the words before their number. */
const fiscalYear =
  /\b(?:fy|gj|fiscal year|gesch(?:ä|ae)ftsjahr|wirtschaftsjahr|exercice|ejercicio|a(?:ñ|n)o fiscal)[\s.-]*['’]?(\d{4}|\d\d)(\s?[/-]\s?(?:\d{4}|\d\d))?(?!\d)/i

/** A month of a year by numbers, which could be a quarter. */
const monthByNumber = /^\d\d?[/.-]\d{4}$/

const maxLength = 80

export const partsOfPeriod = (text: string): ReadonlyArray<string> =>
  text
    .slice(0, maxLength)
    .split(between)
    .map((part) => part.trim())

const wholeYear = (text: string): ReadSpan | undefined =>
  /^(?:19|20|21)\d\d$/.test(text) ? { ...monthsUpTo(Number(text), 12, 12), isUnsure: false } : undefined

/** A period from one span to another; the first one may have the year of the last one. */
const fromEnds = (text: string, mark: RegExp, isDayFirst: boolean): ReadSpan | undefined => {
  for (const found of text.matchAll(mark)) {
    const first = text.slice(0, found.index).replace(/^(?:from|von|vom|du|de|del|desde)\s/i, "")
    const last = readSpan(text.slice(found.index + found[0].length), isDayFirst)
    if (last === undefined) continue
    const year = last.value.slice(0, 4)
    const start = [first, `${first} ${year}`, `${first}${year}`]
      .map((one) => readSpan(one.trim(), isDayFirst))
      .find((read) => read !== undefined)
    if (start !== undefined && start.from <= last.value) return { from: start.from, value: last.value, isUnsure: false }
  }
  return undefined
}

const readPlain = (text: string, isDayFirst: boolean): ReadSpan | undefined => {
  const whole = () => readSpan(text, isDayFirst)
  const read = wholeYear(text) ?? fromEnds(text, between, isDayFirst) ?? whole() ?? fromEnds(text, hyphen, isDayFirst)
  return read && { ...read, isUnsure: monthByNumber.test(text) || read.from === read.value }
}

/** A fiscal year whose first month is known, or a quarter or half of it. */
const readFiscal = (text: string, answers: Answers): ReadSpan | undefined => {
  const [about = ""] = fiscalYear.exec(text) ?? []
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(answerFor(answers, about) ?? "") ?? []
  // A quarter of some calendar year is the same quarter of this one, counted from its first month.
  const part = text
    .replace(about, " ")
    .replaceAll(/[\s/,.:()-]+/g, " ")
    .trim()
  const inYear = part === "" ? wholeYear("2001") : /\d/.test(part) ? readSpan(`${part} 2001`, true) : undefined
  if (inYear === undefined || year === undefined) return undefined
  const [first, last] = [inYear.from, inYear.value].map((date) => Number(date.slice(5, 7)))
  const months = last! - first! + 1
  return { ...monthsUpTo(Number(year), Number(month) - 1 + last!, months), isUnsure: false }
}

/** What stands in brackets may say the same in other words, or the days of what is none by itself. */
const readBracket = (text: string, isDayFirst: boolean): ReadSpan | undefined => {
  const [, outside = "", inside = ""] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(text) ?? []
  const outer = readPlain(outside, isDayFirst)
  const inner = readPlain(inside, isDayFirst) ?? readPlain(`${inside} ${outer?.value.slice(0, 4)}`, isDayFirst)
  return outer === undefined || (outer.from === inner?.from && outer.value === inner.value) ? inner : undefined
}

/**
 * The first and the last day of a period as people write it: `Q1 2027`, `2027`, `Jan–Mar 2027`. `answers` say what a text leaves
 * open. It is unsure where its numbers could be others.
 */
export const readPeriod = (written: string, isDayFirst: boolean, answers: Answers): ReadSpan | undefined => {
  const text = written.trim()
  if (text.length > maxLength) return undefined
  if (fiscalYear.test(text)) return readBracket(text, isDayFirst) ?? readFiscal(text, answers)
  const year = answerFor(answers, text)
  return (
    readPlain(text, isDayFirst) ??
    readBracket(text, isDayFirst) ??
    (/^\d{4}$/.test(year ?? "") ? readPlain(`${text} ${year}`, isDayFirst) : undefined)
  )
}

/** What a period leaves open, with what could be answered: the year of `Q1`, the first month of `FY27`. */
export const unclearIn = (text: string, years: () => ReadonlyArray<string>) => {
  const [about = "", number = "", second] = fiscalYear.exec(text.slice(0, maxLength)) ?? []
  if (about !== "" && readFiscal(text, { [about]: "2001-01" }) !== undefined) {
    const year = Number(number) + (number.length === 2 ? 2000 : 0)
    const inYear = (year: number, months: ReadonlyArray<string>) => months.map((month) => `${year}-${month}`)
    const [usual, others] = [
      ["04", "07", "10"],
      ["02", "03", "05", "06", "08", "09", "11", "12"]
    ] as const
    // Of two years it begins in the first; one is that of its end or of its beginning.
    const all = (months: ReadonlyArray<string>) => [
      ...(second === undefined ? inYear(year - 1, months) : []),
      ...inYear(year, months)
    ]
    return {
      ...{ about, isFiscal: true },
      answers: [...(second === undefined ? [`${year}-01`] : []), ...all(usual), ...all(others)]
    }
  }
  const isPart = about === "" && text !== "" && readPlain(`${text.slice(0, maxLength)} 2001`, true) !== undefined
  return isPart ? { about: text, isFiscal: false, answers: years() } : undefined
}
