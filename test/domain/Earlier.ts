import { assert } from "@effect/vitest"
import type { EventEffect, LoggedEvent, Submission } from "../../src/domain/Event.ts"
import { restoreTarget } from "../../src/domain/events/RestoreData.ts"
import { keptFromEarlier } from "../../src/domain/LookBack.ts"
import type { State } from "../../src/domain/state/State.ts"

/** The states of a log, each right after an event. */
export type Past = (sequenceNumber: number) => State | undefined

export const noPast: Past = () => undefined

/** A submission with the state that it goes back to, if it goes back. */
export const withEarlier = (submission: Submission, past: Past): Submission => ({
  ...submission,
  earlier: past(restoreTarget(submission) ?? -1)
})

/** An event of a log that keeps no effects, with its own, made by looking back. */
export const withEffect = <Event extends LoggedEvent>(before: State, event: Event, past: Past): Event => {
  const target = event.status === "applied" ? restoreTarget(event) : null
  const earlier = target === null ? undefined : past(target)
  const effect: EventEffect | undefined = earlier && keptFromEarlier(before, event, earlier).effect
  return effect === undefined ? event : { ...event, effect }
}

/** A state that a log has. */
export const stateAt = (past: Past, sequenceNumber: number): State =>
  past(sequenceNumber) ?? assert.fail(`There is no state after event ${sequenceNumber}.`)
