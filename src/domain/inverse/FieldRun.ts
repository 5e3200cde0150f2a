import type { EventData } from "../Event.ts"
import type { Team } from "../state/State.ts"
import type { FieldHistory, OwnChanges } from "./OwnChanges.ts"

/** The last changes of a field that nobody else's lie between. */
export interface FieldRun {
  /** The event before which the field was as in `base`. */
  readonly since: number
  readonly last: number
  /** The data of the edit that sets it back; undefined if that is not known. */
  readonly base: EventData | undefined
  /** The team before the first, where states were looked up. */
  readonly team: Team | undefined
  /** Whether no other of the events changed the field before. */
  readonly isWhole: boolean
  /** Events of the set whose change of the field somebody overwrote, with the event that did. */
  readonly overwritten: ReadonlyArray<{ readonly by: number; readonly later: number | null }>
}

/** The events of the set among the last of a field's changes; none if they were taken back. */
export const lastingChanges = (
  { sets }: FieldHistory,
  changes: OwnChanges,
  upTo = sets.length
): ReadonlyArray<number> => {
  if (upTo === 0 || !changes.set.has(sets[upTo - 1]?.by ?? 0)) return []
  let from = upTo - 1
  while (from > 0 && sets[from]?.previous === sets[from - 1]?.by) from--
  return sets.slice(from, upTo).flatMap(({ by }) => (changes.set.has(by) ? [by] : []))
}

/** The last run of a field's changes. */
export const fieldRun = (history: FieldHistory, changes: OwnChanges): FieldRun | undefined => {
  const { sets } = history
  const overwritten: Array<{ by: number; later: number | null }> = []
  let from = 0
  for (let index = 1; index < sets.length; index++) {
    const previous = sets[index]?.previous ?? null
    if (previous === sets[index - 1]?.by) continue
    overwritten.push(...lastingChanges(history, changes, index).map((by) => ({ by, later: previous })))
    from = index
  }
  const [first, last] = [sets[from], sets.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { since: first.since, last: last.by, base: first.before, team: first.team, isWhole: from === 0, overwritten }
}
