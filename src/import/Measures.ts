import { confidence as confidenceRange } from "../shared/Limits.ts"
import { type Quantity, readQuantity, writtenSign } from "../shared/Quantities.ts"
import { converted, isTime } from "../shared/Units.ts"
import { oneLine, severalLines } from "./CellText.ts"
import type { Column, Reading } from "./Columns.ts"
import type { Notes } from "./ImportNotes.ts"
import { type ImportItem, newItem, type ParsedValue } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import * as questions from "./QuestionTexts.ts"
import { answerIn } from "./values/Answers.ts"
import { statusWordsIn } from "./values/StatusWords.ts"

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
  const isScaled = given.every(({ value, scaled }) => value === 0 || scaled !== undefined)
  const units = given.map(({ scaled, unit }) => (isScaled ? (scaled ?? unit) : unit)).filter((unit) => unit !== "")
  // By itself `m` would be a unit.
  return units[0] === "m" && units.some((unit) => unit !== "m") ? "" : (units[0] ?? "")
}

/** A number of at most 1 without a unit, beside percentages: below 1 it is the fraction that a sheet shows as one. */
const isFraction = ({ value, unit, scaled }: Quantity, others: Quantities): boolean =>
  value !== 0 &&
  Math.abs(value) <= 1 &&
  unit === "" &&
  scaled === undefined &&
  others.some((other) => other?.unit === "%" && Math.abs(other.value) > 1)

/** What `30m` means: minutes beside times, and what it says where the others have nothing but `m`; else millions. */
const asMeant = (quantity: Quantity | undefined, all: Quantities): Quantity | undefined => {
  if (quantity?.scaled !== "m") return quantity
  const value = Number((quantity.value / 1e6).toPrecision(12))
  if (all.some((other) => other !== undefined && isTime(other.unit))) return { value, unit: "min", isUnsure: true }
  const isAlone = all.every((other) => other === undefined || other.value === 0 || other.scaled === "m")
  return isAlone ? { value, unit: "m", isUnsure: false } : quantity
}

type NumberReading = Pick<Reading, "decimal" | "units">

/** The unit in which figures of several units were answered to be; asks for it otherwise. */
const answeredUnit = (row: number, all: Quantities, { units }: NumberReading, notes: Notes): string | undefined => {
  const asked = questions.unit([...new Set(all.flatMap((each) => each?.scaled ?? (each?.unit || [])))].toSorted())
  notes.ask(row, asked)
  const answer = answerIn(units, asked.about)
  return answer === "skip" ? undefined : answer
}

/** The measure, of which the text does not say these numbers. */
const withImplied = (measure: ImportItem, numbers: Readonly<Record<string, Quantity | undefined>>): ImportItem => {
  for (const [name, quantity] of Object.entries(numbers)) if (quantity === undefined) measure.implied.add(name)
  return measure
}

/** A figure in the unit of its measure, `NaN` where it can't be; notes where a fraction is read as a per cent. */
const inUnit = (row: number, quantity: Quantity, unit: string, all: Quantities, notes: Notes): number => {
  if (isFraction(quantity, all)) {
    const percent = Math.abs(quantity.value) === 1 ? quantity.value : Number((quantity.value * 100).toPrecision(12))
    notes.add(row, texts.readAs(String(quantity.value), `${percent}%`))
    return percent
  }
  if (quantity.unit === "" && quantity.scaled === undefined) return quantity.value
  return converted(quantity.value, quantity.unit, unit) ?? Number.NaN
}

/** Notes how a value without a unit is read where it is ten times the others, or more, so that it may be in another unit. */
const noteFarValue = (
  row: number,
  value: Quantity | undefined,
  others: ReadonlyArray<number>,
  unit: string,
  notes: Notes
) => {
  const largest = Math.max(...others.map(Math.abs))
  if (value?.unit !== "" || value.scaled !== undefined || unit === "" || largest === 0) return
  if (Math.abs(value.value) >= 10 * largest) notes.add(row, texts.readAs(String(value.value), `${value.value} ${unit}`))
}

/** The start of a measure: none where the text is no number, which is not 0. */
const startOf = (text: string | undefined, read: Quantity | undefined, start: number) =>
  read === undefined && text ? {} : { start }

/** A measure from its cells; undefined, with a note, where it has no target, or several units. */
export const measureOf = (
  row: number,
  name: string,
  cellOf: (column: Column) => string,
  reading: NumberReading,
  notes: Notes
): ImportItem | undefined => {
  const { decimal } = reading
  const written = (["start", "target", "value"] as const).map((column) => cellOf(column).trim())
  const read = written.map((text) => readQuantity(text, decimal))
  const [start, target, value] = written.map((text, at) => {
    if (writtenSign(text) === undefined) notes.ask(row, questions.decimal(text, decimal))
    return notes.checked(row, "number", text, asMeant(read[at], read))
  })
  const title = oneLine(name)
  const lost = (why: texts.NoteText): undefined => {
    notes.add(row, why, true)
  }
  // A measure that is there already needs no other number than its new value.
  if (target === undefined && value === undefined) return lost(texts.noTarget(title))
  const all = [target, start, value]
  let unit = oneLine(cellOf("unit")) || unitOf(all)
  let [to = 0, from = 0, now = from] = [target, start, value].map((each) => each && inUnit(row, each, unit, all, notes))
  if ([to, from, now].some(Number.isNaN)) {
    const answer = answeredUnit(row, unit === "" ? all : [...all, { value: 0, unit, isUnsure: false }], reading, notes)
    if (answer === undefined)
      return lost(texts.severalUnits(title))
      // The figures as they stand.
    ;[unit, to, from, now] = [answer, target?.value ?? 0, start?.value ?? 0, value?.value ?? start?.value ?? 0]
  }
  if (all.slice(0, 2).every((each) => each) && from === to) return lost(texts.noDistance(title))
  if (cellOf("unit") === "") noteFarValue(row, value, [from, to], unit, notes)
  const confidence = cellOf("confidence")
  const measure = newItem("progress", row, title, {
    unit,
    ...startOf(written[0], start, from),
    target: to,
    value: now,
    confidence: notes.checked(row, "whole number from 0 to 10", confidence, readConfidence(confidence))?.value ?? null,
    note: severalLines(cellOf("note"))
  })
  return withImplied(measure, { start, target, value })
}

const maxLineLength = 400

const inOneLine = /^(.+?)[:,]?\s+(?:(?:from|von|de)\s+)?(\S+)\s*(?:→|->|=>|\sto\s|\sbis\s)\s*(.+)$/

/** A measure as people write it in a line: "Refunds within a day: 60 → 95 %". */
export const measureInLine = (
  row: number,
  line: string,
  reading: NumberReading,
  notes: Notes
): ImportItem | undefined => {
  const [, name = "", start = "", target = ""] = line.length > maxLineLength ? [] : (inOneLine.exec(line) ?? [])
  const isMeasure = [start, target].every((each) => readQuantity(each, reading.decimal) !== undefined)
  const cells: Partial<Record<Column, string>> = { start, target }
  return isMeasure ? measureOf(row, name, (column) => cells[column] ?? "", reading, notes) : undefined
}
