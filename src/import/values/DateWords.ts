import { searchable } from "../../shared/NormalizedText.ts"

/** A word without case, accents and full stops. */
export const wordOf = (name: string): string => searchable(name).replaceAll("’", "'").replaceAll(/[.,]/g, "").trim()

const languages = [
  ...["en", "en-GB", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro", "tr"],
  ...["ru", "uk"]
]

/** Days whose months, and days whose weekdays, are all there are. */
const yearDays = Array.from({ length: 12 }, (_, at) => Date.UTC(2000, at, 15))
const weekDays = Array.from({ length: 7 }, (_, at) => Date.UTC(2000, 0, 3 + at))

const readWords = () => {
  const months = new Map<string, number>()
  const weekdays = new Set(["tues", "thur", "thurs", "weds"])
  const add = (format: Intl.DateTimeFormat): void => {
    // Some languages have months as numbers beside a day.
    const wordIn = (day: number, part: "month" | "weekday"): string =>
      wordOf(format.formatToParts(day).find(({ type }) => type === part)?.value ?? "").replace(/.*\d.*/, "")
    for (const [at, day] of yearDays.entries()) months.set(wordIn(day, "month"), at + 1)
    for (const day of weekDays) weekdays.add(wordIn(day, "weekday"))
  }
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      add(new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" }))
      // Beside a day a month is in the genitive, as in “31 marca”.
      add(new Intl.DateTimeFormat(language, { day: "numeric", month: style, weekday: style, timeZone: "UTC" }))
    }
  }
  for (const quarter of [1, 2, 3, 4]) months.set(`q${quarter}`, quarter * 3)
  for (const half of [1, 2]) months.set(`h${half}`, half * 6)
  months.delete("")
  weekdays.delete("")
  return { months, weekdays }
}

let known: ReturnType<typeof readWords> | undefined

/** The words of all languages; made at the first use, which takes a tenth of a second. */
const words = () => (known ??= readWords())

/** The month, from 1, that a word names, or the last one of a quarter or half of a year. */
export const monthOf = (word: string): number | undefined => words().months.get(wordOf(word))

/** How many months a word names. */
export const monthsIn = (word: string): number => (/^q[1-4]$/i.test(word) ? 3 : /^h[12]$/i.test(word) ? 6 : 1)

export const isWeekday = (word: string): boolean => words().weekdays.has(word)

const wordsOf = (meaning: Filler, words: string): ReadonlyArray<readonly [word: string, meaning: Filler]> =>
  words.split(" ").map((word) => [word, meaning])

type Filler = "none" | "end" | "unsure"

/**
 * Words that may stand before a date in any of the languages: those that change nothing, those of an end, and those after which it
 * could be the day before. None is here that says another day, such as `early` or `mid`.
 */
export const fillers: ReadonlyMap<string, Filler> = new Map([
  ...wordsOf(
    "none",
    "by due on until till of the at latest no later than year is bis zum spatestens am den der dem des"
  ),
  ...wordsOf(
    "none",
    "d'ici d' d ici le la les au aux jusqu'au jusqu' jusqu pour de du des l' para el al hasta a del os o ate em"
  ),
  ...wordsOf("none", "entro il per uiterlijk tegen tot op senest senast den til do na ke k"),
  ...wordsOf("end", "end eo eoy ende fin fines finales fine eind einde slutet slut slutten konca konec fim final"),
  ...wordsOf("unsure", "before vor avant antes prima voor before")
])
