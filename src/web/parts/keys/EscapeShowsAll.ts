import type { ReadonlySignal } from "@preact/signals"
import { useEffect } from "preact/hooks"

/** What has a use of its own for the Escape key. */
const ownUses = "textarea, select, input:not([type=search], [type=checkbox]), [popover], dialog"

interface Filtered {
  readonly isFiltered: Pick<ReadonlySignal<boolean>, "peek">
  readonly clearFilter: () => void
}

/**
 * Clears a filter when Escape is pressed anywhere else than where the key has a use of its own; `isFirst`: before any that
 * is not.
 */
export const useEscapeShowsAll = (filtered: Filtered, isFirst = false): void =>
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented } = event
      if (key !== "Escape" || defaultPrevented || !(target instanceof Element)) return
      if (target.closest(ownUses) !== null || !filtered.isFiltered.peek()) return
      event.preventDefault()
      filtered.clearFilter()
    }
    document.addEventListener("keydown", onKeyDown, isFirst)
    return () => document.removeEventListener("keydown", onKeyDown, isFirst)
  }, [filtered, isFirst])
