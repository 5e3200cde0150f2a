import type { InitiativeStatus, ObjectiveStatus } from "./Statuses.ts"

/** The type of a field's value, by the form that its row names. */
export interface Forms {
  /** One line of text. */
  readonly line: string
  /** Text that may have line breaks. */
  readonly lines: string
  /** `#rrggbb`, lower case. */
  readonly color: string
  readonly objectiveStatus: ObjectiveStatus
  readonly initiativeStatus: InitiativeStatus
  /** `YYYY-MM-DD` */
  readonly date: string | null
  readonly quantity: number
  /** A whole number within `Limits.confidence`. */
  readonly confidence: number | null
}
export type Form = keyof Forms
export type FieldValue = Forms[Form]

/** The declaration of a field. Everything the server and the page do with the field is derived from it. */
export type FieldRow = {
  [F in Form]: {
    readonly form: F
    /** The field's name in sentences. */
    readonly noun: string
    /** Its description in the API's document. */
    readonly description: string
    /** The value that a creation without this field gives it; a field without `initial` is required. */
    readonly initial?: Forms[F]
    /** The field of which this one is a part, since both are edited together. */
    readonly partOf?: "definition" | "status"
    /** The name of its edit, where several fields are edited by one event type, one at a time. */
    readonly edit?: "dates"
    /** In code points. The text may be empty if its `initial` is empty. */
    readonly maxLength?: number
  } & (F extends "line" | "lines" ? { readonly maxLength: number } : unknown)
}[Form]

/** The type of an object that has the value of each field of some rows. */
export type ValuesOf<Rows> = {
  readonly [F in keyof Rows]: Rows[F] extends { readonly form: infer X extends Form } ? Forms[X] : never
}
