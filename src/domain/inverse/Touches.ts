import { HashMap, Option } from "effect"
import { changesBetween } from "../state/EntityChanges.ts"
import type { State } from "../state/State.ts"
import { versions } from "./OwnChanges.ts"

/** Counts the entities that change, come or go between two states, and the teams that these are in. */
export function* touches(before: State, after: State) {
  let [items, teams] = [0, 0]
  for (const id of new Set([...HashMap.keys(before.teams), ...HashMap.keys(after.teams)])) {
    const [was, is] = [before, after].map((state) => Option.getOrUndefined(HashMap.get(state.teams, id)))
    if (was === is) continue
    const { length } = changesBetween(was, is, versions)
    items += length
    teams += length === 0 ? 0 : 1
    yield
  }
  return { items, teams }
}
