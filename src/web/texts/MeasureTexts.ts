import type { CheckIn, Definition } from "../../shared/FieldEdits.ts"
import { confidenceOf } from "./CheckInWords.ts"
import { formatNumber } from "./values/PageFormats.ts"

export const inUnit = (value: number, unit: string): string =>
  `${formatNumber(value)}${unit === "" || unit === "%" ? "" : " "}${unit}`

export const definitionLabel = ({ name, unit, start, target }: Definition): string =>
  `${name}: ${formatNumber(start)} – ${inUnit(target, unit)}`

export const checkInLabel =
  (unit: string) =>
  ({ value, confidence, note }: CheckIn): string =>
    [typeof value === "number" ? inUnit(value, unit) : value, confidence === null ? "" : confidenceOf(confidence), note]
      .filter((part) => part !== "")
      .join(" · ")
