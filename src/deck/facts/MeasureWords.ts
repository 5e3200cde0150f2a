import type { Progress } from "../../domain/state/State.ts"
import { isPrefixUnit, numberText, quantityText } from "./Numbers.ts"

type Quantities = Pick<Progress, "start" | "value" | "target" | "unit">

/** `54 of 80 accounts`, `$54 of $80`; a unit that says itself of how many: `12 of 12`. */
const ofTarget = ({ value, target, unit }: Quantities): string => {
  if (/^(?:of|\/)\s*\d/i.test(unit)) return quantityText(value, unit)
  const reached = isPrefixUnit(unit) ? quantityText(value, unit) : numberText(value)
  return `${reached} of ${quantityText(target, unit)}`
}

const downTo = ({ start, value, target, unit }: Quantities): string => {
  const moved = value === start ? "" : `, ${value < start ? "down" : "up"} from ${quantityText(start, unit)}`
  return `${quantityText(value, unit)}${moved}, target ${quantityText(target, unit)}`
}

/** `54 of 80 accounts`, `54 of 80 accounts, from 20`; where less is better: `3 days, down from 8 days, target 1 day`. */
export const measureText = (measure: Quantities): string => {
  const { start, value, target, unit } = measure
  if (target < start) return downTo(measure)
  return start === 0 && value >= 0 ? ofTarget(measure) : `${ofTarget(measure)}, from ${quantityText(start, unit)}`
}
