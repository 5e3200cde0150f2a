import type { InitiativeStatus, ObjectiveStatus } from "../../../src/shared/Statuses.ts"

/** An objective with its history; all days have the form `YYYY-MM-DD`. */
export interface Row {
  readonly title: string
  readonly description: string
  readonly principles: ReadonlyArray<number>
  readonly createdAt: string
  readonly dueDate: string | null
  /** Each status with the day from which it holds; the first day is that of the creation. */
  readonly statuses: ReadonlyArray<readonly [day: string, status: ObjectiveStatus]>
  readonly measures: ReadonlyArray<{
    readonly name: string
    readonly unit: string
    readonly start: number
    readonly target: number
    /** Oldest first. */
    readonly checkIns: ReadonlyArray<readonly [day: string, value: number, confidence: number, note: string]>
  }>
  readonly initiatives: ReadonlyArray<readonly [title: string, status: InitiativeStatus]>
}
