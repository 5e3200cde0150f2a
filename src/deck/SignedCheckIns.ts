import { Effect } from "effect"
import type { CheckIn, Objective } from "../domain/state/State.ts"
import { namedStamps } from "../log/store/ReferencedEvents.ts"

/**
 * Makes the function that has check-ins say who made them by that person's display name; nobody has to see with what others
 * sign in. In a deck without names they say nobody, and stay so.
 */
export const make = Effect.gen(function* () {
  const { stamps } = yield* namedStamps

  return Effect.fnUntraced(function* (objectives: ReadonlyArray<Objective>) {
    const checkIns = objectives.flatMap(({ progress }) => progress.flatMap((measure) => measure.checkIns))
    const numbers = checkIns.flatMap(({ actorName, sequenceNumber }) => (actorName === "" ? [] : [sequenceNumber]))
    if (numbers.length === 0) return objectives
    const found = yield* stamps(numbers)
    const names = new Map(found.map((stamp) => [stamp.sequenceNumber, stamp.actorDisplayName ?? ""]))
    const inNames = (checkIn: CheckIn): CheckIn => ({
      ...checkIn,
      actorName: checkIn.actorName && (names.get(checkIn.sequenceNumber) ?? "")
    })
    return objectives.map((objective) => ({
      ...objective,
      progress: objective.progress.map((measure) => ({ ...measure, checkIns: measure.checkIns.map(inNames) }))
    }))
  })
})
