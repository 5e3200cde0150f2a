import { HashMap, Record, Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { editedFields, type RequiredField, rowOf } from "../../shared/EventTypes.ts"
import type { EventData, Touched } from "../Event.ts"
import { dataSchema } from "../entities/Fields.ts"
import type { Values } from "../entities/FieldValues.ts"
import { EntityId } from "../entities/Ids.ts"
import { called } from "../entities/Wording.ts"
import { objective, type Place, type Stamp, type Target } from "../state/Place.ts"
import type { FieldVersions, Objective, PartList, Team } from "../state/State.ts"
import { type Change, type Definition, keptReader, noFindings, opening, rejected } from "./Definition.ts"

/** What a creation is given: a client may choose the id, and leave out what has an initial value. */
type Given<T extends EntityType, Extra> = { readonly id?: EntityId } & Partial<Values<T> & Extra> &
  Pick<Values<T>, RequiredField<T> & keyof Values<T>>

type Kept<T extends EntityType, Extra> = EventData & Values<T> & Extra & { readonly id: EntityId }

type Made<T extends EntityType, Extra> = Values<T> & Extra & { readonly id: EntityId; readonly versions: FieldVersions }

/** What data may have besides the fields, and what it is when some is left out. */
interface Extension<T extends EntityType, Extra> {
  readonly data: Schema.Struct.Fields
  readonly complete: (given: Given<T, Extra>) => Extra
}

/** Versions of something new: every field counts as set by its creation. */
const born = (type: EntityType, { sequenceNumber }: Stamp): FieldVersions => {
  const fields: ReadonlyArray<string> = editedFields(type)
  const { moves } = rowOf(type)
  return Object.fromEntries(
    [...fields, ...(moves === undefined ? [] : [moves])].map((field) => [field, sequenceNumber])
  )
}

export const full = (what: string, count: number, limit: number): string | null =>
  count < limit ? null : `the limit of ${limit} ${what} is reached`

/** Why there can be no more entities of a type among as many siblings. */
export const fullOf = (type: EntityType, siblings: number): string | null => {
  const { plural, parent, limit } = rowOf(type)
  return full(parent === null ? plural : `${plural} per ${parent}`, siblings, limit)
}

/** What must be given comes first: of several faults, a rejection tells the first. */
const schemasOf = (type: EntityType): Schema.Struct.Fields => {
  const rows = Object.entries(rowOf(type).fields)
  const [optional, required] = [
    rows.filter(([, row]) => "initial" in row),
    rows.filter(([, row]) => !("initial" in row))
  ]
  return Object.fromEntries([
    ...required.map(([field, row]) => [field, dataSchema(row)] as const),
    ...optional.map(([field, row]) => [field, Schema.optionalKey(dataSchema(row))] as const)
  ])
}

/** An event that makes an entity below its target; its data is kept complete, with the id the entity got. */
export const creation = <T extends EntityType, P, Extra extends object = object>(options: {
  readonly type: T
  readonly parent: Target<P>
  readonly siblings: (parent: P) => number
  readonly extra?: Extension<T, Extra>
  /** Which rule of the state forbids it, if any, besides the limit. */
  readonly refusal?: (parent: P, given: Given<T, Extra>) => string | null
  /** Where it was made, for the description. */
  readonly within?: (parent: P) => string
  readonly insert: (parent: P, made: Made<T, Extra>, stamp: Stamp) => Team
}): Definition => {
  const { type, parent, extra } = options
  const { role, fields } = rowOf(type)
  const schemas = { ...schemasOf(type), ...extra?.data }
  const data = Schema.Struct({ id: Schema.optionalKey(EntityId), ...schemas })
  const open = opening(parent, data as Schema.Schema<unknown> as Schema.Codec<Given<T, Extra>>)
  const read = keptReader(Schema.Struct({ ...schemas, id: EntityId }))
  // Of all fields, so that their order is that of the rows.
  const initial = Record.map(fields, (row) => row.initial)
  const complete = (given: Given<T, Extra>, id: EntityId) =>
    ({ id, ...initial, ...given, ...extra?.complete(given) }) as Kept<T, Extra>
  return {
    role,
    target: parent.type,
    data,
    judge: (state, submission) => {
      const opened = open(state, submission)
      if (Result.isFailure(opened)) return rejected(state, submission, opened.failure)
      const { place, data } = opened.success
      const id = data.id ?? submission.freshId
      if (HashMap.has(state.entities, id)) return rejected(state, submission, "id is already in use")
      const refusal = options.refusal?.(place, data) ?? fullOf(type, options.siblings(place))
      if (refusal !== null) return rejected(state, submission, refusal)
      const kept = complete(data, id)
      return {
        ...noFindings,
        status: "applied",
        data: kept,
        entityId: id,
        entityType: type,
        description: `created ${called(type, kept)}${options.within?.(place) ?? ""}`
      }
    },
    evolve: (state, event): Change | null => {
      const place = parent.find(state, event.targetId)
      const given = read(event)
      if (place === undefined || given === undefined) return null
      const kept = complete(given as Given<T, Extra>, given.id)
      const team = options.insert(place, { ...kept, versions: born(type, event) }, event)
      const touched: ReadonlyArray<Touched> =
        parent.type === null || event.targetId === null
          ? []
          : [{ entityId: event.targetId, entityType: parent.type, transitive: false, description: null }]
      const objectiveId = parent.type === "objective" ? event.targetId : null
      return {
        teams: [{ id: team.id, team }],
        born: [{ id: kept.id, ref: { type, teamId: team.id, objectiveId, alive: true } }],
        died: [],
        touched
      }
    }
  }
}

/** A creation at the end of one of an objective's lists. */
export const partCreation = <T extends EntityType, K extends PartList, Extra extends object = object>(options: {
  readonly type: T
  readonly list: K
  readonly extra?: Extension<T, Extra>
  readonly refusal?: (parent: Place<Objective>, given: Given<T, Extra>) => string | null
  readonly make: (made: Made<T, Extra>, stamp: Stamp) => Objective[K][number]
}): Definition =>
  creation<T, Place<Objective>, Extra>({
    ...options,
    parent: objective,
    siblings: ({ entity }) => entity[options.list].length,
    within: ({ entity }) => ` in ${called("objective", entity)}`,
    insert: ({ entity, put }, made, stamp) =>
      put({ ...entity, [options.list]: [...entity[options.list], options.make(made, stamp)] })
  })
