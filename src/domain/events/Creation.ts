import { HashMap, Record, Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { entityTypes, type RequiredField, rowOf } from "../../shared/EventTypes.ts"
import type { EventData, Submission, Touched } from "../Event.ts"
import { described } from "../entities/Documented.ts"
import { dataSchema } from "../entities/Fields.ts"
import type { Values } from "../entities/FieldValues.ts"
import { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityByType, FieldVersions, Objective, PartList, State, Team } from "../state/State.ts"
import {
  type ChangeStamp,
  type EntityLocation,
  type EntityTarget,
  type LocationOf,
  objective,
  type PartLocation,
  type Target
} from "../state/Targets.ts"
import { decideReturn, type Returning, type ReturnStamp } from "./BringBack.ts"
import { restoredDeleted } from "./EntityRestore.ts"
import {
  type Change,
  type EventDefinition,
  limitRefusal,
  loggedDataReader,
  noEventDetails,
  parentTouched,
  rejected,
  submissionReader,
  type Verdict
} from "./EventDefinition.ts"
import { BringBackData, isBringBack } from "./RestoreData.ts"

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
    const { fields, moves, links = [] } = rowOf(type)
    const names = Object.keys(fields).map((field) => fields[field]?.partOf ?? field)
    // The links to principles are fields of their own, each once it is set.
    const parent = links.filter((link) => link === "parent")
    return [type, [...new Set(moves === undefined ? names : [...names, moves, ...parent])]]
  })
)

/** The names under which history and versions know an entity's fields, links apart. */
const historyFields = (type: EntityType): ReadonlyArray<string> => namesInHistory.get(type) ?? []

/** The versions of a new entity: every field counts as set by its creation. */
const initialVersions = (type: EntityType, { sequenceNumber }: ChangeStamp): FieldVersions =>
  Object.fromEntries(historyFields(type).map((field) => [field, sequenceNumber]))

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

/** The definition of an event that creates an entity below its target. The log stores the data completed. */
export const creation = <T extends EntityType, L extends LocationOf<T>, P, Extra extends object = object>(options: {
  readonly target: EntityTarget<T, L>
  readonly parent: Target<P>
  readonly siblings: (parent: P) => number
  readonly extra?: ExtraData<T, Extra>
  /** Why the state does not allow it, apart from the limit; null if it does. */
  readonly refusal?: (parent: P, input: CreationInput<T, Extra>, state: State) => Rejection | null
  readonly insert: (parent: P, entity: NewEntity<T, Extra>, stamp: ChangeStamp) => Team
  /** What it touches besides its parent. */
  readonly touched?: (entity: Values<T> & Extra) => ReadonlyArray<Touched>
  /** How it comes back once it is deleted. A team, which has no parent, comes back by a restore. */
  readonly returning?: Returning<T, L, P>
}): EventDefinition => {
  const { target, parent, extra, returning } = options
  const { type } = target
  const { role, fields } = rowOf(type)
  const schemas = { ...fieldSchemas(type), ...extra?.data }
  const data = Schema.Struct({
    id: described("The new entity's id, if you choose it", Schema.optionalKey(EntityId)),
    ...schemas
  })
  const readSubmission = submissionReader(
    parent,
    data as Schema.Schema<unknown> as Schema.Codec<CreationInput<T, Extra>>
  )
  const readLogged = loggedDataReader(Schema.Struct({ ...schemas, id: EntityId }))
  // It has the keys of all fields, also undefined ones, so that data has them in the order of the rows.
  const initial = Record.map(fields, (row) => row.initial)
  const complete = (input: CreationInput<T, Extra>, id: EntityId) =>
    ({ id, ...initial, ...input, ...extra?.complete(input) }) as CreationData<T, Extra>
  const decideNew = (state: State, submission: Submission): Verdict => {
    const parsed = readSubmission(state, submission)
    if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
    const { location, data } = parsed.success
    const id = data.id ?? submission.freshId
    if (HashMap.has(state.entities, id)) return rejected(state, submission, { code: "in_use" })
    const refusal = options.refusal?.(location, data, state) ?? limitRefusal(type, options.siblings(location))
    if (refusal !== null) return rejected(state, submission, refusal)
    const logged = complete(data, id)
    return {
      ...noEventDetails,
      status: "applied",
      data: logged,
      entityId: id,
      entityType: type
    }
  }
  const decideBack = returning && decideReturn({ ...options, returning })
  return {
    role,
    targets: parent.type === null ? [] : [parent.type],
    data: decideBack === undefined ? data : Schema.Union([data, BringBackData]),
    decide: (state, submission) =>
      decideBack !== undefined && isBringBack(submission.data)
        ? decideBack(state, submission)
        : decideNew(state, submission),
    // That a deleted one came back is in the event's effect.
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
        touched: [...parentTouched(parent.type, event.targetId), ...(options.touched?.(logged) ?? [])]
      }
    }
  }
}

/** What comes back of a part of an objective, and what else changes in the objective. */
interface ReturnedPart<T extends EntityType> {
  readonly entity: EntityByType[T]
  readonly others?: Partial<Objective>
  readonly touched?: ReadonlyArray<Touched>
}

/** The creation of an entity at the end of one of an objective's lists. It comes back at its old index. */
export const partCreation = <
  T extends EntityType,
  L extends PartLocation<EntityByType[T]>,
  K extends PartList,
  Extra extends object = object
>(options: {
  readonly target: EntityTarget<T, L>
  readonly list: K
  readonly extra?: ExtraData<T, Extra>
  readonly refusal?: (parent: EntityLocation<Objective>, input: CreationInput<T, Extra>) => Rejection | null
  readonly make: (entity: NewEntity<T, Extra>, stamp: ChangeStamp) => Objective[K][number]
  /** By default it comes back as it was, and nothing else changes. */
  readonly returned?: (parent: Objective, then: L, stamp: ReturnStamp) => ReturnedPart<T>
}): EventDefinition =>
  creation<T, L, EntityLocation<Objective>, Extra>({
    ...options,
    parent: objective,
    siblings: ({ entity }) => entity[options.list].length,
    insert: ({ entity: parent, replaceWith }, entity, stamp) =>
      replaceWith({ ...parent, [options.list]: [...parent[options.list], options.make(entity, stamp)] }),
    returning: {
      insert: ({ entity: parent, replaceWith }, then, { stamp }) => {
        const { entity, others, touched = [] } = options.returned?.(parent, then, stamp) ?? { entity: then.entity }
        const siblings: ReadonlyArray<unknown> = parent[options.list]
        const list = siblings.toSpliced(then.index, 0, restoredDeleted(options.target, entity, stamp))
        return { team: replaceWith({ ...parent, ...others, [options.list]: list }), touched }
      }
    }
  })
