import * as texts from "../../texts/Common.ts"

interface Props {
  readonly percent: number
  readonly label: string
  /** The percentage that steady progress would have reached today: words behind the label, and a mark on the bar, from 1 on. */
  readonly pace?: number | null
}

/** Further right, the bar's round end would cut the mark off. */
const maxMark = 97

/** A progress bar with its percentage. */
export const Meter = ({ percent, label, pace = null }: Props) => {
  const words = `${label}${pace === null ? "" : texts.expectedToday(pace)}`
  return (
    <span class="percent" title={words}>
      <meter
        aria-label={words}
        min={0}
        max={100}
        value={percent}
        style={{
          "--done": `${percent}%`,
          "--pace": pace === null || pace < 1 ? "-99%" : `${Math.min(pace, maxMark)}%`
        }}
      />
      <span>{percent}%</span>
    </span>
  )
}
