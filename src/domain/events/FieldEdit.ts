import { HashMap, Option, Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { type EditedField, type EditType, editedFields, editType, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"
import { conflictWith } from "../Conflict.ts"
import type { EventData, Submission, Touched } from "../Event.ts"
import { dataSchema } from "../entities/Fields.ts"
import { valueOf, valueText } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityByType, State, Team } from "../state/State.ts"
import type { ChangeStamp, EntityTarget, LocationOf } from "../state/Targets.ts"
import {
  type Change,
  type EventDefinition,
  loggedDataReader,
  rejected,
  submissionReader,
  targetNotFound
} from "./EventDefinition.ts"

interface FieldEditOptions<T extends EntityType, P extends LocationOf<T>, In, Logged extends EventData> {
  readonly target: EntityTarget<T, P>
  readonly data: Schema.Schema<In> & Schema.ConstraintDecoder<In>
  readonly logged: Schema.Schema<Logged>
  /** The name of the edited field; null when it depends on data that cannot be read. */
  readonly field: (data: EventData) => string | null
  /** Completes the data, or fails because the state does not allow it. */
  readonly complete: (location: P, data: In, state: State, submission: Submission) => Result.Result<Logged, Rejection>
  /** The `logged` data with which the edit would change nothing. */
  readonly current: (location: P, logged: Logged) => Logged
  /** The field's value as text, for history and answers. */
  readonly text: (logged: Logged, location: P) => string
  /** Sets the field of an entity whose versions and authorship are already updated. */
  readonly apply: (location: P, entity: EntityByType[T], logged: Logged, stamp: ChangeStamp) => Team
  readonly touched?: (location: P, logged: Logged) => ReadonlyArray<Touched>
}

const isSameData = (left: EventData, right: EventData): boolean => {
  for (const key in left) if (left[key] !== right[key]) return false
  return true
}

export const fieldEdit = <T extends EntityType, P extends LocationOf<T>, In, Logged extends EventData>(
  edit: FieldEditOptions<T, P, In, Logged>
): EventDefinition => {
  const readSubmission = submissionReader(edit.target, edit.data)
  const readLogged = loggedDataReader(edit.logged)
  return {
    role: rowOf(edit.target.type).role,
    targets: [edit.target.type],
    data: edit.data,
    decide: (state, submission) => {
      const fieldName = edit.field(submission.data)
      const parsed = readSubmission(state, submission)
      const location = Result.isSuccess(parsed) ? parsed.success.location : edit.target.find(state, submission.targetId)
      const version = fieldName === null ? undefined : location?.entity.versions[fieldName]
      const previousSequence = version ?? null
      const refuse = (rejection: Rejection) => rejected(state, submission, rejection, { fieldName, previousSequence })

      if (Result.isFailure(parsed)) return refuse(parsed.failure)
      const { data, location: found } = parsed.success
      const completed = edit.complete(found, data, state, submission)
      if (Result.isFailure(completed)) return refuse(completed.failure)

      const logged = completed.success
      const before = edit.current(found, logged)
      if (isSameData(logged, before)) return { status: "no_change" }

      const details = {
        entityId: found.entity.id,
        entityType: edit.target.type,
        fieldName,
        previousSequence,
        oldValue: edit.text(before, found),
        newValue: edit.text(logged, found)
      }
      const { lastSeenSequence } = submission
      if (lastSeenSequence !== null && version !== undefined && lastSeenSequence < version) {
        return {
          ...details,
          status: "rejected",
          rejection: conflictWith({ type: edit.target.type, entity: found.entity, field: fieldName, version }),
          conflictingServerValue: details.oldValue
        }
      }
      return { ...details, status: "applied", data: logged }
    },
    evolve: (state, event): Change | null => {
      const location = edit.target.find(state, event.targetId)
      const logged = readLogged(event)
      if (location === undefined || logged === undefined || event.fieldName === null) return null
      const versions = { ...location.entity.versions, [event.fieldName]: event.sequenceNumber }
      const entity = edit.target.withUpdateStamp({ ...location.entity, versions }, event)
      return {
        teams: [{ id: location.team.id, team: edit.apply(location, entity, logged, event) }],
        added: [],
        deletedIds: [],
        touched: edit.touched?.(location, logged) ?? []
      }
    }
  }
}

/** The edit of a field that has the same key in `data` and in the entity. */
export const rowEdit = <T extends EntityType, P extends LocationOf<T>>(
  target: EntityTarget<T, P>,
  field: EditedField<T>,
  refusal?: (location: P, data: EventData) => Rejection | null
): EventDefinition => {
  const row = rowOf(target.type).fields[field] as FieldRow
  const data = Schema.Struct({ [field as string]: dataSchema(row) })
  return fieldEdit<T, P, EventData, EventData>({
    target,
    data,
    logged: data,
    field: () => field,
    complete: (location, logged) => {
      const refused = refusal?.(location, logged) ?? null
      return refused === null ? Result.succeed(logged) : Result.fail(refused)
    },
    current: ({ entity }) => ({ [field]: valueOf(entity, field) }),
    text: (logged) => valueText(valueOf(logged, field)),
    apply: (location, entity, logged) => location.replaceWith({ ...entity, ...logged })
  })
}

/** The names of events that edit one field of one type of entity. */
type OwnEdit<T extends EntityType> = Extract<EditType<T, EditedField<T>>, `update_${T}_${string}`>

/** The edits of the fields of an entity type that no other entity and no other field shares, by event type. */
export const fieldEdits = <T extends EntityType, P extends LocationOf<T>>(target: EntityTarget<T, P>) => {
  const { fields } = rowOf(target.type)
  const edits = editedFields(target.type).flatMap((field) => {
    const type: string = editType(target.type, field)
    const isOwn = type.startsWith(`update_${target.type}_`) && fields[field]?.edit === undefined
    return isOwn ? [[type, rowEdit(target, field)]] : []
  })
  return Object.fromEntries(edits) as Readonly<Record<OwnEdit<T>, EventDefinition>>
}

/** The edit of a field that several entities have under one event type. */
export const sharedEdit = (edits: Readonly<Partial<Record<EntityType, EventDefinition>>>): EventDefinition => {
  const types = Object.keys(edits) as Array<EntityType>
  const [first] = Object.values(edits)
  const editOf = ({ entities }: State, id: EntityId | null): EventDefinition | undefined => {
    const ref = id === null ? undefined : Option.getOrUndefined(HashMap.get(entities, id))
    return ref && edits[ref.type]
  }
  return {
    role: first?.role ?? "editor",
    targets: types,
    data: first?.data ?? Schema.Never,
    decide: (state, submission) =>
      editOf(state, submission.targetId)?.decide(state, submission) ??
      rejected(state, submission, targetNotFound(types, state, submission.targetId)),
    evolve: (state, event) => editOf(state, event.targetId)?.evolve(state, event) ?? null
  }
}
