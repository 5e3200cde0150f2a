import { Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { type EditedField, type EditType, editedFields, editType, rowOf } from "../../shared/EventTypes.ts"
import type { FieldRow } from "../../shared/FieldRow.ts"
import type { EventData, Touched } from "../Event.ts"
import { dataSchema } from "../entities/Fields.ts"
import { textOf, valueOf } from "../entities/FieldValues.ts"
import { called, quoted, spaced } from "../entities/Wording.ts"
import type { Kind, Place, Stamp } from "../state/Place.ts"
import type { EntityByType, Team } from "../state/State.ts"
import { type Change, type Definition, keptReader, opening, rejected } from "./Definition.ts"

interface Edit<T extends EntityType, P extends Place<EntityByType[T]>, In, Kept extends EventData> {
  readonly target: Kind<T, P>
  readonly data: Schema.Schema<In> & Schema.ConstraintDecoder<In>
  readonly kept: Schema.Schema<Kept>
  /** The field's name; null when it depends on data that cannot be read. */
  readonly field: (data: EventData) => string | null
  /** Checks the data against the state and makes it complete; fails with the reason. */
  readonly complete: (place: P, data: In) => Result.Result<Kept, string>
  /** What `kept` would have to be to change nothing. */
  readonly current: (place: P, kept: Kept) => Kept
  /** The value as history and answers give it. */
  readonly text: (kept: Kept) => string
  readonly describe: (place: P, kept: Kept, before: Kept) => string
  /** Sets the field of an entity whose versions and authorship are already brought up to date. */
  readonly apply: (place: P, entity: EntityByType[T], kept: Kept, stamp: Stamp) => Team
  readonly touched?: (place: P, kept: Kept) => ReadonlyArray<Touched>
}

const same = (left: EventData, right: EventData): boolean => {
  for (const key in left) if (left[key] !== right[key]) return false
  return true
}

export const fieldEdit = <T extends EntityType, P extends Place<EntityByType[T]>, In, Kept extends EventData>(
  edit: Edit<T, P, In, Kept>
): Definition => {
  const open = opening(edit.target, edit.data)
  const read = keptReader(edit.kept)
  return {
    role: rowOf(edit.target.type).role,
    target: edit.target.type,
    data: edit.data,
    judge: (state, submission) => {
      const fieldName = edit.field(submission.data)
      const opened = open(state, submission)
      const place = Result.isSuccess(opened) ? opened.success.place : edit.target.find(state, submission.targetId)
      const version = fieldName === null ? undefined : place?.entity.versions[fieldName]
      const previousSequence = version ?? null
      const refuse = (reason: string) => rejected(state, submission, reason, { fieldName, previousSequence })

      if (Result.isFailure(opened)) return refuse(opened.failure)
      const { data, place: found } = opened.success
      const completed = edit.complete(found, data)
      if (Result.isFailure(completed)) return refuse(completed.failure)

      const kept = completed.success
      const before = edit.current(found, kept)
      if (same(kept, before)) return { status: "no_change" }

      const findings = {
        entityId: found.entity.id,
        entityType: edit.target.type,
        fieldName,
        previousSequence,
        oldValue: edit.text(before),
        newValue: edit.text(kept)
      }
      const { lastSeenSequence } = submission
      if (lastSeenSequence !== null && version !== undefined && lastSeenSequence < version) {
        return {
          ...findings,
          status: "rejected",
          reason: `conflict: this was changed by event ${version}, after event ${lastSeenSequence} that was last seen`,
          conflictingServerValue: findings.oldValue
        }
      }
      return { ...findings, status: "applied", data: kept, description: edit.describe(found, kept, before) }
    },
    evolve: (state, event): Change | null => {
      const place = edit.target.find(state, event.targetId)
      const kept = read(event)
      if (place === undefined || kept === undefined || event.fieldName === null) return null
      const versions = { ...place.entity.versions, [event.fieldName]: event.sequenceNumber }
      const entity = edit.target.signed({ ...place.entity, versions }, event)
      return {
        teams: [{ id: place.team.id, team: edit.apply(place, entity, kept, event) }],
        born: [],
        died: [],
        touched: edit.touched?.(place, kept) ?? []
      }
    }
  }
}

/** What an edit did, in words. */
const described = (
  type: EntityType,
  field: string,
  row: FieldRow,
  entity: object,
  before: string,
  after: string
): string => {
  const { noun, label } = rowOf(type)
  if (field === label) return `renamed ${noun} ${quoted(before)} to ${quoted(after)}`
  const subject = `the ${row.noun} of ${called(type, entity)}`
  if (after === "") return `removed ${subject}`
  if (row.form === "lines") return `changed ${subject}`
  const shown = row.form === "line" ? quoted : spaced
  return row.initial === null || row.initial === ""
    ? `set ${subject} to ${shown(after)}`
    : `changed ${subject} from ${shown(before)} to ${shown(after)}`
}

/** The edit of a field that `data` and the entity have under the same key. */
const setField = <T extends EntityType, P extends Place<EntityByType[T]>>(
  target: Kind<T, P>,
  field: string,
  row: FieldRow
): Definition => {
  const data = Schema.Struct({ [field]: dataSchema(row) })
  return fieldEdit<T, P, EventData, EventData>({
    target,
    data,
    kept: data,
    field: () => field,
    complete: (_, kept) => Result.succeed(kept),
    current: ({ entity }) => ({ [field]: valueOf(entity, field) }),
    text: (kept) => textOf(valueOf(kept, field)),
    describe: ({ entity }, kept, before) =>
      described(target.type, field, row, entity, textOf(valueOf(before, field)), textOf(valueOf(kept, field))),
    apply: (place, entity, kept) => place.put({ ...entity, ...kept })
  })
}

/** The edits of all fields of a type, by event type. */
export const fieldEdits = <T extends EntityType, P extends Place<EntityByType[T]>>(target: Kind<T, P>) => {
  const { fields } = rowOf(target.type)
  const edits = editedFields(target.type).flatMap((field) => {
    const row = fields[field]
    return row === undefined ? [] : [[editType(target.type, field), setField(target, field, row)]]
  })
  return Object.fromEntries(edits) as { readonly [F in EditedField<T> as EditType<T, F>]: Definition }
}
