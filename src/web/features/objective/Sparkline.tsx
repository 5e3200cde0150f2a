import { sparkline } from "./SparklinePath.ts"

interface Props {
  /** From oldest to newest. */
  readonly values: ReadonlyArray<number>
  readonly target: number
  /** A description of what it shows. */
  readonly label: string
}

const [width, height] = [112, 30]

/** The values of a measure over time, with its target as a dashed line. */
export const Sparkline = ({ values, target, label }: Props) => {
  const drawn = sparkline(values, target, width, height)
  if (drawn === undefined) return null
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
