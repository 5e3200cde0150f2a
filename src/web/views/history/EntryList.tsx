import { byDay, type HistoryFilter, passes } from "../../model/HistoryFilter.ts"
import type { HistoryList } from "../../model/HistoryList.ts"
import { day, dayFromToday, dayOf, today } from "../../texts/Formats.ts"
import { history } from "../../texts/LookingBack.ts"
import { texts } from "../../texts/Texts.ts"
import { Entry } from "./Entry.tsx"

interface Props {
  readonly list: HistoryList
  readonly filter: HistoryFilter
  /** The level of the days' headings. */
  readonly heading: 2 | 3
  readonly teamName?: (teamId: string) => string | undefined
}

const dayWord = (text: string): string => {
  if (text === today()) return history.today
  return text === dayFromToday(-1) ? history.yesterday : day(text)
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
      <p class="more">
        {isLoading ? (
          <span class="quiet">{texts.common.loading}</span>
        ) : hasMore ? (
          <button type="button" class="small" onClick={list.older}>
            {list.trouble.value === undefined ? history.older : texts.common.retry}
          </button>
        ) : (
          shown.length > 0 && <span class="quiet">{history.allShown}</span>
        )}
      </p>
    </div>
  )
}
