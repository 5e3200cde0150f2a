import { Effect } from "effect"
import type { State } from "../../domain/state/State.ts"
import { appliedChange, type ChangeFilter, wantsTeams, wantsType } from "../../domain/views/AppliedChange.ts"
import type { EventStore } from "../store/EventStore.ts"

interface Range {
  readonly after: number
  /** Inclusive, and not beyond `state`. */
  readonly upTo: number
  readonly state: State
}

/** The applied events of a part of the log that a filter lets through, in order. Each may have 64 KiB of data. */
export const read = Effect.fnUntraced(function* (
  store: Pick<EventStore["Service"], "read" | "associations">,
  pageUrl: string | null,
  filter: ChangeFilter,
  { after, upTo, state }: Range
) {
  const candidates = (yield* store.read(after, upTo - after)).filter(
    (event) => event.status === "applied" && wantsType(filter, event)
  )
  if (candidates.length === 0) return []
  const touched = Map.groupBy(yield* store.associations(after, upTo), ({ sequenceNumber }) => sequenceNumber)
  return candidates
    .map((event) => appliedChange(event, touched.get(event.sequenceNumber) ?? [], state, pageUrl))
    .filter(({ teamIds }) => wantsTeams(filter, teamIds))
})
