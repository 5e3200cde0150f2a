import { Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { type EditedField, type EditType, editedFields, editType, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"
import { conflictWith } from "../Conflict.ts"
import type { EventData, Touched } from "../Event.ts"
import { dataSchema } from "../entities/Fields.ts"
import { valueOf, valueText } from "../entities/FieldValues.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityByType, Team } from "../state/State.ts"
import type { ChangeStamp, EntityTarget, LocationOf } from "../state/Targets.ts"
import { type Change, type EventDefinition, loggedDataReader, rejected, submissionReader } from "./EventDefinition.ts"

interface FieldEditOptions<T extends EntityType, P extends LocationOf<T>, In, Logged extends EventData> {
  readonly target: EntityTarget<T, P>
  readonly data: Schema.Schema<In> & Schema.ConstraintDecoder<In>
  readonly logged: Schema.Schema<Logged>
  /** The name of the edited field; null when it depends on data that cannot be read. */
  readonly field: (data: EventData) => string | null
  /** Completes the data, or fails because the state does not allow it. */
  readonly complete: (location: P, data: In) => Result.Result<Logged, Rejection>
  /** The `logged` data with which the edit would change nothing. */
  readonly current: (location: P, logged: Logged) => Logged
  /** The field's value as text, for history and answers. */
  readonly text: (logged: Logged) => string
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
    target: edit.target.type,
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
      const completed = edit.complete(found, data)
      if (Result.isFailure(completed)) return refuse(completed.failure)

      const logged = completed.success
      const before = edit.current(found, logged)
      if (isSameData(logged, before)) return { status: "no_change" }

      const details = {
        entityId: found.entity.id,
        entityType: edit.target.type,
        fieldName,
        previousSequence,
        oldValue: edit.text(before),
        newValue: edit.text(logged)
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
const ownFieldEdit = <T extends EntityType, P extends LocationOf<T>>(
  target: EntityTarget<T, P>,
  field: string,
  row: FieldRow
): EventDefinition => {
  const data = Schema.Struct({ [field]: dataSchema(row) })
  return fieldEdit<T, P, EventData, EventData>({
    target,
    data,
    logged: data,
    field: () => field,
    complete: (_, logged) => Result.succeed(logged),
    current: ({ entity }) => ({ [field]: valueOf(entity, field) }),
    text: (logged) => valueText(valueOf(logged, field)),
    apply: (location, entity, logged) => location.replaceWith({ ...entity, ...logged })
  })
}

/** The edits of all fields of an entity type, by event type. */
export const fieldEdits = <T extends EntityType, P extends LocationOf<T>>(target: EntityTarget<T, P>) => {
  const { fields } = rowOf(target.type)
  const edits = editedFields(target.type).flatMap((field) => {
    const row = fields[field]
    return row === undefined ? [] : [[editType(target.type, field), ownFieldEdit(target, field, row)]]
  })
  return Object.fromEntries(edits) as { readonly [F in EditedField<T> as EditType<T, F>]: EventDefinition }
}
