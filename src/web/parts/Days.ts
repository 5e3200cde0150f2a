export interface Day<Entry> {
  readonly day: string
  /** Tells days apart, though clocks that differ make one come twice; new entries leave it as it is. */
  readonly key: string
  readonly entries: ReadonlyArray<Entry>
}

/** Neighbours of one day together, in the order they come. */
export const byDay = <Entry extends { readonly timestamp: string }>(
  entries: ReadonlyArray<Entry>,
  dayOf: (timestamp: string) => string
): ReadonlyArray<Day<Entry>> => {
  const days: Array<Day<Entry> & { readonly entries: Array<Entry> }> = []
  for (const entry of entries) {
    const day = dayOf(entry.timestamp)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, key: `${day} ${days.filter((one) => one.day === day).length}`, entries: [entry] })
  }
  return days
}
