import { Effect } from "effect"
import type { CheckIn, Objective } from "../domain/state/State.ts"
import { namedStamps } from "../log/store/ReferencedEvents.ts"
import { nameOf } from "../shared/words/ActorName.ts"

/**
 * Makes the function that has check-ins say who made them by what that person is called now. In a deck without names they say
 * nobody, and stay so.
 */
export const make = Effect.gen(function* () {
  const { stamps } = yield* namedStamps

  return Effect.fnUntraced(function* (objectives: ReadonlyArray<Objective>) {
    const checkIns = objectives.flatMap(({ progress }) => progress.flatMap((measure) => measure.checkIns))
    const numbers = checkIns.flatMap(({ actorName, sequenceNumber }) => (actorName === "" ? [] : [sequenceNumber]))
    if (numbers.length === 0) return objectives
    const names = new Map((yield* stamps(numbers)).map((stamp) => [stamp.sequenceNumber, nameOf(stamp)]))
    const inNames = (checkIn: CheckIn): CheckIn => {
      const { actorName, sequenceNumber } = checkIn
      return { ...checkIn, actorName: actorName && (names.get(sequenceNumber) ?? actorName) }
    }
    return objectives.map((objective) => ({
      ...objective,
      progress: objective.progress.map((measure) => ({ ...measure, checkIns: measure.checkIns.map(inNames) }))
    }))
  })
})
