import type { EditedValue } from "../../../shared/FieldEdits.ts"
import { normalized } from "../../../shared/NormalizedText.ts"
import type { Submission } from "../../contract/PageApi.ts"

/** A field's value with the log position it was seen at. */
export interface SeenValue<V extends EditedValue = EditedValue> {
  readonly value: V
  readonly sequenceNumber: number
}

/** The change set that a submission is part of, and the idempotency key of the one whose answer it waits for. */
export interface PlaceInSet extends Required<Pick<Submission, "changeSet">> {
  readonly after: string | undefined
}

/** A submission without an answer yet. It is repeated unchanged under its idempotency key, so it is applied once. */
export interface SentValue<V extends EditedValue = EditedValue> {
  readonly value: V
  readonly lastSeen: number
  /** The idempotency key. */
  readonly key: string
  readonly place?: PlaceInSet | undefined
}

/**
 * An edit of a field that the server has not confirmed. `typing`: the user is not done with it. `saving`: it was sent, or
 * is to be sent after what was sent. `refused`: the server rejected it, `reason` says why.
 */
export interface Edit<V extends EditedValue = EditedValue> {
  readonly phase: "typing" | "saving" | "refused"
  /** The value the edit is based on; conflicts are judged against it. */
  readonly base: SeenValue<V>
  /** What the user typed or chose. */
  readonly mine: V
  /** Must be answered before anything else is sent: a later submission would be in conflict with it. */
  readonly sent: SentValue<V> | undefined
  /** The server's value, when it rejected the submission as a conflict. */
  readonly found: SeenValue<V> | undefined
  readonly reason: string
  /** Whether the user, who was shown `base` as another's value, writes on: it stays in sight. */
  readonly isMerging?: boolean
}

/** The form in which the server stores a text. */
const stored = (text: string): string => normalized(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"))

/** Whether the server stores both values alike. */
export const sameValue = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left === "string" && typeof right === "string") return stored(left) === stored(right)
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  return Object.entries(left).every(([name, value]) => sameValue(value, Reflect.get(right, name)))
}

export const newEdit = <V extends EditedValue>(base: SeenValue<V>): Edit<V> => ({
  phase: "typing",
  base,
  mine: base.value,
  sent: undefined,
  found: undefined,
  reason: ""
})

/** The field is opened for typing again. A refusal stays visible until the value changes. */
export const reopened = <V extends EditedValue>(edit: Edit<V>): Edit<V> =>
  edit.phase === "refused" ? edit : { ...edit, phase: "typing" }

export const withValue = <V extends EditedValue>(edit: Edit<V>, mine: V): Edit<V> => ({
  ...edit,
  mine,
  phase: "typing",
  reason: ""
})

/** Submits the value under `key`, or after the pending submission, which keeps its own key. */
export const submitted = <V extends EditedValue>(edit: Edit<V>, key: string, place?: PlaceInSet): Edit<V> => ({
  ...edit,
  phase: "saving",
  reason: "",
  sent: edit.sent ?? { value: edit.mine, lastSeen: edit.base.sequenceNumber, key, ...(place && { place }) }
})

/** Discards what was typed, except for a pending submission: the server may have applied it already. */
export const cancelled = <V extends EditedValue>(edit: Edit<V>): Edit<V> | undefined =>
  edit.sent === undefined ? undefined : { ...edit, mine: edit.sent.value, phase: "saving" }

/** Bases the edit on `theirs`, which the user has seen: the next submission overwrites that value and nothing newer. */
export const rebased = <V extends EditedValue>(edit: Edit<V>, theirs: SeenValue<V>): Edit<V> => ({
  ...edit,
  phase: "typing",
  reason: "",
  found: undefined,
  base: theirs
})
