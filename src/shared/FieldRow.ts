import type { InitiativeStatus, ObjectiveStatus } from "./Statuses.ts"

/** What a field can be made of: the type of its value by the form its row names. */
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
  /** `Limits.confidence` */
  readonly confidence: number | null
}
export type Form = keyof Forms
export type FieldValue = Forms[Form]

/** What is known of a field; everything the service and the page do with it follows from this. */
export type FieldRow = {
  [F in Form]: {
    readonly form: F
    /** As sentences name it. */
    readonly noun: string
    /** Its value when a creation leaves it out; without this, a creation must give it. */
    readonly initial?: Forms[F]
    /** The creation sets it for good: there is no event that edits it. */
    readonly isFixed?: true
    /** In code points. A text whose `initial` is empty may be empty. */
    readonly maxLength?: number
  } & (F extends "line" | "lines" ? { readonly maxLength: number } : unknown)
}[Form]

/** Values by field name, of rows by field name. */
export type ValuesOf<Rows> = {
  readonly [F in keyof Rows]: Rows[F] extends { readonly form: infer X extends Form } ? Forms[X] : never
}
