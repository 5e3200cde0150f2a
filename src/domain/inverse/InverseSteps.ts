import type { Role } from "../entities/Role.ts"
import { fieldSteps } from "./FieldSteps.ts"
import { InversePlan } from "./InversePlan.ts"
import { lifeSteps } from "./LifeSteps.ts"
import type { OwnChanges } from "./OwnChanges.ts"
import { takeRestoresBack } from "./RestoreSteps.ts"

/** Steps between which the event loop is yielded: a fraction of a millisecond each. */
const chunkSize = 20

/**
 * What takes changes back from the present state on: what they made goes, what they removed comes back, and each field is set
 * back to what it was before them, unless somebody else has changed it since.
 */
export function* inverseSteps(changes: OwnChanges, role: Role): Generator<undefined, InversePlan> {
  const plan = new InversePlan(changes, role)
  const steps = [...lifeSteps(plan), ...fieldSteps(plan)]
  steps.sort((one, other) => other.at - one.at || one.rank - other.rank)
  for (const [index, { take }] of steps.entries()) {
    if (index % chunkSize === 0) yield
    take()
  }
  yield
  takeRestoresBack(plan)
  return plan
}
