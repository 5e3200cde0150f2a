import type { ReadonlySignal } from "@preact/signals"
import { useEffect } from "preact/hooks"

/** What has a use of its own for the Escape key. */
const ownUses = "textarea, select, input:not([type=search], [type=checkbox]), [popover], dialog"

interface Filtered {
  readonly isFiltered: ReadonlySignal<boolean>
  readonly clearFilter: () => void
}

/** Clears a filter when Escape is pressed anywhere else than where the key has a use of its own. */
export const useEscapeShowsAll = (filtered: Filtered): void =>
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      if (key !== "Escape" || defaultPrevented || !(target instanceof Element)) return
      if (target.closest(ownUses) === null && filtered.isFiltered.peek()) filtered.clearFilter()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [filtered])
