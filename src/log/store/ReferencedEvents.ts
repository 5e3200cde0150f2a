import { Effect } from "effect"
import { DisplayNames } from "../../accounts/users/DisplayNames.ts"
import type { DecidedOutcome } from "../../domain/Outcome.ts"
import {
  type EventStamp,
  type NamedStamp,
  type Referring,
  referenceOf,
  withActor,
  withReference
} from "../../domain/References.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { EventStore } from "./EventStore.ts"

export interface NamedStamps {
  /** Those of the events with these sequence numbers. */
  readonly stamps: (sequenceNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<NamedStamp>, StorageError>
}

/** Says who made events, when, and what that user is called now. */
export const namedStamps = Effect.gen(function* () {
  const { stamps } = yield* EventStore
  const names = yield* DisplayNames
  const named = (stamp: EventStamp): NamedStamp => ({ ...stamp, actorDisplayName: names.of(stamp.actorId) })
  return {
    stamps: (sequenceNumbers) => Effect.map(stamps(sequenceNumbers), (found) => found.map(named))
  } satisfies NamedStamps
})

/** Events with who made those that they name by number, and when. Most name none, and nothing is read for them. */
export const withReferences = <Event extends Referring>({ stamps }: NamedStamps, events: ReadonlyArray<Event>) => {
  const wanted = new Set(events.flatMap((event) => referenceOf(event) ?? []))
  if (wanted.size === 0) return Effect.succeed(events)
  return Effect.map(stamps([...wanted]), (found) => {
    const known = new Map(found.map((stamp) => [stamp.sequenceNumber, stamp]))
    return events.map((event) => withReference(event, known.get(referenceOf(event) ?? 0)))
  })
}

/** The outcome with who made the change that it conflicts with. Without that it is as true, so no failure matters. */
export const withOpponent = ({ stamps }: NamedStamps, outcome: DecidedOutcome) => {
  const { rejection } = outcome
  if (rejection?.code !== "conflict") return Effect.succeed(outcome)
  return stamps([rejection.sequenceNumber]).pipe(
    Effect.map(([stamp]): DecidedOutcome => ({ ...outcome, rejection: withActor(rejection, stamp) })),
    Effect.orElseSucceed(() => outcome)
  )
}
