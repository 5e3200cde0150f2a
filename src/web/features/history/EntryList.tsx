import { groupByDay } from "../../parts/GroupByDay.ts"
import { LoadOlder } from "../../parts/LoadOlder.tsx"
import { dayLabel } from "../../texts/DayLabel.ts"
import { localDayOf } from "../../texts/Formats.ts"
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

/** A history grouped by day, newest first, with a button for older entries. */
export const EntryList = ({ list, filter, heading, shownEvent, teamName }: Props) => {
  const Heading = `h${heading}` as const
  const entries = list.entries.value
  const isLoading = list.isLoading.value
  const hasMore = entries === undefined || list.nextFrom.value !== undefined
  const matching = entries?.filter((entry) => matches(filter, entry)) ?? []
  const sequenceNumber = entries?.[0]?.sequenceNumber ?? 0
  return (
    <div class="history" aria-busy={isLoading}>
      {groupByDay(matching, localDayOf).map(({ day, key, entries }) => (
        <section key={key}>
          <Heading>{dayLabel(day)}</Heading>
          <ol>
            {entries.map((entry) => {
              const name = entry.teamId === null ? undefined : teamName?.(entry.teamId)
              return (
                <Entry
                  key={entry.sequenceNumber}
                  entry={entry}
                  sequenceNumber={sequenceNumber}
                  isShown={entry.sequenceNumber === shownEvent}
                  {...(name === undefined ? {} : { teamName: name })}
                />
              )
            })}
          </ol>
        </section>
      ))}
      {entries !== undefined && matching.length === 0 && (
        <p class="quiet">{entries.length === 0 && !hasMore ? history.empty : history.noneLeft}</p>
      )}
      {list.failure.value !== undefined && (
        <p class="trouble" role="alert">
          {history.unreachable}
        </p>
      )}
      <LoadOlder
        isLoading={isLoading}
        hasFailed={list.failure.value !== undefined}
        hasMore={hasMore}
        isEmpty={matching.length === 0}
        loadOlder={list.loadOlder}
      />
    </div>
  )
}
