import { type ReadonlySignal, signal } from "@preact/signals"

export type HistoryOf =
  | { readonly kind: "team"; readonly teamId: string; readonly title: string }
  | { readonly kind: "entity"; readonly teamId: string; readonly entityId: string; readonly title: string }

const open = signal<HistoryOf | undefined>(undefined)

/** Whose history the drawer shows; undefined while it is closed. */
export const historyOf: ReadonlySignal<HistoryOf | undefined> = open

export const openHistory = (of: HistoryOf): void => {
  open.value = of
}

export const closeHistory = (): void => {
  open.value = undefined
}
