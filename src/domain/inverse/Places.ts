import type { EntityId } from "../entities/Ids.ts"
import type { EntityType, Team } from "../state/State.ts"

/** The ids of the siblings of a type that can be moved: of a team's entities, or of an objective's initiatives. */
export const siblingIds = (team: Team, type: EntityType, objectiveId: EntityId | null): ReadonlyArray<EntityId> => {
  if (type === "principle") return team.principles.map(({ id }) => id)
  if (type === "objective") return team.objectives.map(({ id }) => id)
  const objective = team.objectives.find(({ id }) => id === objectiveId)
  return objective?.initiatives.map(({ id }) => id) ?? []
}

/**
 * The index at which an entity is again where it was among its siblings: right after the nearest one before it that has its
 * place. `before` is their former order. Its present index if its place is right.
 */
export const formerPlace = (
  id: EntityId,
  before: ReadonlyArray<EntityId>,
  now: ReadonlyArray<EntityId>,
  hasPlace: (id: EntityId) => boolean
): number => {
  const index = now.indexOf(id)
  const at = before.indexOf(id)
  if (at < 0) return index
  const places = new Map(now.filter((each) => each !== id && hasPlace(each)).map((each) => [each, now.indexOf(each)]))
  const previous = before.slice(0, at).findLast((each) => places.has(each))
  const next = before.slice(at + 1).find((each) => places.has(each))
  const after = previous === undefined ? -1 : (places.get(previous) ?? -1)
  const until = next === undefined ? now.length : (places.get(next) ?? now.length)
  // Somebody may have turned the two around.
  if (after < index && (index < until || until < after)) return index
  // Once it is taken out, those behind it move up by one.
  const place = previous === undefined ? until : after + 1
  return place > index ? place - 1 : place
}
