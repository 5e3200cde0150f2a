import { Effect } from "effect"
import { DisplayNames } from "../../accounts/users/DisplayNames.ts"
import type { LoggedEvent } from "../../domain/Event.ts"
import { originsOf } from "../../domain/Provenance.ts"
import type { State } from "../../domain/state/State.ts"
import { appliedChange, type ChangeFilter, wantsTeams, wantsType } from "../../domain/views/AppliedChange.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { namedStamps, withReferences } from "../store/ReferencedEvents.ts"

export interface Sources {
  readonly store: Pick<EventStore["Service"], "read" | "associations">
  readonly provenance: Pick<ProvenanceStore["Service"], "of">
}

interface Range {
  readonly after: number
  /** Inclusive. */
  readonly upTo: number
}

/**
 * The applied events of a part of the log that are wanted, in order, each with what it touched and how it came about. Each may
 * have 64 KiB of data.
 */
export const appliedEvents = Effect.fnUntraced(function* (
  { store, provenance }: Sources,
  { after, upTo }: Range,
  isWanted: (event: LoggedEvent) => boolean = () => true
) {
  const events = (yield* store.read(after, upTo - after)).filter(
    (event) => event.status === "applied" && isWanted(event)
  )
  if (events.length === 0) return []
  const [associations, origins] = yield* Effect.all(
    [
      store.associations(after, upTo),
      Effect.map(provenance.of(events.map(({ sequenceNumber }) => sequenceNumber)), originsOf)
    ],
    { concurrency: 2 }
  )
  const touched = Map.groupBy(associations, ({ sequenceNumber }) => sequenceNumber)
  return events.map((event) => ({
    event,
    touched: touched.get(event.sequenceNumber) ?? [],
    origin: origins.get(event.sequenceNumber)
  }))
})

/**
 * Makes the function that reads the changes of a part of the log that a filter lets through, in order. `state` is that after the
 * part or a later one, `pageUrl` the address of the page, null if it is unknown.
 */
export const make = Effect.fnUntraced(function* (pageUrl: string | null) {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const stamps = yield* namedStamps
  const names = yield* DisplayNames

  return Effect.fnUntraced(function* (filter: ChangeFilter, { state, ...range }: Range & { readonly state: State }) {
    const found = yield* appliedEvents({ store, provenance }, range, (event) => wantsType(filter, event))
    const events = yield* withReferences(
      stamps,
      found.map(({ event }) => event)
    )
    return found
      .map(({ event, touched, origin }, index) =>
        appliedChange(events[index] ?? event, touched, state, {
          ...{ origin, pageUrl },
          actorDisplayName: names.of(event.actorId)
        })
      )
      .filter(({ teamIds }) => wantsTeams(filter, teamIds))
  })
})
