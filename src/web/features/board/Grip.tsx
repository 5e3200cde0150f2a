import { Icon } from "../../parts/Icon.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { drag } from "./Dragging.ts"
import type { Sorting } from "./Sorting.ts"
import { texts } from "./Texts.ts"

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
