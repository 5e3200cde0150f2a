interface Props {
  readonly percent: number
  readonly label: string
  /** The percentage that steady progress would have reached today: a mark on the bar. */
  readonly pace?: number | null
}

/** A progress bar with its percentage. */
export const Meter = ({ percent, label, pace = null }: Props) => (
  <span class="percent" title={label}>
    <meter
      aria-label={label}
      min={0}
      max={100}
      value={percent}
      style={{ "--done": `${percent}%`, "--pace": pace === null ? "-9%" : `${pace}%` }}
    />
    <span>{percent}%</span>
  </span>
)
