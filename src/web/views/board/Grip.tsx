import { drag } from "../../parts/Dragging.ts"
import { Icon } from "../../parts/Icon.tsx"
import type { Sorting } from "../../state/Sorting.ts"
import { texts } from "../../texts/Texts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

interface Props {
  readonly id: string
  readonly sorting: Sorting
  readonly isLocked: boolean
}

/** For the pointer only: the menu beside it does the same by keyboard. */
export const Grip = ({ id, sorting, isLocked }: Props) => {
  const { session } = useWorkspace()
  return session.canEdit.value ? (
    <span
      class={`grip ${isLocked ? "locked" : ""}`}
      title={isLocked ? texts.boardFilter.locked : texts.board.grip}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (!isLocked) drag(event, event.currentTarget, (before) => sorting.moveBefore(id, before))
      }}
    >
      <Icon name="grip" />
    </span>
  ) : null
}
