interface Props {
  readonly percent: number
  readonly label: string
  /** The percentage that steady progress would have reached today: a mark on the bar, from 1 on. */
  readonly pace?: number | null
}

/** Further right, the bar's round end would cut the mark off. */
const maxMark = 97

/** A progress bar with its percentage. */
export const Meter = ({ percent, label, pace = null }: Props) => (
  <span class="percent" title={label}>
    <meter
      aria-label={label}
      min={0}
      max={100}
      value={percent}
      style={{ "--done": `${percent}%`, "--pace": pace === null || pace < 1 ? "-9%" : `${Math.min(pace, maxMark)}%` }}
    />
    <span>{percent}%</span>
  </span>
)
