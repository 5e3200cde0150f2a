import type { Measure } from "../../workspace/Team.ts"
import * as texts from "./ObjectiveTexts.ts"
import { sparkline } from "./SparklinePath.ts"

const [width, height] = [112, 30]

interface Props {
  readonly measure: Measure
  /** Of its check-ins, from oldest to newest. */
  readonly values: ReadonlyArray<number>
}

/** The values of a measure's check-ins, with its target as a dashed line. */
export const CheckInSparkline = ({ measure: { start, target }, values }: Props) => {
  const [first, last] = [values.at(0), values.at(-1)]
  const drawn = sparkline([start, ...values], target, width, height)
  if (first === undefined || last === undefined || drawn === undefined) return null
  const label = texts.measures.checkIns(values.length, first, last)
  return (
    <svg
      class="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path class="goal" d={`M0 ${drawn.target}H${width}`} />
      <path class="course" d={drawn.line} />
      <circle cx={drawn.end.x} cy={drawn.end.y} r="2.5" />
    </svg>
  )
}
