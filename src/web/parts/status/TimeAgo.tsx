import { formatTimestamp, timeAgo } from "../../texts/values/PageFormats.ts"

interface Props {
  /** An ISO 8601 timestamp. */
  readonly timestamp: string
  /** What is said with the time since then; by default only that. */
  readonly text?: (ago: string) => string
}

/** The time since something happened; the time itself is its title. */
export const TimeAgo = ({ timestamp, text = (ago) => ago }: Props) => (
  <time dateTime={timestamp} title={formatTimestamp(timestamp)}>
    {text(timeAgo(timestamp))}
  </time>
)
