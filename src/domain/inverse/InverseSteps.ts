import type { Role } from "../entities/Role.ts"
import type { State } from "../state/State.ts"
import { fieldSteps } from "./FieldSteps.ts"
import { lifeSteps } from "./LifeSteps.ts"
import type { OwnChanges } from "./OwnChanges.ts"
import { takeRestoresBack } from "./RestoreSteps.ts"
import { Simulation } from "./Simulation.ts"

/** Steps between which the event loop is yielded: a fraction of a millisecond each. */
const chunkSize = 20

/**
 * What takes the events of a set back from a state on: what they made goes, what they removed comes back, and each field is set
 * back to what it was before them, unless somebody else has changed it since. The submissions are decided here as the planner
 * will, so that each fits the ones before it.
 */
export function* inverseSteps(now: State, changes: OwnChanges, role: Role): Generator<undefined, Simulation> {
  const simulation = new Simulation(now, role)
  takeRestoresBack(now, changes, simulation)
  yield
  const lives = lifeSteps(now, changes, simulation)
  const steps = [...lives.steps, ...fieldSteps(now, changes, simulation, lives)]
  steps.sort((one, other) => other.at - one.at || one.rank - other.rank)
  for (const [index, { take }] of steps.entries()) {
    if (index % chunkSize === 0) yield
    take()
  }
  for (const by of changes.unknown) simulation.leave(by, "not_known", { type: "team", title: null })
  return simulation
}
