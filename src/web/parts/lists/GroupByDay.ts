interface DayGroup<Entry> {
  readonly day: string
  /**
   * Unique even if a day occurs twice, which happens when servers' clocks differ. It stays the same when entries are
   * added.
   */
  readonly key: string
  readonly entries: ReadonlyArray<Entry>
}

/** Groups consecutive entries of the same day; the order stays. */
export const groupByDay = <Entry extends { readonly timestamp: string }>(
  entries: ReadonlyArray<Entry>,
  dayOf: (timestamp: string) => string
): ReadonlyArray<DayGroup<Entry>> => {
  const days: Array<DayGroup<Entry> & { readonly entries: Array<Entry> }> = []
  for (const entry of entries) {
    const day = dayOf(entry.timestamp)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, key: `${day} ${days.filter((group) => group.day === day).length}`, entries: [entry] })
  }
  return days
}
