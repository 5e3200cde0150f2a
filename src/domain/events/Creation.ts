import { HashMap, Record, Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { entityTypes, type RequiredField, rowOf } from "../../shared/EventTypes.ts"
import type { EventData, Touched } from "../Event.ts"
import { dataSchema } from "../entities/Fields.ts"
import type { Values } from "../entities/FieldValues.ts"
import { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import type { FieldVersions, Objective, PartList, Team } from "../state/State.ts"
import { type ChangeStamp, type EntityLocation, objective, type Target } from "../state/Targets.ts"
import {
  type Change,
  type EventDefinition,
  loggedDataReader,
  noEventDetails,
  rejected,
  submissionReader
} from "./EventDefinition.ts"

/** The submitted data: a client may choose the id, and may omit fields that have an initial value. */
type CreationInput<T extends EntityType, Extra> = { readonly id?: EntityId } & Partial<Values<T> & Extra> &
  Pick<Values<T>, RequiredField<T> & keyof Values<T>>

type CreationData<T extends EntityType, Extra> = EventData & Values<T> & Extra & { readonly id: EntityId }

type NewEntity<T extends EntityType, Extra> = Values<T> &
  Extra & { readonly id: EntityId; readonly versions: FieldVersions }

/** Data besides the entity's fields, and how it is completed when some of it is omitted. */
interface ExtraData<T extends EntityType, Extra> {
  readonly data: Schema.Struct.Fields
  readonly complete: (input: CreationInput<T, Extra>) => Extra
}

const namesInHistory = new Map(
  entityTypes.map((type) => {
    const { fields, moves } = rowOf(type)
    const names = Object.keys(fields).map((field) => fields[field]?.partOf ?? field)
    return [type, [...new Set(moves === undefined ? names : [...names, moves])]]
  })
)

/** The names under which history and versions know an entity's fields, links apart. */
const historyFields = (type: EntityType): ReadonlyArray<string> => namesInHistory.get(type) ?? []

/** The versions of a new entity: every field counts as set by its creation. */
const initialVersions = (type: EntityType, { sequenceNumber }: ChangeStamp): FieldVersions =>
  Object.fromEntries(historyFields(type).map((field) => [field, sequenceNumber]))

/** Why there can be no further entity of a type when it already has this many siblings; null if there can. */
export const limitRefusal = (type: EntityType, siblings: number): Rejection | null => {
  const { limit } = rowOf(type)
  return siblings < limit ? null : { code: "limit", of: type, limit }
}

/** Required fields come first, because a rejection names the first fault only. */
const fieldSchemas = (type: EntityType): Schema.Struct.Fields => {
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

/** A create event belongs to its parent too. */
export const parentTouched = (type: EntityType | null, id: EntityId | null): ReadonlyArray<Touched> =>
  type === null || id === null ? [] : [{ entityId: id, entityType: type, transitive: false, fact: null }]

/** The definition of an event that creates an entity below its target. The log stores the data completed. */
export const creation = <T extends EntityType, P, Extra extends object = object>(options: {
  readonly type: T
  readonly parent: Target<P>
  readonly siblings: (parent: P) => number
  readonly extra?: ExtraData<T, Extra>
  /** Why the state does not allow it, apart from the limit; null if it does. */
  readonly refusal?: (parent: P, input: CreationInput<T, Extra>) => Rejection | null
  readonly insert: (parent: P, entity: NewEntity<T, Extra>, stamp: ChangeStamp) => Team
}): EventDefinition => {
  const { type, parent, extra } = options
  const { role, fields } = rowOf(type)
  const schemas = { ...fieldSchemas(type), ...extra?.data }
  const data = Schema.Struct({ id: Schema.optionalKey(EntityId), ...schemas })
  const readSubmission = submissionReader(
    parent,
    data as Schema.Schema<unknown> as Schema.Codec<CreationInput<T, Extra>>
  )
  const readLogged = loggedDataReader(Schema.Struct({ ...schemas, id: EntityId }))
  // It has the keys of all fields, also undefined ones, so that data has them in the order of the rows.
  const initial = Record.map(fields, (row) => row.initial)
  const complete = (input: CreationInput<T, Extra>, id: EntityId) =>
    ({ id, ...initial, ...input, ...extra?.complete(input) }) as CreationData<T, Extra>
  return {
    role,
    target: parent.type,
    data,
    decide: (state, submission) => {
      const parsed = readSubmission(state, submission)
      if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
      const { location, data } = parsed.success
      const id = data.id ?? submission.freshId
      if (HashMap.has(state.entities, id)) return rejected(state, submission, { code: "in_use" })
      const refusal = options.refusal?.(location, data) ?? limitRefusal(type, options.siblings(location))
      if (refusal !== null) return rejected(state, submission, refusal)
      const logged = complete(data, id)
      return {
        ...noEventDetails,
        status: "applied",
        data: logged,
        entityId: id,
        entityType: type
      }
    },
    evolve: (state, event): Change | null => {
      const location = parent.find(state, event.targetId)
      const data = readLogged(event)
      if (location === undefined || data === undefined) return null
      const logged = complete(data as CreationInput<T, Extra>, data.id)
      const team = options.insert(location, { ...logged, versions: initialVersions(type, event) }, event)
      const objectiveId = parent.type === "objective" ? event.targetId : null
      return {
        teams: [{ id: team.id, team }],
        added: [{ id: logged.id, ref: { type, teamId: team.id, objectiveId, alive: true } }],
        deletedIds: [],
        touched: parentTouched(parent.type, event.targetId)
      }
    }
  }
}

/** The creation of an entity at the end of one of an objective's lists. */
export const partCreation = <T extends EntityType, K extends PartList, Extra extends object = object>(options: {
  readonly type: T
  readonly list: K
  readonly extra?: ExtraData<T, Extra>
  readonly refusal?: (parent: EntityLocation<Objective>, input: CreationInput<T, Extra>) => Rejection | null
  readonly make: (entity: NewEntity<T, Extra>, stamp: ChangeStamp) => Objective[K][number]
}): EventDefinition =>
  creation<T, EntityLocation<Objective>, Extra>({
    ...options,
    parent: objective,
    siblings: ({ entity }) => entity[options.list].length,
    insert: ({ entity: parent, replaceWith }, entity, stamp) =>
      replaceWith({ ...parent, [options.list]: [...parent[options.list], options.make(entity, stamp)] })
  })
