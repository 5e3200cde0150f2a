import type { EntityId } from "../domain/entities/Ids.ts"
import type { Team } from "../domain/state/State.ts"
import { attentionOf } from "./facts/Attention.ts"
import type { Period } from "./facts/AttentionRules.ts"
import { maxPaged } from "./Input.ts"

/** The objectives judged in one step. */
const objectivesPerStep = 20

/**
 * The objectives of a team that may have speaker notes in its full deck, in steps of a millisecond or less. Only of these the
 * history is read.
 */
export function* notedEntities(
  { objectives }: Pick<Team, "objectives">,
  period: Period
): Generator<undefined, ReadonlyArray<EntityId>> {
  if (objectives.length <= maxPaged) return objectives.map(({ id }) => id)
  const ids: Array<EntityId> = []
  for (let from = 0; from < objectives.length; from += objectivesPerStep) {
    const some = objectives.slice(from, from + objectivesPerStep)
    ids.push(...attentionOf(some, period).map(({ objective }) => objective.id))
    yield
  }
  return ids
}
