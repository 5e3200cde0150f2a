import type { EventData } from "../Event.ts"
import type { Team } from "../state/State.ts"
import type { FieldHistory, FieldSet, OwnChanges } from "./OwnChanges.ts"

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
  /** Those of the set among the changes; none if they were taken back. */
  readonly lasting: ReadonlyArray<number>
  /** Events of the set whose change of the field somebody overwrote, with the event that did. */
  readonly overwritten: ReadonlyArray<{ readonly by: number; readonly later: number | null }>
}

/** A field's changes by the events, in runs: nobody else has changed it within one. */
const runsOf = ({ id, field, sets }: FieldHistory, changes: OwnChanges): ReadonlyArray<ReadonlyArray<FieldSet>> => {
  const runs: Array<Array<FieldSet>> = []
  for (const each of sets) {
    if (!changes.isOwn(each.by)) continue
    const previous = each.previous === null ? null : changes.lastingVersion(id, field, each.previous)
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.by === previous) run.push(each)
    else runs.push([{ ...each, previous }])
  }
  return runs
}

/** The last run of a field's changes. */
export const fieldRun = (history: FieldHistory, changes: OwnChanges): FieldRun | undefined => {
  const runs = runsOf(history, changes)
  const lastingIn = (run: ReadonlyArray<FieldSet>): ReadonlyArray<number> =>
    changes.set.has(run.at(-1)?.by ?? 0) ? run.flatMap(({ by }) => (changes.set.has(by) ? [by] : [])) : []
  const run = runs.at(-1) ?? []
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return {
    ...{ since: first.since, last: last.by, base: first.before, team: first.team },
    isWhole: runs.length === 1,
    lasting: lastingIn(run),
    overwritten: runs
      .slice(0, -1)
      .flatMap((each, index) => lastingIn(each).map((by) => ({ by, later: runs[index + 1]?.[0]?.previous ?? null })))
  }
}
