import { HashMap, Option } from "effect"
import type { FieldVersion } from "../Conflict.ts"
import type { EntityId } from "../entities/Ids.ts"
import { laterChange } from "../LaterChange.ts"
import { removalOf } from "../Removals.ts"
import { type FieldVersions, findTeam, type Team } from "../state/State.ts"
import type { InversePlan } from "./InversePlan.ts"
import type { FieldHistory, Life, Restored } from "./OwnChanges.ts"

interface Identified {
  readonly id: EntityId
  readonly versions: FieldVersions
}

const entitiesIn = (team: Team | undefined): ReadonlyArray<Identified> =>
  team === undefined
    ? []
    : [
        team,
        ...team.principles,
        ...team.objectives.flatMap((each) => [each, ...each.groups, ...each.initiatives, ...each.progress])
      ]

/** Whether nobody else has changed the team, or anything in it, since it was restored. */
const isUntouched = (plan: InversePlan, { by, teamId, after }: Restored): boolean => {
  const { now, changes } = plan
  const isOwnOrBefore = (version: number): boolean => version <= by || changes.isOwn(version)
  const passes = (each: FieldVersion): boolean => each.version <= by || changes.isOwnVersion(each)
  const isInTeam = (id: EntityId): boolean => plan.refOf(id)?.teamId === teamId
  const present = Option.getOrUndefined(findTeam(now, teamId))
  if (present === undefined && !changes.isOwn(removalOf(now, teamId)?.sequenceNumber ?? 0)) return false
  if (present !== undefined && laterChange(now, teamId, passes) !== undefined) return false
  const living = new Set(entitiesIn(present).map(({ id }) => id))
  const existed = new Set(entitiesIn(after).map(({ id }) => id))
  const isLost = (id: EntityId): boolean => !living.has(id) && changes.lives.get(id)?.at(-1)?.came !== false
  const isOverwritten = ({ sets }: FieldHistory): boolean =>
    sets.some((set) => set.by > by && !isOwnOrBefore(set.previous ?? 0))
  const isLostBetween = (id: EntityId, lives: ReadonlyArray<Life>): boolean => {
    const later = lives.filter((life) => life.by > by && changes.isOwn(life.by))
    // It was alive when it came, so somebody had deleted it; or it went with what somebody had changed.
    return (
      (later[0]?.came === true && existed.has(id)) ||
      later.some(({ came, before }) => !came && before !== undefined && laterChange(before, id, passes) !== undefined)
    )
  }
  return !(
    [...existed].some(isLost) ||
    [...changes.fields.values()].some((history) => isInTeam(history.id) && isOverwritten(history)) ||
    [...changes.lives].some(([id, lives]) => isInTeam(id) && isLostBetween(id, lives))
  )
}

const takeBack = (plan: InversePlan, { by, teamId, before }: Restored, isWhole: boolean): void => {
  const data = { sequenceNumber: by - 1, ...(isWhole ? {} : { teamId }) }
  const submission = { undoes: by, targetId: null, data, lastSeenSequence: plan.head }
  plan.send({
    submission: { ...submission, eventType: "restore_history" },
    subject: plan.subject(teamId),
    earlier: before
  })
}

/** Whether a restore of the whole strategy changed the last that was changed in any team. */
const isLatestOfAll = ({ now }: InversePlan, restored: ReadonlyArray<Restored>): boolean => {
  const [first] = restored
  if (first === undefined) return false
  const { by, isWhole, before } = first
  const known = new Set(restored.map(({ teamId }) => teamId))
  const isSame = (id: EntityId): boolean => known.has(id) || HashMap.has(now.teams, id)
  return (
    isWhole &&
    HashMap.every(now.teams, ({ touchedAt }, id) => known.has(id) || touchedAt < by) &&
    Array.from(HashMap.keys(before.teams)).every(isSame)
  )
}

/** Takes back the restores that nobody else has changed anything of since, each by a restore to the event before. */
export const takeRestoresBack = (plan: InversePlan): void => {
  const { changes } = plan
  /** Teams that were restored to take a restore back: what is left goes back per entity and field. */
  const takenBack = new Set(changes.restored.flatMap(({ by, teamId }) => (changes.set.has(by) ? [] : [teamId])))
  const first = new Map<EntityId, Restored>()
  for (const restored of changes.restored) {
    const { by, teamId } = restored
    if (!changes.set.has(by) || takenBack.has(teamId) || first.has(teamId)) continue
    if (isUntouched(plan, restored)) first.set(teamId, restored)
  }
  const all = [...first.values()].toReversed()
  const byEvent = new Map(all.map((restored) => [restored.by, all.filter(({ by }) => by === restored.by)]))
  for (const [by, restored] of byEvent) {
    const isAll = changes.restored.filter((each) => each.by === by).length === restored.length
    const [one] = restored
    if (one !== undefined && isAll && isLatestOfAll(plan, restored)) takeBack(plan, one, true)
    else for (const each of restored) takeBack(plan, each, false)
  }
}
