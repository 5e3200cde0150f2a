import { HashMap, Result, Schema } from "effect"
import { type Change, type Definition, keptReader, opening, rejected } from "../Definition.ts"
import type { EventData, Touched } from "../Event.ts"
import { EntityId } from "../Ids.ts"
import type { Stamp, Target } from "../Place.ts"
import type { Role } from "../Role.ts"
import type { EntityType, FieldVersions, Team } from "../State.ts"

/** The optional id a client may choose. */
export const chosenId = Schema.optionalKey(EntityId)

/** Versions of something new: every field counts as set by its creation. */
export const born = (stamp: Stamp, ...fields: ReadonlyArray<string>): FieldVersions =>
  Object.fromEntries(fields.map((field) => [field, stamp.sequenceNumber]))

export const full = (what: string, count: number, limit: number): string | null =>
  count < limit ? null : `the limit of ${limit} ${what} is reached`

/** An event that makes an entity below its target; `kept` is the complete data, with the id it got. */
export const creation = <
  P,
  In extends { readonly id?: EntityId },
  Kept extends EventData & { readonly id: EntityId }
>(options: {
  readonly role?: Role
  readonly type: EntityType
  readonly parent: Target<P>
  readonly data: Schema.Schema<In> & Schema.ConstraintDecoder<In>
  readonly kept: Schema.Schema<Kept>
  /** Which rule of the state forbids it, if any. */
  readonly refusal: (parent: P, data: In) => string | null
  readonly complete: (data: In, id: EntityId) => Kept
  readonly describe: (kept: Kept, parent: P) => string
  readonly insert: (parent: P, kept: Kept, stamp: Stamp) => Team
}): Definition => {
  const open = opening(options.parent, options.data)
  const read = keptReader(options.kept)
  return {
    role: options.role ?? "editor",
    target: options.parent.type,
    data: options.data,
    judge: (state, submission) => {
      const opened = open(state, submission)
      if (Result.isFailure(opened)) return rejected(state, submission, opened.failure)
      const { place, data } = opened.success
      const id = data.id ?? submission.freshId
      if (HashMap.has(state.entities, id)) return rejected(state, submission, "id is already in use")
      const refusal = options.refusal(place, data)
      if (refusal !== null) return rejected(state, submission, refusal)
      const kept = options.complete(data, id)
      return {
        status: "applied",
        data: kept,
        entityId: id,
        entityType: options.type,
        fieldName: null,
        previousSequence: null,
        oldValue: null,
        newValue: null,
        description: options.describe(kept, place)
      }
    },
    evolve: (state, event): Change | null => {
      const place = options.parent.find(state, event.targetId)
      const kept = read(event)
      if (place === undefined || kept === undefined) return null
      const team = options.insert(place, kept, event)
      const { type } = options.parent
      const parent: ReadonlyArray<Touched> =
        type === null || event.targetId === null
          ? []
          : [{ entityId: event.targetId, entityType: type, transitive: false, description: null }]
      const objectiveId = type === "objective" ? event.targetId : null
      return {
        teams: [{ id: team.id, team }],
        born: [{ id: kept.id, ref: { type: options.type, teamId: team.id, objectiveId, alive: true } }],
        died: [],
        touched: parent
      }
    }
  }
}
