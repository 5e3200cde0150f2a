import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { objectiveIn, type Target } from "../../session/Addresses.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"

/** What is asked for before it is done with objectives; a copy is made at once, an owner chosen beside what has the focus. */
export interface Asked {
  readonly what: "period" | "owner" | "parent" | "move" | "duplicate"
  readonly targets: ReadonlyArray<Target>
}

/** The objectives that the user has selected in the list that the page shows. */
export interface Selection {
  /** Those that can be selected: a filter hides the others. */
  readonly listed: Signal<ReadonlyArray<Target>>
  /** In the order of the list. */
  readonly chosen: ReadonlySignal<ReadonlyArray<Target>>
  readonly isActive: ReadonlySignal<boolean>
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly chooseAll: () => void
  readonly clear: () => void
  readonly asked: Signal<Asked | undefined>
}

export const makeSelection = (): Selection => {
  const ids = signal<ReadonlySet<string>>(new Set())
  const listed: Selection["listed"] = signal([])
  const has = (id: string): boolean => ids.value.has(id)
  const chosen = computed(() => (ids.value.size === 0 ? [] : listed.value.filter(({ id }) => has(id))))
  return {
    listed,
    chosen,
    isActive: computed(() => chosen.value.length > 0),
    has,
    toggle: (id) => {
      const next = new Set(ids.peek())
      if (!next.delete(id)) next.add(id)
      ids.value = next
    },
    chooseAll: () => {
      ids.value = new Set(listed.peek().map(({ id }) => id))
    },
    clear: () => {
      ids.value = new Set()
    },
    asked: signal(undefined)
  }
}

export const useSelection = (): Selection => useFeatureState(makeSelection)

/** Lets editors select objectives in a list, as long as it is shown. `targets` keeps its identity while it is the same. */
export const useSelectable = (targets: ReadonlyArray<Target>): void => {
  const { canEdit } = useWorkspace().session
  const { listed, clear } = useSelection()
  const mayEdit = canEdit.value
  useEffect(() => {
    listed.value = mayEdit ? targets : []
  }, [targets, mayEdit])
  useEffect(
    () => () => {
      listed.value = []
      clear()
    },
    []
  )
}

/** The objective whose row or panel has the focus. */
export const focusedObjective = (): Target | undefined => {
  const row = document.activeElement?.closest("[data-row], .objective-panel")
  return objectiveIn(row?.closest<HTMLElement>("[data-address]")?.dataset.address ?? "")
}
