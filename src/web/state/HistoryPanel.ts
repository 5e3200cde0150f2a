import { type ReadonlySignal, signal } from "@preact/signals"

export type HistoryOf =
  | { readonly kind: "team"; readonly teamId: string; readonly title: string }
  | { readonly kind: "entity"; readonly teamId: string; readonly entityId: string; readonly title: string }

const shown = signal<HistoryOf | undefined>(undefined)

/** Whose history the drawer shows, if it is open. */
export const historyOf: ReadonlySignal<HistoryOf | undefined> = shown

export const openHistory = (of: HistoryOf): void => {
  shown.value = of
}

export const closeHistory = (): void => {
  shown.value = undefined
}
