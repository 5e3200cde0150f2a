import { Effect } from "effect"
import type { DecidedOutcome } from "../../domain/Outcome.ts"
import { type Referring, referenceOf, withReference } from "../../domain/References.ts"
import type { EventStore } from "./EventStore.ts"

/** Events with who made those that they name by number, and when. Most name none, and nothing is read for them. */
export const withReferences = <Event extends Referring>(
  { stamps }: Pick<EventStore["Service"], "stamps">,
  events: ReadonlyArray<Event>
) => {
  const wanted = new Set(events.flatMap((event) => referenceOf(event) ?? []))
  if (wanted.size === 0) return Effect.succeed(events)
  return Effect.map(stamps([...wanted]), (found) => {
    const known = new Map(found.map((stamp) => [stamp.sequenceNumber, stamp]))
    return events.map((event) => withReference(event, known.get(referenceOf(event) ?? 0)))
  })
}

/** The outcome with who made the change that it conflicts with. Without that it is as true, so no failure matters. */
export const withOpponent = ({ stamps }: Pick<EventStore["Service"], "stamps">, outcome: DecidedOutcome) => {
  const { rejection } = outcome
  if (rejection?.code !== "conflict") return Effect.succeed(outcome)
  return stamps([rejection.sequenceNumber]).pipe(
    Effect.map(([stamp]): DecidedOutcome => {
      const { actorName = null, timestamp = null } = stamp ?? {}
      return { ...outcome, rejection: { ...rejection, actorName, timestamp } }
    }),
    Effect.orElseSucceed(() => outcome)
  )
}
