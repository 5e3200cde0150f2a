import { Effect } from "effect"
import { DisplayNames } from "../../accounts/users/DisplayNames.ts"
import { originsOf } from "../../domain/Provenance.ts"
import { type HistoryRow, historyEntry, teamOfEvent } from "../../domain/views/History.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { namedStamps, withReferences } from "../store/ReferencedEvents.ts"
import { Projector } from "./Projector.ts"

/** Makes the function that makes the entries of a history from its rows. */
export const make = Effect.gen(function* () {
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const stamps = yield* namedStamps
  const names = yield* DisplayNames

  return Effect.fnUntraced(function* (rows: ReadonlyArray<HistoryRow>) {
    const logged = rows.map(({ event }) => event)
    const origins = originsOf(yield* provenance.of(logged.map(({ sequenceNumber }) => sequenceNumber)))
    const events = yield* withReferences(stamps, logged)
    const state = yield* projector.state
    return rows.map(({ touched, own, event: read }, index) => {
      const event = events[index] ?? read
      const origin = origins.get(event.sequenceNumber)
      const actorDisplayName = names.of(event.actorId)
      return historyEntry(event, { touched, own, teamId: teamOfEvent(event, state), origin, actorDisplayName })
    })
  })
})
