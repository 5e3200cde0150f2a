import { confidence as confidenceRange } from "../shared/Limits.ts"
import { type DecimalSign, type Quantity, readQuantity } from "../shared/Quantities.ts"
import { converted } from "../shared/Units.ts"
import { oneLine, severalLines } from "./CellText.ts"
import type { Column } from "./Columns.ts"
import type { Notes } from "./ImportNotes.ts"
import { type ImportItem, newItem, type ParsedValue } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import { statusWordsIn } from "./StatusWords.ts"

/** What words, and signs like those of a status, mean on the scale from 0 to 10. */
const confidenceWords: ReadonlyArray<readonly [words: RegExp, value: number]> = [
  [/^(high|hoch|green)$/, 8],
  [/^(medium|mid|mittel|yellow)$/, 5],
  [/^(low|niedrig|gering|red)$/, 2]
]

/** A confidence from 0 to 10; as a percentage, a part of 1 or a word it is unsure. */
export const readConfidence = (text: string): ParsedValue<number> | undefined => {
  const [, written = "", sign = ""] = /^(\d*[.,]?\d+)\s*(%|\/\s*10)?$/.exec(text.trim()) ?? []
  if (written === "") {
    const word = statusWordsIn(text)
    const found = confidenceWords.find(([words]) => words.test(word))
    return found && { value: found[1], isUnsure: true }
  }
  const number = Number(written.replace(",", "."))
  const isPart = sign === "" && number < 1 && number > 0
  const value = sign === "%" ? number / 10 : isPart ? number * 10 : number
  const isUnsure = sign === "%" || isPart
  if (value > confidenceRange.maximum || !(isUnsure || Number.isInteger(value))) return undefined
  return { value: Math.round(value), isUnsure }
}

type Quantities = ReadonlyArray<Quantity | undefined>

/** The unit of what is written: with its power of ten where all that is not 0 has one, else of the whole numbers. */
const unitOf = (quantities: Quantities): string => {
  const given = quantities.filter((each) => each !== undefined)
  const isScaled = given.every(({ value, magnitude }) => value === 0 || magnitude !== undefined)
  const units = given.map(({ magnitude = "", unit }) => (isScaled ? `${magnitude} ${unit}`.trim() : unit))
  return units.find((unit) => unit !== "") ?? ""
}

/** A number of at most 1 without a unit, beside percentages: below 1 it is the fraction that a sheet shows as one. */
const isFraction = ({ value, unit, magnitude }: Quantity, others: Quantities): boolean =>
  value !== 0 &&
  Math.abs(value) <= 1 &&
  unit === "" &&
  magnitude === undefined &&
  others.some((other) => other?.unit === "%" && Math.abs(other.value) > 1)

/** A measure from its cells; undefined, with a note, where it has no target, or several units. */
export const measureOf = (
  row: number,
  name: string,
  cellOf: (column: Column) => string,
  decimal: DecimalSign,
  notes: Notes
): ImportItem | undefined => {
  const quantity = (column: "start" | "target" | "value"): Quantity | undefined => {
    const text = cellOf(column).trim()
    return notes.checked(row, "number", text, readQuantity(text, decimal))
  }
  const [start, target, value] = [quantity("start"), quantity("target"), quantity("value")]
  const title = oneLine(name)
  const lost = (why: texts.NoteText): undefined => {
    notes.add(row, why, true)
  }
  if (target === undefined) return lost(texts.noTarget(title))
  if (cellOf("start").trim() === "") notes.add(row, texts.noStart(title))
  const all = [target, start, value]
  const unit = oneLine(cellOf("unit")) || unitOf(all)
  const inUnit = (quantity: Quantity | undefined): number | undefined => {
    if (quantity === undefined) return undefined
    if (isFraction(quantity, all)) {
      const percent = Math.abs(quantity.value) === 1 ? quantity.value : Number((quantity.value * 100).toPrecision(12))
      notes.add(row, texts.readAs(String(quantity.value), `${percent}%`))
      return percent
    }
    if (quantity.unit === "" && quantity.magnitude === undefined) return quantity.value
    return converted(quantity.value, quantity.unit, unit) ?? Number.NaN
  }
  const [to = 0, from = 0, now = from] = [inUnit(target), inUnit(start), inUnit(value)]
  if ([to, from, now].some(Number.isNaN)) return lost(texts.severalUnits(title))
  if (from === to) return lost(texts.noDistance(title))
  const confidence = cellOf("confidence")
  const measure = newItem("progress", row, title, {
    unit,
    start: from,
    target: to,
    value: now,
    confidence: notes.checked(row, "whole number from 0 to 10", confidence, readConfidence(confidence))?.value ?? null,
    note: severalLines(cellOf("note"))
  })
  if (start === undefined) measure.implied.add("start")
  if (value === undefined) measure.implied.add("value")
  return measure
}

const maxLineLength = 400

const inOneLine = /^(.+?)[:,]?\s+(\S+)\s*(?:→|->|=>|\sto\s|\sbis\s)\s*(.+)$/

/** A measure as people write it in a line: "Refunds within a day: 60 → 95 %". */
export const measureInLine = (
  row: number,
  line: string,
  decimal: DecimalSign,
  notes: Notes
): ImportItem | undefined => {
  const [, name = "", start = "", target = ""] = line.length > maxLineLength ? [] : (inOneLine.exec(line) ?? [])
  const isMeasure = readQuantity(start, decimal) !== undefined && readQuantity(target, decimal) !== undefined
  const cells: Partial<Record<Column, string>> = { start, target }
  return isMeasure ? measureOf(row, name, (column) => cells[column] ?? "", decimal, notes) : undefined
}
