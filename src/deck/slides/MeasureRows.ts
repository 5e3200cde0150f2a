import type { Objective, Progress } from "../../domain/state/State.ts"
import { counted, numberText, percentText, quantityText } from "../facts/Numbers.ts"
import { percentOfMeasure } from "../facts/Percent.ts"
import type { Flow } from "./Paging.ts"
import { type Row, tableFlow } from "./Rows.ts"
import { barIn, cell, empty, head } from "./TableCells.ts"
import { growth } from "./TableSizes.ts"

const header = (confidence: boolean): Row => ({
  cells: [
    head("Measure"),
    head("Start → now of target"),
    head("Progress", { columns: 2 }),
    ...(confidence ? [head("Confidence")] : [])
  ],
  marks: []
})

const columns =
  (confidence: boolean, size: number) =>
  (width: number): ReadonlyArray<number> => {
    const values = width * 0.312
    const bar = width * 0.12
    const [percent, sure] = [0.75 * growth(size), 1.1 * growth(size)]
    const rest = width - values - bar - percent
    return confidence ? [rest - sure, values, bar, percent, sure] : [rest, values, bar, percent]
  }

const row = (measure: Progress, confidence: boolean): Row => {
  const { name, unit, start, target, value } = measure
  const percent = percentOfMeasure(measure)
  const sure = measure.confidence === null ? cell("–", { color: "muted" }) : cell(`${measure.confidence} of 10`)
  return {
    cells: [
      cell(name),
      cell(`${numberText(start)} → ${numberText(value)} of ${quantityText(target, unit)}`),
      empty,
      cell(percentText(percent)),
      ...(confidence ? [sure] : [])
    ],
    marks: [barIn(2, percent, `${percentText(percent)} of the way: ${name}`)]
  }
}

/** An objective's measures, each with how far it has come; null without any. Confidence only if one was ever given. */
export const measureTable = ({ progress }: Objective, size: number): Flow | null => {
  const confidence = progress.some((measure) => measure.confidence !== null)
  return tableFlow({
    columns: columns(confidence, size),
    size,
    header: header(confidence),
    sections: [{ heading: null, again: null, rows: progress.map((measure) => row(measure, confidence)) }],
    alt: `${counted(progress.length, "measure")} with start, value now, target and progress`
  })
}
