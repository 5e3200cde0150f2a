import type { EventData } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { type Located, locate, siblingIds } from "./FieldData.ts"
import type { InversePlan } from "./InversePlan.ts"
import type { FieldSet } from "./OwnChanges.ts"

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

  /** The data that moves an entity back to where it was before it was moved first. */
  dataFor({ entity, index }: Located, first: FieldSet): EventData {
    this.#pending.delete(entity.id)
    const position = this.#formerIndex(entity.id, index, first)
    return "groupId" in entity ? { groupId: first.before?.groupId ?? null, position } : { position }
  }

  #formerIndex(id: EntityId, index: number, { since, order, before }: FieldSet): number {
    const now = siblingIds(this.#plan.state, id)
    if (order !== undefined) return formerPlace(id, order, now, (each) => this.#hasPlace(each, since))
    return typeof before?.position === "number" ? Math.min(before.position, now.length - 1) : index
  }

  /** Whether an entity is where it was before an event, or is there again. */
  #hasPlace(id: EntityId, since: number): boolean {
    const { position, placement } = locate(this.#plan.state, id)?.entity.versions ?? {}
    const field = placement === undefined ? "position" : "placement"
    const version = this.#plan.changes.othersVersion(id, field, placement ?? position ?? 0)
    return !this.#pending.has(id) && (version < since || version > this.#plan.head)
  }
}
