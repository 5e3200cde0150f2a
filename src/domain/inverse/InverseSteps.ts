import type { Role } from "../entities/Role.ts"
import { fieldSteps } from "./FieldSteps.ts"
import { InversePlan } from "./InversePlan.ts"
import { lifeStep, parentsFirst, type Step } from "./LifeSteps.ts"
import type { OwnChanges } from "./OwnChanges.ts"
import { Places } from "./Places.ts"
import { takeRestoresBack } from "./RestoreSteps.ts"

/** Steps between which the event loop is yielded. Deleting a large team takes longest, some milliseconds. */
const chunkSize = 5

function* inChunks<A>(items: Iterable<A>, work: (item: A) => void): Generator<undefined, void> {
  let index = 0
  for (const item of items) {
    if (index % chunkSize === 0) yield
    work(item)
    index += 1
  }
}

/**
 * What takes changes back from the present state on: what they made goes, what they removed comes back, and each field is set
 * back to what it was before them, unless somebody else has changed it since.
 */
export function* inverseSteps(changes: OwnChanges, role: Role): Generator<undefined, InversePlan> {
  const plan = new InversePlan(changes, role)
  const places = new Places(plan)
  const steps: Array<Step> = []
  const add = (step: Step | undefined): void => {
    if (step !== undefined) steps.push(step)
  }
  yield* inChunks(parentsFirst(plan), ([id, lives]) => add(lifeStep(plan, id, lives)))
  yield* inChunks(changes.fields.values(), (history) => steps.push(...fieldSteps(plan, places, history)))
  steps.sort((one, other) => other.at - one.at || one.rank - other.rank)
  yield* inChunks(steps, ({ take }) => take())
  yield* takeRestoresBack(plan)
  return plan
}
