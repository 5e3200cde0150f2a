import { Effect } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { Objective } from "../domain/state/State.ts"
import type { ChainedEvent } from "../log/store/EventHash.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import type { NamedStamps } from "../log/store/ReferencedEvents.ts"
import { yieldingChunks } from "../log/YieldingSteps.ts"
import { daysIn } from "../shared/Days.ts"
import type { DeckContext, DueDateChange, Signature, TeamInput } from "./Input.ts"
import { localTime } from "./LocalTime.ts"

/** Events that are read at once, so that no other request waits for more than a millisecond or two. */
const eventsPerRead = 100

/** The objectives whose due dates are followed back, those that changed last, and how many changes of each. */
const limits = { objectives: 2_000, changes: 12 }

/** The event that set the due date last; undefined for one that the creation gave. */
const lastDueDate = ({ versions }: Objective): number | undefined => {
  const { dueDate = 0 } = versions
  return dueDate > Math.min(...Object.values(versions)) ? dueDate : undefined
}

/** An event has an absent date as an empty text. */
const changeIn = ({ sequenceNumber, oldValue, newValue }: ChainedEvent): DueDateChange => ({
  ...{ sequenceNumber, from: oldValue || null, to: newValue || null }
})

/** The changes of due dates, each found by the one after it: events name the one before on the same field. */
const dueDateChanges = Effect.fnUntraced(function* (
  { at }: Pick<EventStore["Service"], "at">,
  objectives: ReadonlyArray<Objective>
): Effect.fn.Return<TeamInput["postponements"], StorageError> {
  const found = new Map<EntityId, ReadonlyArray<DueDateChange>>()
  let wanted = new Map(
    objectives
      .flatMap((objective) => {
        const event = lastDueDate(objective)
        return event === undefined ? [] : [[event, objective.id] as const]
      })
      .sort(([one], [other]) => other - one)
      .slice(0, limits.objectives)
  )
  for (let round = 0; round < limits.changes && wanted.size > 0; round++) {
    const earlier = new Map<number, EntityId>()
    yield* yieldingChunks([...wanted.keys()], eventsPerRead, (numbers) =>
      Effect.map(at(numbers), (events) => {
        for (const event of events.filter(({ fieldName }) => fieldName === "dueDate")) {
          const id = wanted.get(event.sequenceNumber)
          if (id === undefined) continue
          found.set(id, [changeIn(event), ...(found.get(id) ?? [])])
          if (event.previousSequence !== null) earlier.set(event.previousSequence, id)
        }
      })
    )
    wanted = earlier
  }
  return found
})

/** Who gave the notes of statuses, and when. */
const signatures = Effect.fnUntraced(function* (
  { stamps }: NamedStamps,
  objectives: ReadonlyArray<Objective>,
  { notes, timeZone }: Pick<DeckContext, "notes" | "timeZone">
): Effect.fn.Return<TeamInput["reasons"], StorageError> {
  const days = daysIn(timeZone)
  const noted = new Map(
    objectives.flatMap(({ id, statusNote, versions: { status } }) =>
      statusNote === "" || status === undefined ? [] : [[status, id] as const]
    )
  )
  const found = new Map<EntityId, Signature>()
  yield* yieldingChunks([...noted.keys()], eventsPerRead, (numbers) =>
    Effect.map(stamps(numbers), (all) => {
      for (const stamp of all) {
        const id = noted.get(stamp.sequenceNumber)
        const actorName = (notes && stamp.actorDisplayName) || ""
        if (id !== undefined) found.set(id, { timestamp: localTime(stamp.timestamp, days), actorName })
      }
    })
  )
  return found
})

/** Looks up what only the log knows of objectives: those that are shown, and those of the past that are gone. */
export const loggedFacts = Effect.fnUntraced(function* (
  sources: { readonly store: Pick<EventStore["Service"], "at">; readonly stamps: NamedStamps },
  now: ReadonlyArray<Objective>,
  past: ReadonlyArray<Objective>,
  context: Pick<DeckContext, "notes" | "timeZone">
) {
  const known = new Set(now.map(({ id }) => id))
  const gone = past.filter(({ id }) => !known.has(id))
  return {
    postponements: yield* dueDateChanges(sources.store, [...now, ...gone]),
    reasons: yield* signatures(sources.stamps, now, context)
  } satisfies Pick<TeamInput, "postponements" | "reasons">
})
