import { useSignal } from "@preact/signals"
import { altStepOf } from "../../parts/keys/AltArrows.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./BoardTexts.ts"
import { PositionDialog } from "./PositionDialog.tsx"
import type { SortableList } from "./SortableList.ts"

/**
 * Moves the items of a list without a pointer: Alt with an arrow key moves the item with the focus, and a dialog asks
 * for a place. `moves` is for the list's element, `said` for screen readers.
 */
export const useKeyboardMoves = (sortable: SortableList) => {
  const { session } = useWorkspace()
  const said = useSignal("")
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = altStepOf(event)
    const { target } = event
    if (step === undefined || !(target instanceof Element) || !session.canEdit.peek()) return
    const id = target.closest<HTMLElement>("[data-id]")?.dataset.id ?? ""
    const ids = sortable.ids.peek()
    const to = ids.indexOf(id) + step
    event.preventDefault()
    const isLocked = sortable.isLocked.peek()
    said.value = isLocked
      ? texts.boardFilter.locked
      : texts.board.positionOf(Math.max(1, Math.min(to + 1, ids.length)), ids.length)
    if (!isLocked && to >= 0 && to < ids.length) sortable.moveTo(id, to)
  }
  const placed = sortable.positionedId.value
  const parts = (
    <>
      <p class="hidden" role="status">
        {said.value}
      </p>
      {placed !== undefined && session.canEdit.value && sortable.ids.value.includes(placed) && (
        <PositionDialog sortable={sortable} id={placed} title={sortable.titleOf(placed)} />
      )}
    </>
  )
  return { onKeyDown, parts }
}
