import { normalized, searchable } from "../shared/NormalizedText.ts"
import { linesOf } from "./CellText.ts"

/**
 * The index of the title that a cell names, in order: by its number and title ("2. Safe"), by the title, by the title
 * without regard to case and accents; -1 when it names none. Of equal titles it finds the first.
 */
export const indexOfReference = (titles: ReadonlyArray<string>, text: string): number => {
  const name = normalized(text)
  const [, number = "", rest = ""] = /^(\d+)\. (.+)$/.exec(name) ?? []
  const numbered = Number(number) - 1
  if (number !== "" && titles[numbered] === rest) return numbered
  const exact = titles.indexOf(name)
  if (exact >= 0) return exact
  const loose = searchable(name)
  const similar = titles.findIndex((title) => searchable(title) === loose)
  return similar >= 0 || rest === "" ? similar : indexOfReference(titles, rest)
}

/** A text by which `indexOfReference` finds this title: the title itself where that is enough. */
export const referenceTo = (titles: ReadonlyArray<string>, index: number): string => {
  const title = titles[index] ?? ""
  return indexOfReference(titles, title) === index ? title : `${index + 1}. ${title}`
}

/** What Notion writes behind the title of a page that another one refers to; with the comma before the next one. */
const pageAddress = / \((?:https?:\/\/|\.\.\/)[^)\s]*\)/g
const listedAddress = / \((?:https?:\/\/|\.\.\/)[^)\s]*\)(?:, |$)/

export const withoutAddress = (text: string): string => text.replaceAll(pageAddress, "")

/**
 * The references in a cell: one a line, or separated by semicolons, or as Notion writes them. Commas separate only what
 * `isKnown` on both sides, since titles have commas too.
 */
export const referencesIn = (cell: string, isKnown: (text: string) => boolean): ReadonlyArray<string> =>
  linesOf(cell).flatMap((line) => {
    const partsAt = (separator: string | RegExp): ReadonlyArray<string> =>
      line
        .split(separator)
        .map((part) => withoutAddress(part).trim())
        .filter((part) => part !== "")
    if (isKnown(line)) return [line]
    if (listedAddress.test(line)) return partsAt(listedAddress)
    const known = partsAt(",")
    return known.length > 1 && known.every(isKnown) ? known : partsAt(";")
  })
