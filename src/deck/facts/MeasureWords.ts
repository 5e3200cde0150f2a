import type { Progress } from "../../domain/state/State.ts"
import { wrongWayBy } from "../../shared/Percent.ts"
import { wrongWay } from "../../shared/words/Doubts.ts"
import { isPrefixUnit, numberText, quantityText } from "./DeckNumbers.ts"

type Quantities = Pick<Progress, "start" | "value" | "target" | "unit">

const ofScale = /^(?:of|\/)\s*([\d.]+)/i

/** `54 of 80 accounts`, `$54 of $80`; a unit that says itself of how many: `12 of 12`, `4.33 of 5, target 4.5`. */
const ofTarget = ({ value, target, unit }: Quantities): string => {
  const scale = ofScale.exec(unit)?.[1]
  if (scale !== undefined) {
    const reached = quantityText(value, unit)
    return Number(scale) === target ? reached : `${reached}, target ${numberText(target)}`
  }
  const reached = isPrefixUnit(unit) ? quantityText(value, unit) : numberText(value)
  return `${reached} of ${quantityText(target, unit)}`
}

const downTo = ({ start, value, target, unit }: Quantities): string => {
  const moved = value === start ? "" : `, ${value < start ? "down" : "up"} from ${quantityText(start, unit)}`
  return `${quantityText(value, unit)}${moved}, target ${quantityText(target, unit)}`
}

const wayWords = (measure: Quantities): string => {
  const { start, value, target, unit } = measure
  if (target < start) return downTo(measure)
  return start === 0 && value >= 0 ? ofTarget(measure) : `${ofTarget(measure)}, from ${quantityText(start, unit)}`
}

/**
 * `54 of 80 accounts`, `54 of 80 accounts, from 20`; where less is better: `3 days, down from 8 days, target 1 day`; of what is
 * worse than its start also by how much: `2 days the wrong way`.
 */
export const measureText = (measure: Quantities): string => {
  const by = wrongWayBy(measure)
  return by === 0 ? wayWords(measure) : `${wayWords(measure)}; ${wrongWay(quantityText(by, measure.unit))}`
}
