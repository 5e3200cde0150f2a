import * as texts from "../../texts/SharedTexts.ts"
import { type Dates, noPeriod, thisQuarter } from "../../workspace/objective/PlannedDates.ts"
import { type Option, Select } from "./Select.tsx"

interface Props {
  /** As `filteredPeriod` gives it. */
  readonly period: string
  /** The objectives to choose from. */
  readonly all: Iterable<Dates>
  readonly onChoose: (period: string) => void
}

/** A filter by the quarters in which objectives start or are due, with this one first. */
export const QuarterSelect = ({ period, all, onChoose }: Props) => {
  const dates = [...all].flatMap(({ startDate, dueDate }) => [startDate, dueDate].filter((date) => date !== null))
  const quarters = new Set(dates.toSorted().map(texts.periods.quarterOf))
  // An address may name a half or a year.
  const others = ["", thisQuarter, noPeriod].includes(period) ? quarters : quarters.add(period)
  return (
    <Select
      label={texts.periods.label}
      value={period}
      options={[
        ["", texts.periods.any],
        [thisQuarter, texts.periods.thisQuarter],
        ...[...others].map((name): Option => [name, name]),
        [noPeriod, texts.periods.none]
      ]}
      onChoose={onChoose}
    />
  )
}
