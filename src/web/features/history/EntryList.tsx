import { DayList } from "../../parts/DayList.tsx"
import { Entry } from "./Entry.tsx"
import { type HistoryFilter, matches } from "./HistoryFilter.ts"
import type { HistoryList } from "./HistoryList.ts"
import * as history from "./HistoryTexts.ts"

interface Props {
  readonly list: HistoryList
  readonly filter: HistoryFilter
  /** The level of the headings of the days. */
  readonly heading: 2 | 3
  /** The sequence number of the event that an address names. */
  readonly shownEvent?: number | undefined
  readonly teamName?: (teamId: string) => string | undefined
}

/** The entries of a history that match a filter. */
export const EntryList = ({ list, filter, heading, shownEvent, teamName }: Props) => {
  const entries = list.entries.value
  const isEmpty = entries?.length === 0 && list.nextFrom.value === undefined
  const sequenceNumber = entries?.[0]?.sequenceNumber ?? 0
  return (
    <DayList
      list={list}
      entries={entries?.filter((entry) => matches(filter, entry)) ?? []}
      heading={heading}
      none={isEmpty ? history.empty : history.noneLeft}
      unreachable={history.unreachable}
      row={(entry) => (
        <Entry
          key={entry.sequenceNumber}
          entry={entry}
          sequenceNumber={sequenceNumber}
          isShown={entry.sequenceNumber === shownEvent}
          teamName={entry.teamId === null ? undefined : teamName?.(entry.teamId)}
        />
      )}
    />
  )
}
