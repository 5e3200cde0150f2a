import { type ReadonlySignal, type Signal, signal } from "@preact/signals"

export type HistoryOf =
  | { readonly kind: "team"; readonly teamId: string; readonly title: string }
  | { readonly kind: "entity"; readonly teamId: string; readonly entityId: string; readonly title: string }

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

/** What stands open above every page; a history and a restore are undefined while closed. */
export interface Panels {
  /** Whose history the drawer shows. */
  readonly history: ReadonlySignal<HistoryOf | undefined>
  readonly openHistory: (of: HistoryOf) => void
  readonly closeHistory: () => void
  readonly restore: ReadonlySignal<RestoreOf | undefined>
  readonly openRestore: (of: RestoreOf) => void
  readonly closeRestore: () => void
  readonly isPasswordOpen: Signal<boolean>
}

export const makePanels = (): Panels => {
  const history = signal<HistoryOf | undefined>(undefined)
  const restore = signal<RestoreOf | undefined>(undefined)
  return {
    history,
    openHistory: (of) => {
      history.value = of
    },
    closeHistory: () => {
      history.value = undefined
    },
    restore,
    openRestore: (of) => {
      restore.value = of
    },
    closeRestore: () => {
      restore.value = undefined
    },
    isPasswordOpen: signal(false)
  }
}
