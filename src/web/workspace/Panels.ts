import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import { navigate, pathOf } from "../session/Route.ts"
import type { Dates } from "./objective/PlannedDates.ts"

/** `title`: empty where only the address is known. `event`: the sequence number of the one to show. */
export type HistorySubject = {
  readonly teamId: string
  readonly title: string
  readonly event?: number | undefined
} & ({ readonly kind: "team" } | { readonly kind: "entity"; readonly entityId: string })

/** What a restore was opened for: an event of the log, and the team the user looked at. */
export interface RestoreTarget {
  readonly sequenceNumber: number
  /** The event's timestamp, ISO 8601, where it is known. */
  readonly timestamp?: string
  /** Undefined when only the whole strategy can be restored. */
  readonly teamId: string | undefined
  /** Restores the state before the event instead of the one after it. */
  readonly isBefore: boolean
}

/** A download; without a team, of all teams. `excel`: CSV as the Excel of the browser's language opens it. */
export interface Transfer {
  readonly form: "csv" | "excel" | "json"
  readonly teamId: string | undefined
}

/** A text to import, and what its lines are. */
interface PastedText {
  readonly text: string
  readonly top: "objective" | "principle"
}

/** Two days to be chosen as the period of an objective, or of several; `title` is the dialog's. */
export interface DaysChoice extends Dates {
  readonly title: string
  readonly save: (dates: Dates) => void
}

/** An owner to be chosen, beside the button that asks for it. */
export interface OwnerChoice {
  readonly opener: HTMLElement
  readonly label: string
  readonly owner: string
  readonly onChoose: (owner: string) => void
}

/** The panels that open above any page; `history` and `restore` are undefined while closed. */
export interface Panels {
  readonly history: ReadonlySignal<HistorySubject | undefined>
  readonly openHistory: (subject: HistorySubject) => void
  readonly closeHistory: () => void
  readonly restore: ReadonlySignal<RestoreTarget | undefined>
  readonly openRestore: (target: RestoreTarget) => void
  readonly closeRestore: () => void
  readonly isPasswordOpen: Signal<boolean>
  /** Whether the palette is open, which finds everything. */
  readonly isFindOpen: Signal<boolean>
  /** The id of the team whose input for objectives, or the group whose input for initiatives is to be opened; the input empties it. */
  readonly newItemIn: Signal<string>
  readonly ownerChoice: Signal<OwnerChoice | undefined>
  readonly daysChoice: Signal<DaysChoice | undefined>
  /** The key of the status whose reason is being asked for; empty for none. */
  readonly reasonFor: Signal<string>
  /** Undefined once the download has begun. */
  readonly transfer: Signal<Transfer | undefined>
  /** What the page of imports is opened with; it empties it. */
  readonly importing: Signal<PastedText | undefined>
  /** Opens the page of imports with a text, whose lines are objectives if nothing else is said; without a team into those it names. */
  readonly openImport: (teamId: string | undefined, text?: string, top?: PastedText["top"]) => void
  /** What slides are to be made of, without a team of all teams; undefined while their dialog is closed. */
  readonly slides: Signal<{ readonly teamId: string | undefined } | undefined>
}

export const makePanels = (): Panels => {
  const history = signal<HistorySubject | undefined>(undefined)
  const restore = signal<RestoreTarget | undefined>(undefined)
  const importing: Panels["importing"] = signal(undefined)
  return {
    history,
    openHistory: (subject) => {
      history.value = subject
    },
    closeHistory: () => {
      history.value = undefined
    },
    restore,
    openRestore: (target) => {
      restore.value = target
    },
    closeRestore: () => {
      restore.value = undefined
    },
    isPasswordOpen: signal(false),
    isFindOpen: signal(false),
    newItemIn: signal(""),
    ownerChoice: signal(undefined),
    daysChoice: signal(undefined),
    reasonFor: signal(""),
    transfer: signal(undefined),
    importing,
    openImport: (teamId, text = "", top = "objective") => {
      if (text !== "") importing.value = { text, top }
      navigate(pathOf.import(teamId))
    },
    slides: signal(undefined)
  }
}
