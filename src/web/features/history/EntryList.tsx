import type { HistoryEntry } from "../../../domain/views/History.ts"
import { DayList } from "../../parts/lists/DayList.tsx"
import { Entry } from "./Entry.tsx"
import { type HistoryFilter, matches } from "./HistoryFilter.ts"
import { historyItems } from "./HistoryItems.ts"
import type { HistoryList } from "./HistoryList.ts"
import * as history from "./HistoryTexts.ts"
import { ItemGroup } from "./ItemGroup.tsx"

interface Props {
  readonly list: HistoryList
  readonly filter: HistoryFilter
  /** The level of the headings of the days. */
  readonly heading: 2 | 3
  /** The sequence number of the event that an address names. */
  readonly shownEvent?: number | undefined
  /** Whether each entry is one line until it is opened, and a sitting of check-ins is one entry. */
  readonly isFolded?: boolean
  readonly teamName?: (teamId: string) => string | undefined
}

/** The entries of a history that match a filter. */
export const EntryList = ({ list, filter, heading, shownEvent, isFolded = false, teamName }: Props) => {
  const entries = list.entries.value
  const hasOlder = list.nextFrom.value !== undefined
  const oldest = hasOlder ? entries?.at(-1)?.changeSet?.id : undefined
  const sequenceNumber = entries?.[0]?.sequenceNumber ?? 0
  const rowOf = (entry: HistoryEntry, isInSet: boolean) => (
    <Entry
      key={entry.sequenceNumber}
      entry={entry}
      sequenceNumber={sequenceNumber}
      isShown={entry.sequenceNumber === shownEvent}
      isInSet={isInSet}
      isFolded={isFolded}
      teamName={entry.teamId === null ? undefined : teamName?.(entry.teamId)}
    />
  )
  return (
    <DayList
      list={list}
      entries={historyItems(entries?.filter((entry) => matches(filter, entry)) ?? [], isFolded)}
      heading={heading}
      none={entries?.length === 0 && !hasOlder ? history.empty : history.noneLeft}
      unreachable={history.unreachable}
      row={({ entries, changeSet }) =>
        entries.length === 1 ? (
          rowOf(entries[0], false)
        ) : (
          <ItemGroup
            key={changeSet?.id ?? entries[0].sequenceNumber}
            changeSet={changeSet}
            entries={entries}
            isFolded={isFolded}
            isCut={changeSet !== undefined && changeSet.id === oldest}
            isOpened={entries.some((entry) => entry.sequenceNumber === shownEvent)}
            row={(entry) => rowOf(entry, true)}
          />
        )
      }
    />
  )
}
