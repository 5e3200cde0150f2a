import { HashMap, Option } from "effect"
import type { FieldVersion } from "./Conflict.ts"
import type { EntityId } from "./entities/Ids.ts"
import { linkField } from "./entities/LinkField.ts"
import { entitiesIn, findTeam, partsOf, type State, type Typed } from "./state/State.ts"
import { supportersOf } from "./state/Supporters.ts"

const versionsOf = ({ type, entity }: Typed): ReadonlyArray<FieldVersion> =>
  Object.entries(entity.versions).map(([field, version]) => ({ type, entity, field, version }))

/** One field of entities that have it. */
const versionsOfField = (entities: ReadonlyArray<Typed>, field: string): ReadonlyArray<FieldVersion> =>
  entities.flatMap(({ type, entity }) => {
    const version = entity.versions[field]
    return version === undefined ? [] : [{ type, entity, field, version }]
  })

/** The parents that other objectives have in these. */
const versionsOfSupporters = (state: State, entities: ReadonlyArray<Typed>): ReadonlyArray<FieldVersion> => {
  const supporting = entities.flatMap(({ type, entity }) =>
    type === "objective" ? supportersOf(state, entity.id) : []
  )
  return versionsOfField(
    supporting.map((entity) => ({ type: "objective", entity })),
    "parent"
  )
}

/** Every field of a living entity and of all that its deletion would remove or change. */
const versionsIn = (state: State, id: EntityId): ReadonlyArray<FieldVersion> => {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  const team = ref && Option.getOrUndefined(findTeam(state, ref.teamId))
  if (ref === undefined || team === undefined) return []
  if (ref.type === "team") {
    const all = [{ type: ref.type, entity: team }, ...entitiesIn(team)]
    return [...all.flatMap(versionsOf), ...versionsOfSupporters(state, all)]
  }
  if (ref.type === "principle") {
    const principle = team.principles.filter((each) => each.id === id)
    const objectives = team.objectives.map((entity) => ({ type: "objective", entity }) as const)
    return [
      ...principle.flatMap((entity) => versionsOf({ type: "principle", entity })),
      // The links to it.
      ...versionsOfField(objectives, linkField(id))
    ]
  }
  const objective = team.objectives.find((each) => each.id === (ref.objectiveId ?? id))
  if (objective === undefined) return []
  if (ref.type === "objective") {
    const all = [{ type: ref.type, entity: objective }, ...partsOf(objective)]
    return [...all.flatMap(versionsOf), ...versionsOfSupporters(state, all)]
  }
  const inGroup = objective.initiatives
    .filter(({ groupId }) => groupId === id)
    .map((entity) => ({ type: "initiative", entity }) as const)
  return [
    ...partsOf(objective)
      .filter(({ entity }) => entity.id === id)
      .flatMap(versionsOf),
    // The places of what a group has in it.
    ...versionsOfField(inGroup, "placement")
  ]
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
