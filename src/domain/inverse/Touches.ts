import { HashMap, Option } from "effect"
import { changesBetween, historyValues, type ValuesOf } from "../state/EntityChanges.ts"
import type { State } from "../state/State.ts"

/** Leaves out the places of entities, which also shift when a sibling goes. */
const valuesOf: ValuesOf = {
  ...historyValues,
  principle: (principle) => historyValues.principle(principle, 0, undefined),
  objective: (objective) => historyValues.objective(objective, 0, undefined),
  initiative: (initiative) => historyValues.initiative(initiative, 0, undefined)
}

/** Counts the entities that change, come or go between two states, and the teams that these are in. */
export function* touches(before: State, after: State) {
  let [items, teams] = [0, 0]
  for (const id of new Set([...HashMap.keys(before.teams), ...HashMap.keys(after.teams)])) {
    const [was, is] = [before, after].map((state) => Option.getOrUndefined(HashMap.get(state.teams, id)))
    if (was === is) continue
    const { length } = changesBetween(was, is, valuesOf)
    items += length
    teams += length === 0 ? 0 : 1
    yield
  }
  return { items, teams }
}
