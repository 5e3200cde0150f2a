import type { EntityId } from "./entities/Ids.ts"
import { labelOf } from "./entities/Wording.ts"
import type { Rejection } from "./Rejection.ts"
import type { EntityType } from "./state/State.ts"

/** A field of an entity, and the event that set it last. */
export interface FieldVersion {
  readonly type: EntityType
  readonly entity: { readonly id: EntityId }
  readonly field: string | null
  readonly version: number
}

/** The rejection of a change that would override a later one. */
export const conflictWith = ({ type, entity, field, version }: FieldVersion): Rejection => ({
  code: "conflict",
  sequenceNumber: version,
  type,
  id: entity.id,
  title: labelOf(type, entity),
  field
})
