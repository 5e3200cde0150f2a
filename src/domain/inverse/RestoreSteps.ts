import { HashMap } from "effect"
import type { EntityId } from "../entities/Ids.ts"
import { laterChange } from "../LaterChange.ts"
import { changesBetween, type FieldChange } from "../state/EntityChanges.ts"
import { teamIn } from "../state/State.ts"
import type { InversePlan } from "./InversePlan.ts"
import type { Restored } from "./OwnChanges.ts"

/**
 * Whether the submissions make of a team what a restore to `before` would, nobody else has changed anything in it since, and
 * the restore would take away nobody else's check-in.
 */
const isSame = ({ now, state, head, changes }: InversePlan, teamId: EntityId, { by, before }: Restored): boolean => {
  const isOwnOrBefore = (version: number): boolean => version <= by || version > head || changes.isOwn(version)
  const isLostAlone = ({ field, before: was, after: is }: FieldChange): boolean =>
    field === "checkIns" &&
    Array.isArray(is) &&
    is.every((each) => isOwnOrBefore(each) || (Array.isArray(was) && was.includes(each)))
  const later = laterChange(now, teamId, (each) => isOwnOrBefore(each.version) || changes.isOwnVersion(each))
  return (
    later === undefined &&
    changesBetween(teamIn(before, teamId), teamIn(state, teamId)).every(
      ({ kind, fields }) => kind === "changed" && fields.every(isLostAlone)
    )
  )
}

/** Whether all teams are as before a restore of the whole strategy. */
function* isSameStrategy(plan: InversePlan, restored: Restored): Generator<undefined, boolean> {
  const { teams } = restored.before
  for (const id of new Set([...HashMap.keys(teams), ...HashMap.keys(plan.state.teams)])) {
    if (!restored.isWhole || !isSame(plan, id, restored)) return false
    yield
  }
  return true
}

/**
 * Takes restores back by a restore to the event before them, where that comes to the same as going back per entity and field. It
 * also brings back the check-ins that no edit does.
 */
export function* takeRestoresBack(plan: InversePlan): Generator<undefined, void> {
  const first = new Map<EntityId, Restored>()
  for (const each of plan.changes.restored) if (!first.has(each.teamId)) first.set(each.teamId, each)
  const [one, ...others] = first.values()
  if (one === undefined) return
  if (others.every(({ by }) => by === one.by) && (yield* isSameStrategy(plan, one))) plan.restore(one, undefined)
  else {
    for (const each of first.values()) {
      yield
      if (isSame(plan, each.teamId, each)) plan.restore(each, each.teamId)
    }
  }
}
