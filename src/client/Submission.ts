import type { CheckInValues, Values } from "../domain/entities/FieldValues.ts"
import type { ChangeSetId, EntityId } from "../domain/entities/Ids.ts"
import type { RejectionCode } from "../domain/Rejection.ts"
import type { EntityType, entities } from "../shared/Entities.ts"
import type { EditedField, EditType, PartField, RequiredField } from "../shared/EventTypes.ts"

type Without<Keys extends PropertyKey> = { readonly [K in Keys]?: never }

type Simplify<A> = { readonly [K in keyof A]: A[K] }

/** The data that the creation of an entity has besides its fields. */
interface CreationExtras {
  readonly objective: { readonly parentId?: EntityId | null }
  readonly initiative: { readonly groupId?: EntityId | null }
}

/** A client may choose the id. Fields that have an initial value may be left out. */
type Creation<T extends EntityType> = Simplify<
  { readonly id?: EntityId } & Pick<Values<T>, RequiredField<T> & keyof Values<T>> &
    Partial<Values<T>> &
    (T extends keyof CreationExtras ? CreationExtras[T] : object)
>

/** Brings a deleted entity back as it was right after the event `asOf`. */
interface BringBack {
  readonly id: EntityId
  readonly asOf: number
}

/** What a create event takes: the fields of a new entity, or which deleted one comes back; a team comes back by a restore. */
type CreateData<T extends EntityType> = T extends "team"
  ? Creation<T>
  : Simplify<Creation<T> & Without<"asOf">> | Simplify<BringBack & Without<Exclude<keyof Creation<T>, "id">>>

type ParentKey<T extends EntityType> = (typeof entities)[T]["parent"]

type Definition = Pick<Values<"progress">, PartField<"progress"> & keyof Values<"progress">>

/** A check-in of a measure: its value, how sure people are (0 to 10), why, and the day it is of (`YYYY-MM-DD`; today if absent). */
type CheckIn = Simplify<
  Pick<Values<"progress">, "value"> &
    Partial<CheckInValues> & { readonly date?: string } & Without<keyof Definition | "retract">
>

/** Takes out the check-in of this sequence number as if it had not been. */
type Retraction = Simplify<
  { readonly retract: number } & Without<keyof Definition | "value" | "date" | keyof CheckInValues>
>

/** A correction of what is measured: at least one part. */
type Correction = {
  [K in keyof Definition]: Simplify<
    Pick<Definition, K> & Partial<Omit<Definition, K>> & Without<"value" | "date" | "retract" | keyof CheckInValues>
  >
}[keyof Definition]

/** The data of an edit of one field. */
type EditData<T extends EntityType, F> = T extends "progress"
  ? CheckIn | Retraction | Correction
  : Simplify<
      Pick<Values<T>, F & keyof Values<T>> &
        (readonly [T, F] extends readonly ["objective", "status"] ? Noted : unknown) &
        (F extends DateField ? Without<Exclude<DateField, F>> : unknown)
    >

/** An edit has one date. */
type DateField = "startDate" | "dueDate"

/** Why a status is what it is; empty if absent. */
interface Noted {
  readonly note?: string
}

/** No data. */
type Nothing = Readonly<Record<string, never>>

/** By event type: what it is about (null: nothing), and its `data`. */
type Entries =
  | {
      [T in EntityType]: readonly [`create_${T}`, ParentKey<T>, CreateData<T>] | readonly [`delete_${T}`, T, Nothing]
    }[EntityType]
  | {
      [T in EntityType]: { [F in EditedField<T>]: readonly [EditType<T, F>, T, EditData<T, F>] }[EditedField<T>]
    }[EntityType]
  | readonly ["update_position", "principle" | "objective", { readonly position: number }]
  | readonly ["update_objective_parent", "objective", { readonly parentId: EntityId | null }]
  | readonly [
      "update_objective_principle_link",
      "objective",
      { readonly principleId: EntityId; readonly linked: boolean }
    ]
  | readonly [
      "update_initiative_placement",
      "initiative",
      { readonly groupId: EntityId | null; readonly position?: number }
    ]
  | readonly ["restore_history", null, { readonly sequenceNumber: number; readonly teamId?: EntityId }]

type Target<Of> = Of extends null
  ? { readonly targetId?: null }
  : {
      /** The entity to change; for a create event its parent. */
      readonly targetId: EntityId
    }

type SubmissionOf<E> = E extends readonly [infer Type extends string, infer Of, infer Data]
  ? Type extends string
    ? Simplify<
        { readonly eventType: Type } & Target<Of> & {
            readonly data: Data
            /**
             * The log position of the view that the edit is based on. If the field has changed since, the edit is rejected with the
             * code `conflict`. Without it there is no such check.
             */
            readonly lastSeenSequence?: number | null
          }
      >
    : never
  : never

/**
 * A request to change a strategy: one of 29, by `eventType`. Texts are trimmed and normalised by the service, which rejects what
 * breaks a limit.
 */
export type Submission = SubmissionOf<Entries>

/** The submission of one event type, such as `SubmissionOfType<"create_team">`. */
export type SubmissionOfType<Type extends Submission["eventType"]> = Extract<Submission, { readonly eventType: Type }>

export interface SubmitOptions {
  /**
   * 1 to 100 visible ASCII characters; by default a new key. To submit again after a crash, store the key with the
   * event.
   */
  readonly key?: string
  /** The change set that the event belongs to: a UUID of your own for changes that can be taken back together, and their name. */
  readonly changeSet?: { readonly id: ChangeSetId; readonly name?: string }
  /** The sequence number of the event that this one takes back. */
  readonly undoes?: number
}

/** The event was written to the log. */
export interface Applied {
  readonly status: "applied"
  readonly sequenceNumber: number
  /** The field's value before, as text; null unless the event is an edit of a field. */
  readonly previousValue: string | null
}

/** What was submitted is so already; nothing was written. */
export interface NoChange {
  readonly status: "no_change"
  readonly sequenceNumber: 0
}

/** Nothing was changed. */
export interface Rejected {
  readonly status: "rejected"
  /** Rejections are in the log, too. */
  readonly sequenceNumber: number
  /** Why, for programs. A newer service may have further codes. */
  readonly code: RejectionCode | (string & {})
  /** Why, for people. */
  readonly rejectionReason: string
  /** For a conflict the field's value now, as text; else null. */
  readonly conflictingServerValue: string | null
}

/** The answer to a submission. */
export type Outcome = Applied | NoChange | Rejected
