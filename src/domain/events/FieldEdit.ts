import { Result, type Schema } from "effect"
import { type Change, type Definition, keptReader, opening, rejected } from "../Definition.ts"
import type { EventData, Touched } from "../Event.ts"
import type { EntityId } from "../Ids.ts"
import type { Kind, Place, Stamp } from "../Place.ts"
import type { Role } from "../Role.ts"
import type { FieldVersions, Team } from "../State.ts"

type Editable = { readonly id: EntityId; readonly versions: FieldVersions }

interface Edit<E extends Editable, P extends Place<E>, In, Kept extends EventData> {
  readonly role?: Role
  readonly target: Kind<E, P>
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
  readonly apply: (place: P, entity: E, kept: Kept, stamp: Stamp) => Team
  readonly touched?: (place: P, kept: Kept) => ReadonlyArray<Touched>
}

const same = (left: EventData, right: EventData): boolean => {
  for (const key in left) if (left[key] !== right[key]) return false
  return true
}

export const fieldEdit = <E extends Editable, P extends Place<E>, In, Kept extends EventData>(
  edit: Edit<E, P, In, Kept>
): Definition => {
  const open = opening(edit.target, edit.data)
  const read = keptReader(edit.kept)
  return {
    role: edit.role ?? "editor",
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

/** The edit of a field that `data` names and the entity holds under the same key. */
export const setField = <E extends Editable, P extends Place<E>, Kept extends EventData & Partial<E>>(
  edit: Pick<Edit<E, P, Kept, Kept>, "role" | "target" | "data" | "text" | "describe"> & {
    readonly field: string
    readonly current: (entity: E) => Kept
  }
): Definition =>
  fieldEdit<E, P, Kept, Kept>({
    ...edit,
    kept: edit.data,
    field: () => edit.field,
    complete: (_, data) => Result.succeed(data),
    current: (place) => edit.current(place.entity),
    apply: (place, entity, kept) => place.put({ ...entity, ...kept })
  })
