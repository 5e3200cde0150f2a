import type { Cells } from "../../shared/Csv.ts"

/** Lines of a drawn table, between its rows. */
const ruler = /^[\s|:+=_─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢╪╞╡-]*$/u

const withBars = (line: string): string => line.replaceAll(/[│┃║]/g, "|")

const isRow = (line: string): boolean => /(?<!\\)\|/.test(line) && !ruler.test(line)

/** Whether two lines have bars between texts, one of them with a ruler below or with bars at both ends. */
export const hasBars = (text: string): boolean => {
  const lines = withBars(text).split(/\r\n?|\n/)
  const rows = lines.filter(isRow)
  const isDrawn = lines.some((line) => /[|+┼╪╬]/.test(line) && /[-=─━═]{2}/.test(line) && ruler.test(line))
  return rows.length > 1 && (isDrawn || rows.filter((line) => /^\s*\|.*\|\s*$/.test(line)).length > 1)
}

/** A cell without what only marks its text up. */
const plainOf = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/<br\s*\/?>/gi, "\n")
    .replaceAll("\\|", "|")
    .replace(/^(\*\*|__|`|\*)(.+)\1$/s, "$2")

/** Reads a table with bars, as in Markdown; a row for each line, so that rows have their lines' numbers, and none but empty ones beside it. */
export const readBars = (text: string): Cells =>
  withBars(text)
    .split(/\r\n?|\n/)
    .map((line) => {
      if (!isRow(line)) return [""]
      const inside = line
        .trim()
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "")
      return inside.split(/(?<!\\)\|/).map(plainOf)
    })

/** The lines, from 1, beside a table with bars. */
export const linesBesideBars = (text: string): ReadonlyArray<number> =>
  withBars(text)
    .split(/\r\n?|\n/)
    .flatMap((line, at) => (isRow(line) || ruler.test(line) || /^\s*```/.test(line) ? [] : [at + 1]))
