import { confidence as confidenceRange } from "../shared/Limits.ts"
import { type DecimalSign, type Quantity, readQuantity } from "../shared/Quantities.ts"
import { oneLine, severalLines } from "./CellText.ts"
import type { Column } from "./Columns.ts"
import { type ImportItem, newItem } from "./ImportTree.ts"
import type { Notes } from "./Notes.ts"
import * as texts from "./NoteTexts.ts"

/** A measure from its cells; undefined, with a note, where it has no target. */
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
  const lost = (why: string): undefined => {
    notes.add(row, why, true)
  }
  if (target === undefined) return lost(texts.noTarget(title))
  if (cellOf("start").trim() === "") notes.add(row, texts.noStart(title))
  const from = start?.value ?? 0
  if (from === target.value) return lost(texts.noDistance(title))
  const confidence = cellOf("confidence")
  const [written] = /^\d+(?=\s*(\/\s*10)?$)/.exec(confidence.trim()) ?? []
  const sure = { value: Number(written), isUnsure: false }
  const isConfidence = sure.value <= confidenceRange.maximum
  return newItem("progress", row, title, {
    unit: oneLine(cellOf("unit")) || target.unit || start?.unit || value?.unit || "",
    start: from,
    target: target.value,
    value: value?.value ?? from,
    confidence:
      notes.checked(row, "whole number from 0 to 10", confidence, isConfidence ? sure : undefined)?.value ?? null,
    note: severalLines(cellOf("note"))
  })
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
