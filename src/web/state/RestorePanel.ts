import { type ReadonlySignal, signal } from "@preact/signals"

/** From where a restore is thought of: an event of the log, and the team one looked at. */
export interface RestoreOf {
  readonly sequenceNumber: number
  /** Of the event; undefined where it is not known. */
  readonly timestamp: string | undefined
  /** Null: the whole strategy only. */
  readonly teamId: string | null
  /** To what stood before the event, instead of after it. */
  readonly isBefore: boolean
}

const open = signal<RestoreOf | undefined>(undefined)

/** What the dialog is about; undefined while it is closed. */
export const restoreOf: ReadonlySignal<RestoreOf | undefined> = open

export const openRestore = (of: RestoreOf): void => {
  open.value = of
}

export const closeRestore = (): void => {
  open.value = undefined
}
