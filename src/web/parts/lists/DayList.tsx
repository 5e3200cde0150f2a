import type { ComponentChild } from "preact"
import { dayLabel } from "../../texts/values/DayLabel.ts"
import { localDayOf } from "../../texts/values/PageFormats.ts"
import { groupByDay } from "./GroupByDay.ts"
import { LoadOlder } from "./LoadOlder.tsx"
import type { PagedList } from "./PagedList.ts"

interface Props<Entry> {
  readonly list: PagedList<unknown>
  /** The entries that are shown. */
  readonly entries: ReadonlyArray<Entry>
  /** The level of the headings of the days. */
  readonly heading: 2 | 3
  /** The text in place of entries when none of the loaded ones is shown. */
  readonly none: string
  /** The text when a page of entries could not be loaded. */
  readonly unreachable: string
  readonly row: (entry: Entry) => ComponentChild
}

/** A list grouped by day, newest first, with a button for older entries. */
export const DayList = <Entry extends { readonly timestamp: string }>(props: Props<Entry>) => {
  const { list, entries, heading, none, unreachable, row } = props
  const Heading = `h${heading}` as const
  const isEmpty = entries.length === 0
  return (
    <div class="history" aria-busy={list.isLoading.value}>
      {groupByDay(entries, localDayOf).map(({ day, key, entries }) => (
        <section key={key}>
          <Heading>{dayLabel(day)}</Heading>
          <ol>{entries.map(row)}</ol>
        </section>
      ))}
      {list.entries.value !== undefined && isEmpty && <p class="quiet">{none}</p>}
      <LoadOlder list={list} unreachable={unreachable} isEmpty={isEmpty} />
    </div>
  )
}
