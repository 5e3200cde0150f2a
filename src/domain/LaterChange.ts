import { HashMap, Option } from "effect"
import type { FieldVersion } from "./Conflict.ts"
import type { EntityId } from "./entities/Ids.ts"
import { linkField } from "./entities/LinkField.ts"
import { type EntityType, type FieldVersions, findTeam, type Objective, type State, type Team } from "./state/State.ts"

function* versionsOf(
  type: EntityType,
  entity: { readonly id: EntityId; readonly versions: FieldVersions }
): Generator<FieldVersion> {
  for (const [field, version] of Object.entries(entity.versions)) yield { type, entity, field, version }
}

function* versionsInObjective(objective: Objective): Generator<FieldVersion> {
  yield* versionsOf("objective", objective)
  for (const group of objective.groups) yield* versionsOf("group", group)
  for (const initiative of objective.initiatives) yield* versionsOf("initiative", initiative)
  for (const measure of objective.progress) yield* versionsOf("progress", measure)
}

/** What a deletion of a principle changes besides: the links to it. */
function* versionsOfLinks(team: Team, principleId: EntityId): Generator<FieldVersion> {
  const field = linkField(principleId)
  for (const objective of team.objectives) {
    const version = objective.versions[field]
    if (version !== undefined) yield { type: "objective", entity: objective, field, version }
  }
}

/** What a deletion of a group changes besides: where its initiatives are. */
function* versionsOfPlacements(objective: Objective, groupId: EntityId): Generator<FieldVersion> {
  for (const initiative of objective.initiatives) {
    const version = initiative.versions.placement
    if (initiative.groupId === groupId && version !== undefined) {
      yield { type: "initiative", entity: initiative, field: "placement", version }
    }
  }
}

function* versionsInTeam(team: Team): Generator<FieldVersion> {
  yield* versionsOf("team", team)
  for (const principle of team.principles) yield* versionsOf("principle", principle)
  for (const objective of team.objectives) yield* versionsInObjective(objective)
}

function* versionsOfPart(objective: Objective, type: EntityType, id: EntityId): Generator<FieldVersion> {
  const part = [...objective.groups, ...objective.initiatives, ...objective.progress].find((each) => each.id === id)
  if (part !== undefined) yield* versionsOf(type, part)
  if (type === "group") yield* versionsOfPlacements(objective, id)
}

/** Every field of a living entity and of all that its deletion would remove or change. */
function* versionsIn(state: State, id: EntityId): Generator<FieldVersion> {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  const team = ref && Option.getOrUndefined(findTeam(state, ref.teamId))
  if (ref === undefined || team === undefined) return
  if (ref.type === "team") return yield* versionsInTeam(team)
  if (ref.type === "principle") {
    const principle = team.principles.find((each) => each.id === id)
    if (principle !== undefined) yield* versionsOf("principle", principle)
    return yield* versionsOfLinks(team, id)
  }
  const objective = team.objectives.find((each) => each.id === (ref.objectiveId ?? id))
  if (objective === undefined) return
  if (ref.type === "objective") yield* versionsInObjective(objective)
  else yield* versionsOfPart(objective, ref.type, id)
}

/** The latest of the fields in an entity that does not pass; undefined if all do. */
export const laterChange = (
  state: State,
  id: EntityId,
  passes: (field: FieldVersion) => boolean
): FieldVersion | undefined => {
  let latest: FieldVersion | undefined
  for (const field of versionsIn(state, id)) {
    if (!passes(field) && field.version > (latest?.version ?? 0)) latest = field
  }
  return latest
}
