import { dragItem } from "../../parts/lists/DragItem.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./BoardTexts.ts"
import type { SortableList } from "./SortableList.ts"

interface Props {
  readonly id: string
  readonly sortable: SortableList
}

/** The handle to drag an item with a pointer; with the keyboard the menu moves it. */
export const Grip = ({ id, sortable }: Props) => {
  const { session } = useWorkspace()
  const isLocked = sortable.isLocked.value
  return session.canEdit.value ? (
    <span
      class={`grip ${isLocked ? "locked" : ""}`}
      title={isLocked ? texts.boardFilter.locked : texts.board.grip}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (!isLocked) dragItem(event, (before) => sortable.moveBefore(id, before))
      }}
    >
      <Icon name="grip" />
    </span>
  ) : null
}
