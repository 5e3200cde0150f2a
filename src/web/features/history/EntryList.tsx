import { byDay } from "../../parts/Days.ts"
import { More } from "../../parts/More.tsx"
import { dayWord } from "../../texts/DayWord.ts"
import { dayOf } from "../../texts/Formats.ts"
import { Entry } from "./Entry.tsx"
import { type HistoryFilter, passes } from "./HistoryFilter.ts"
import type { HistoryList } from "./HistoryList.ts"
import { history } from "./Texts.ts"

interface Props {
  readonly list: HistoryList
  readonly filter: HistoryFilter
  /** The level of the days' headings. */
  readonly heading: 2 | 3
  readonly teamName?: (teamId: string) => string | undefined
}

/** A history day by day, newest first, with a way to what is older. */
export const EntryList = ({ list, filter, heading, teamName }: Props) => {
  const Heading = `h${heading}` as const
  const entries = list.entries.value
  const isLoading = list.isLoading.value
  const hasMore = entries === undefined || list.next.value !== undefined
  const shown = entries?.filter((entry) => passes(filter, entry)) ?? []
  const sequenceNumber = entries?.[0]?.sequenceNumber ?? 0
  return (
    <div class="history" aria-busy={isLoading}>
      {byDay(shown, dayOf).map(({ day, key, entries }) => (
        <section key={key}>
          <Heading>{dayWord(day)}</Heading>
          <ol>
            {entries.map((entry) => {
              const name = entry.teamId === null ? undefined : teamName?.(entry.teamId)
              return (
                <Entry
                  key={entry.sequenceNumber}
                  entry={entry}
                  sequenceNumber={sequenceNumber}
                  {...(name === undefined ? {} : { teamName: name })}
                />
              )
            })}
          </ol>
        </section>
      ))}
      {entries !== undefined && shown.length === 0 && (
        <p class="quiet">{entries.length === 0 && !hasMore ? history.empty : history.noneLeft}</p>
      )}
      {list.trouble.value !== undefined && (
        <p class="trouble" role="alert">
          {history.unreachable}
        </p>
      )}
      <More
        isLoading={isLoading}
        hasTrouble={list.trouble.value !== undefined}
        hasMore={hasMore}
        isEmpty={shown.length === 0}
        older={list.older}
      />
    </div>
  )
}
