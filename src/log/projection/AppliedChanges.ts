import { Effect } from "effect"
import { originsOf } from "../../domain/Provenance.ts"
import type { State } from "../../domain/state/State.ts"
import { appliedChange, type ChangeFilter, wantsTeams, wantsType } from "../../domain/views/AppliedChange.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { withReferences } from "../store/ReferencedEvents.ts"

interface Range {
  readonly after: number
  /** Inclusive, and not beyond `state`. */
  readonly upTo: number
  readonly state: State
}

/**
 * Makes the function that reads the applied events of a part of the log that a filter lets through, in order. Each may have
 * 64 KiB of data. `pageUrl` is the address of the page, null if it is unknown.
 */
export const make = Effect.fnUntraced(function* (pageUrl: string | null) {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore

  return Effect.fnUntraced(function* (filter: ChangeFilter, { after, upTo, state }: Range) {
    const candidates = (yield* store.read(after, upTo - after)).filter(
      (event) => event.status === "applied" && wantsType(filter, event)
    )
    if (candidates.length === 0) return []
    const touched = Map.groupBy(yield* store.associations(after, upTo), ({ sequenceNumber }) => sequenceNumber)
    const origins = originsOf(yield* provenance.of(candidates.map(({ sequenceNumber }) => sequenceNumber)))
    return (yield* withReferences(store, candidates))
      .map((event) =>
        appliedChange(event, touched.get(event.sequenceNumber) ?? [], state, {
          origin: origins.get(event.sequenceNumber),
          pageUrl
        })
      )
      .filter(({ teamIds }) => wantsTeams(filter, teamIds))
  })
})
