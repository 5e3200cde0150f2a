import type { CheckIn, Definition } from "../../shared/FieldEdits.ts"
import { type Measured, wrongWayBy } from "../../shared/Percent.ts"
import { quantity, wrongWay } from "../../shared/words/Doubts.ts"
import { confidenceOf } from "./CheckInWords.ts"
import { formatDay, formatNumber, pageFormats } from "./values/PageFormats.ts"

export const inUnit = (value: number, unit: string): string => quantity(value, unit, pageFormats)

/** How far a measure is the wrong way; empty if it is not. */
export const wrongWayText = (measure: Measured & { readonly unit: string }): string => {
  const by = wrongWayBy(measure)
  return by === 0 ? "" : wrongWay(inUnit(by, measure.unit))
}

export const definitionLabel = ({ name, unit, start, target }: Definition): string =>
  `${name}: ${formatNumber(start)} – ${inUnit(target, unit)}`

export const checkInLabel =
  (unit: string) =>
  ({ value, confidence, note, date }: CheckIn): string =>
    [
      typeof value === "number" ? inUnit(value, unit) : value,
      confidence === null ? "" : confidenceOf(confidence),
      note,
      formatDay(date ?? "")
    ]
      .filter((part) => part !== "")
      .join(" · ")
