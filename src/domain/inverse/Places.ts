import { Option } from "effect"
import type { EventData } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { type EntityRef, findTeam, type Team } from "../state/State.ts"
import { type Located, locate } from "./FieldData.ts"
import type { FieldRun } from "./FieldRun.ts"
import type { InversePlan } from "./InversePlan.ts"

/** The ids of an entity's siblings, of a type that can be moved. */
const siblingIds = (team: Team, { type, objectiveId }: EntityRef): ReadonlyArray<EntityId> => {
  if (type === "principle") return team.principles.map(({ id }) => id)
  if (type === "objective") return team.objectives.map(({ id }) => id)
  const objective = team.objectives.find(({ id }) => id === objectiveId)
  return objective?.initiatives.map(({ id }) => id) ?? []
}

/**
 * The index at which an entity is again where it was among its siblings: right after the nearest one before it that has its
 * place. `before` is their former order. Its present index if its place is right.
 */
const formerPlace = (
  id: EntityId,
  before: ReadonlyArray<EntityId>,
  now: ReadonlyArray<EntityId>,
  hasPlace: (id: EntityId) => boolean
): number => {
  const index = now.indexOf(id)
  const at = before.indexOf(id)
  if (at < 0) return index
  const places = new Map(now.flatMap((each, place) => (each !== id && hasPlace(each) ? [[each, place]] : [])))
  const previous = before.slice(0, at).findLast((each) => places.has(each))
  const next = before.slice(at + 1).find((each) => places.has(each))
  const after = (previous && places.get(previous)) ?? -1
  const until = (next && places.get(next)) ?? now.length
  // Somebody may have turned the two around.
  if (after < index && (index < until || until < after)) return index
  // Once it is taken out, those behind it move up by one.
  const place = previous === undefined ? until : after + 1
  return place > index ? place - 1 : place
}

/** Finds the places of entities that are moved back. */
export class Places {
  readonly #plan: InversePlan
  /** The entities that are still to be moved. */
  readonly #pending = new Set<EntityId>()

  constructor(plan: InversePlan) {
    this.#plan = plan
  }

  expect(id: EntityId): void {
    this.#pending.add(id)
  }

  /** The data that moves an entity back; null if it is there, undefined if its group is not any more. */
  dataFor(located: Located, field: string, run: FieldRun): EventData | null | undefined {
    const { entity, index } = located
    this.#pending.delete(entity.id)
    const position = this.#formerIndex(located, run)
    if (field === "position") return position === index ? null : { position }
    const groupId = (run.base?.groupId ?? null) as EntityId | null
    if (groupId !== null && locate(this.#plan.state, groupId) === undefined) return undefined
    return "groupId" in entity && entity.groupId === groupId && position === index ? null : { groupId, position }
  }

  #formerIndex({ entity: { id }, index }: Located, run: FieldRun): number {
    const { changes, state } = this.#plan
    const ref = this.#plan.refOf(id)
    const present = ref && Option.getOrUndefined(findTeam(state, ref.teamId))
    if (ref === undefined || present === undefined) return index
    const list = siblingIds(present, ref)
    const first = run.isWhole ? changes.listBefore(ref.objectiveId ?? ref.teamId, ref.type) : undefined
    const former = first ?? run.team
    if (former !== undefined) return formerPlace(id, siblingIds(former, ref), list, (each) => this.#hasPlace(each, run))
    return typeof run.base?.position === "number" ? Math.min(run.base.position, list.length - 1) : index
  }

  /** Whether an entity is where it was before the run, or is there again. */
  #hasPlace(id: EntityId, { since }: FieldRun): boolean {
    const { position, placement } = locate(this.#plan.state, id)?.entity.versions ?? {}
    const field = placement === undefined ? "position" : "placement"
    const version = this.#plan.changes.lastingVersion(id, field, placement ?? position ?? 0)
    const isOthers = version >= since && version <= this.#plan.head && !this.#plan.changes.isOwn(version)
    return !this.#pending.has(id) && !isOthers
  }
}
