import type { ComponentChild } from "preact"
import { useMemo } from "preact/hooks"
import { useEscapeShowsAll } from "../../parts/keys/EscapeShowsAll.ts"
import { useShortcut } from "../../parts/keys/Shortcuts.ts"
import { focusedObjective, useSelection } from "../../parts/lists/Selection.ts"
import { openedObjective } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

interface Props {
  /** What can be done with the selected objectives. */
  readonly bar: ComponentChild
}

/** Selects the focused objective by a key; Escape clears the selection. */
export const Selecting = ({ bar }: Props) => {
  const { canEdit } = useWorkspace().session
  const { isActive, asked, toggle, clear } = useSelection()
  useShortcut(canEdit.value ? "x" : undefined, () => {
    const objective = focusedObjective()
    if (objective !== undefined) toggle(objective.id)
  })
  // An open panel is closed first.
  const isFirst = () => isActive.peek() && openedObjective.peek() === undefined
  useEscapeShowsAll(
    useMemo(() => ({ isFiltered: { peek: isFirst }, clearFilter: clear }), [isActive, clear]),
    true
  )
  return canEdit.value && (isActive.value || asked.value !== undefined) ? bar : null
}
