import type { HistoryEntry } from "../../../domain/views/History.ts"
import { DayList } from "../../parts/lists/DayList.tsx"
import { ChangeSet } from "./ChangeSet.tsx"
import { groupByChangeSet } from "./ChangeSetGroups.ts"
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
      teamName={entry.teamId === null ? undefined : teamName?.(entry.teamId)}
    />
  )
  return (
    <DayList
      list={list}
      entries={groupByChangeSet(entries?.filter((entry) => matches(filter, entry)) ?? [])}
      heading={heading}
      none={entries?.length === 0 && !hasOlder ? history.empty : history.noneLeft}
      unreachable={history.unreachable}
      row={({ entries, changeSet }) =>
        changeSet === undefined || entries.length === 1 ? (
          rowOf(entries[0], false)
        ) : (
          <ChangeSet
            key={changeSet.id}
            changeSet={changeSet}
            entries={entries}
            isCut={changeSet.id === oldest}
            isOpened={entries.some((entry) => entry.sequenceNumber === shownEvent)}
            row={(entry) => rowOf(entry, true)}
          />
        )
      }
    />
  )
}
