import { HashMap, Option } from "effect"
import type { EntityId } from "../entities/Ids.ts"
import { laterChange } from "../LaterChange.ts"
import { type FieldVersions, findTeam, type State, type Team } from "../state/State.ts"
import { subjectOf } from "./LifeSteps.ts"
import type { OwnChanges, Restored } from "./OwnChanges.ts"
import type { Simulation } from "./Simulation.ts"

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
const isUntouched = (now: State, changes: OwnChanges, { by, teamId, after }: Restored): boolean => {
  const passes = ({ version }: { readonly version: number }) => version <= by || changes.isOwn(version)
  const isOwnOrBefore = (version: number | null) => version === null || passes({ version })
  const teamOf = (id: EntityId) => Option.getOrUndefined(HashMap.get(now.entities, id))?.teamId
  const present = Option.getOrUndefined(findTeam(now, teamId))
  if (present === undefined) {
    const removed = changes.removedBy(teamId)
    if (removed === undefined || !changes.isOwn(removed)) return false
  } else if (present === after) return true
  else if (laterChange(now, teamId, passes) !== undefined) return false
  const living = new Set(entitiesIn(present).map(({ id }) => id))
  const existed = new Set(entitiesIn(after).map(({ id }) => id))
  if ([...existed].some((id) => !living.has(id) && changes.lives.get(id)?.at(-1)?.came !== false)) return false
  for (const { id, sets } of changes.fields.values()) {
    if (teamOf(id) !== teamId) continue
    if (sets.some((set) => set.by > by && !isOwnOrBefore(set.previous))) return false
  }
  for (const [id, lives] of changes.lives) {
    if (teamOf(id) !== teamId) continue
    const later = lives.filter((life) => life.by > by)
    // It was alive, so somebody deleted it before it came again.
    if (later[0]?.came === true && existed.has(id)) return false
    if (later.some(({ came, before }) => !came && before && laterChange(before, id, passes) !== undefined)) return false
  }
  return true
}

/** Takes back the restores of teams that nobody else has touched since, each by a restore to the event before. */
export const takeRestoresBack = (now: State, changes: OwnChanges, simulation: Simulation): void => {
  const first = new Map<EntityId, Restored>()
  /** A team that was restored to take a restore back: what is left goes back per entity and field. */
  const takenBack = new Set(changes.restored.flatMap(({ by, teamId }) => (changes.set.has(by) ? [] : [teamId])))
  for (const restored of changes.restored) {
    const { by, teamId } = restored
    if (changes.set.has(by) && !takenBack.has(teamId) && !first.has(teamId) && isUntouched(now, changes, restored)) first.set(teamId, restored)
  }
  for (const { by, teamId, before } of [...first.values()].toReversed()) {
    simulation.send({
      submission: {
        undoes: by,
        eventType: "restore_history",
        targetId: null,
        data: { sequenceNumber: by - 1, teamId },
        lastSeenSequence: simulation.head
      },
      subject: subjectOf(now, "team", teamId, changes.lives.get(teamId)),
      earlier: before
    })
  }
}
