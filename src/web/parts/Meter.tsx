interface Props {
  readonly percent: number
  readonly label: string
}

/** A progress bar with its percentage. */
export const Meter = ({ percent, label }: Props) => (
  <span class="percent" title={label}>
    <meter aria-label={label} min={0} max={100} value={percent} style={{ "--done": `${percent}%` }} />
    <span>{percent}%</span>
  </span>
)
