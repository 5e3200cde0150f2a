/** A power of ten in words, at the beginning of what stands behind a number. */
interface Magnitude {
  /** 0 without one. */
  readonly power: number
  /** As it is written; "" without one. */
  readonly word: string
  /** What is left. */
  readonly unit: string
  /** Whether it could be a unit instead: `100m` is a hundred metres, or a hundred million. */
  readonly isGuess: boolean
}

const money = String.raw`\p{Sc}|EUR|USD|GBP|CHF`

/** Words, and whether they are a guess. */
const magnitudes: ReadonlyArray<readonly [power: number, words: RegExp, isGuess: boolean]> = [
  [3, /^\s?(?:tsd\.?|thousands?|tausend|k)(?![\p{L}\d²³])/iu, false],
  [3, new RegExp(String.raw`^\s?[kKT](?=${money})`, "u"), false],
  [6, /^\s?(?:mio\.?|mln\.?|mn|millions?|millionen)(?!\p{L})/iu, false],
  [6, new RegExp(String.raw`^\s?(?:M(?![\p{L}\d²³])|[mM](?=${money}))`, "u"), false],
  [6, /^m(?![\p{L}\d²³])/u, true],
  [4, /^\s?[万萬만]/u, false],
  [5, /^\s?(?:lakhs?|lacs?)(?!\p{L})/iu, false],
  [7, /^\s?(?:crores?|cr\.?)(?!\p{L})/iu, false],
  [8, /^\s?[亿億억]/u, false],
  [9, /^\s?(?:mrd\.?|bn|billions?|milliarden?|milliards?|mds?|mia\.?)(?!\p{L})/iu, false],
  [9, /^B(?![\p{L}\d])/u, false]
]

/** `isMoney`: whether a currency stands before the number, which tells that `m` is a million. */
export const magnitudeIn = (behind: string, isMoney: boolean): Magnitude => {
  for (const [power, words, isGuess] of magnitudes) {
    const [found] = words.exec(behind) ?? []
    if (found === undefined) continue
    return { power, word: found.trim(), unit: behind.slice(found.length).trim(), isGuess: isGuess && !isMoney }
  }
  return { power: 0, word: "", unit: behind.trim(), isGuess: false }
}

/** A unit with its power of ten as people write them together: `€m`, `k€`, `Mio. €`. */
export const scaledUnit = (prefix: string, word: string, unit: string): string => {
  const all = `${prefix} ${unit}`.trim()
  if (word.length > 2) return `${word} ${all}`.trim()
  if (prefix !== "") return `${prefix}${word} ${unit}`.trim()
  return new RegExp(`^(?:${money})`, "u").test(unit) ? `${word}${unit}` : `${word} ${unit}`.trim()
}

const hoursAndMinutes =
  /^(\d{1,4})(?:\s?(?:h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?)\s?(?:(\d\d)|(\d\d?)\s?(?:m|mins?\.?|minutes?|minuten|minutos))|:(\d\d)\s?(?:h|hrs?\.?|hours?|std\.?))$/i

/** Hours and minutes in hours; undefined for any other text, also for `1:30`, which could be minutes. */
export const hoursIn = (text: string): number | undefined => {
  const [, hours, ...minutes] = hoursAndMinutes.exec(text) ?? []
  const rest = Number(minutes.find((found) => found !== undefined))
  return rest < 60 ? Number((Number(hours) + rest / 60).toPrecision(12)) : undefined
}

/** What a unit counts, and how many of it one of the unit is. */
interface Counted {
  readonly base: string
  readonly factor: number
}

const convertible: ReadonlyArray<readonly [base: string, factor: number, words: RegExp]> = [
  ["percent", 1, /^(?:%|pct\.?|percent|per cent|prozent|v\.\s?h\.|pour cent|por ciento)$/i],
  ["percent", 0.1, /^(?:‰|per mille|promille)$/i],
  ["second", 0.001, /^(?:ms|milliseconds?|millisekunden?)$/i],
  ["second", 1, /^(?:s|secs?\.?|seconds?|sek\.?|sekunden?|secondes?|segundos?)$/i],
  ["second", 60, /^(?:mins?\.?|minutes?|minuten?|minutos?)$/i],
  ["second", 3_600, /^(?:h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?)$/i],
  ["second", 86_400, /^(?:d|days?|tage?n?|jours?|días?)$/i],
  ["second", 604_800, /^(?:w|wks?\.?|weeks?|wochen?|semaines?|semanas?)$/i],
  ["month", 1, /^(?:mths?\.?|months?|monate?n?|mois|mes|meses)$/i],
  ["month", 3, /^(?:quarters?|quartale?n?|trimestres?)$/i],
  ["month", 12, /^(?:y|yrs?\.?|years?|jahre?n?|ans?|années?|años?)$/i]
]

const currencies: ReadonlyArray<readonly [word: RegExp, code: string]> = [
  [/^(?:€|euros?|eur)$/i, "eur"],
  [/^(?:\$|us\$|usd|dollars?)$/i, "usd"],
  [/^(?:£|gbp|pounds?)$/i, "gbp"],
  [/^(?:fr\.|chf|franken)$/i, "chf"]
]

/** The power of ten of `€m` and `USDbn` before the currency. */
const flipped = (unit: string): string => unit.replace(new RegExp(`^(${money})\\s?([kKmMB]|mn|bn)$`, "u"), "$2 $1")

const countedBy = (written: string): Counted => {
  const unit = flipped(written)
  const { power, unit: word } = magnitudeIn(unit, false)
  // A unit of one letter is that unit: metres, not millions.
  if (power > 0 && unit.length > 1) {
    const { base, factor } = countedBy(word)
    return { base, factor: factor * 10 ** power }
  }
  const [base, factor = 1] = convertible.find(([, , words]) => words.test(unit)) ?? []
  const code = currencies.find(([words]) => words.test(unit))?.[1]
  const plain = unit.toLowerCase().replaceAll(/\s+/g, " ")
  return { base: base ?? code ?? plain.replace(/(?<=.{3})s$/, ""), factor }
}

/** Whether a unit is money, a share or a time, with a power of ten or without. */
export const isKnownUnit = (unit: string): boolean => {
  const { base } = countedBy(unit)
  return ["percent", "second", "month"].includes(base) || currencies.some(([, code]) => code === base)
}

/**
 * A value of one unit in another one; undefined where they do not count the same. Without a unit it is of what the other
 * counts. Twelve digits, as of a division.
 */
export const converted = (value: number, from: string, to: string): number | undefined => {
  const other = countedBy(to)
  const one = from === "" ? { base: other.base, factor: 1 } : countedBy(from)
  if (one.base !== other.base) return undefined
  return one.factor === other.factor ? value : Number(((value * one.factor) / other.factor).toPrecision(12))
}
