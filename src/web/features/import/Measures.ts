import { confidence as confidenceRange } from "../../../shared/Limits.ts"
import { type DecimalSign, type Quantity, readQuantity } from "../../texts/Quantities.ts"
import { oneLine, severalLines } from "./CellText.ts"
import * as texts from "./Texts.ts"
import type { Measure, Notes } from "./Things.ts"

export type MeasureCells = Readonly<Record<"unit" | "start" | "target" | "value" | "confidence" | "note", string>>

const noCells: MeasureCells = { unit: "", start: "", target: "", value: "", confidence: "", note: "" }

/** A measure from its cells; undefined, with a note, where it has no name or no target. */
export const measureOf = (
  row: number,
  name: string,
  cells: MeasureCells,
  decimal: DecimalSign,
  notes: Notes
): Measure | undefined => {
  const quantity = (text: string): Quantity | undefined => {
    if (text.trim() === "") return undefined
    const read = readQuantity(text, decimal)
    if (read === undefined) notes.add(row, texts.notA("number", text), true)
    else if (read.isUnsure) notes.add(row, texts.readAs(text, read.value))
    return read
  }
  const [start, target, value] = [quantity(cells.start), quantity(cells.target), quantity(cells.value)]
  const title = oneLine(name)
  const lost = (why: string): undefined => {
    notes.add(row, why, true)
  }
  if (title === "") return lost(texts.noTitle("measure"))
  if (target === undefined) return lost(texts.noTarget(title))
  if (start === undefined && cells.start.trim() === "") notes.add(row, texts.noStart(title))
  const from = start?.value ?? 0
  if (from === target.value) return lost(texts.noDistance(title))
  const written = cells.confidence.replace(/\s*\/\s*10$/, "").trim()
  const confidence = Number(written)
  const isConfidence = /^\d+$/.test(written) && confidence <= confidenceRange.maximum
  if (written !== "" && !isConfidence) notes.add(row, texts.notA("whole number up to 10", cells.confidence), true)
  return {
    row,
    title,
    unit: oneLine(cells.unit) || target.unit || start?.unit || value?.unit || "",
    start: from,
    target: target.value,
    value: value?.value ?? from,
    confidence: isConfidence ? confidence : null,
    note: severalLines(cells.note)
  }
}

const maxLineLength = 400

const inOneLine = /^(.+?)[:,]?\s+(\S+)\s*(?:→|->|=>|\sto\s|\sbis\s)\s*(.+)$/

/** A measure as people write it in a line: "Refunds within a day: 60 → 95 %". */
export const measureInLine = (row: number, line: string, decimal: DecimalSign, notes: Notes): Measure | undefined => {
  const [, name = "", start = "", target = ""] = line.length > maxLineLength ? [] : (inOneLine.exec(line) ?? [])
  const isMeasure = readQuantity(start, decimal) !== undefined && readQuantity(target, decimal) !== undefined
  return isMeasure ? measureOf(row, name, { ...noCells, start, target }, decimal, notes) : undefined
}
