import type { Progress } from "../../domain/state/State.ts"
import { wrongWayBy } from "../../shared/Percent.ts"
import { wrongWay } from "../../shared/words/Doubts.ts"
import { moneyOf, numberText, quantityText } from "./DeckNumbers.ts"

type Quantities = Pick<Progress, "start" | "value" | "target" | "unit">

const ofScale = /^(?:of|\/)\s*([\d.]+)/i

/** Writes the quantities of a measure, which stand beside each other. */
export const inUnitOf =
  ({ start, value, target, unit }: Quantities) =>
  (quantity: number): string =>
    quantityText(quantity, unit, [start, value, target])

/** `54 of 80 accounts`, `$54 of $80`; a unit that says itself of how many: `12 of 12`, `4.33 of 5, target 4.5`. */
const ofTarget = (measure: Quantities): string => {
  const { value, target, unit } = measure
  const inUnit = inUnitOf(measure)
  const scale = ofScale.exec(unit)?.[1]
  if (scale !== undefined) {
    return Number(scale) === target ? inUnit(value) : `${inUnit(value)}, target ${numberText(target)}`
  }
  return `${inUnitOf({ ...measure, unit: moneyOf(unit) })(value)} of ${inUnit(target)}`
}

const downTo = (measure: Quantities): string => {
  const { start, value, target } = measure
  const inUnit = inUnitOf(measure)
  const moved = value === start ? "" : `, ${value < start ? "down" : "up"} from ${inUnit(start)}`
  return `${inUnit(value)}${moved}, target ${inUnit(target)}`
}

const wayWords = (measure: Quantities): string => {
  const { start, value, target } = measure
  if (target < start) return downTo(measure)
  return start === 0 && value >= 0 ? ofTarget(measure) : `${ofTarget(measure)}, from ${inUnitOf(measure)(start)}`
}

/** A value beside its target: `54 of 80 accounts`; where less is better `3 days, target 1 day`. */
export const valueText = (measure: Quantities): string => {
  const inUnit = inUnitOf(measure)
  return measure.target < measure.start
    ? `${inUnit(measure.value)}, target ${inUnit(measure.target)}`
    : ofTarget(measure)
}

/**
 * `54 of 80 accounts`, `54 of 80 accounts, from 20`; where less is better: `3 days, down from 8 days, target 1 day`; of what is
 * worse than its start also by how much: `2 days the wrong way`.
 */
export const measureText = (measure: Quantities): string => {
  const by = wrongWayBy(measure)
  return by === 0 ? wayWords(measure) : `${wayWords(measure)}; ${wrongWay(quantityText(by, measure.unit))}`
}
