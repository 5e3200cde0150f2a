import type { MenuItem } from "../../parts/Menu.tsx"
import { type Deletion, deleteSoon } from "../../state/Deletions.ts"
import { openHistory } from "../../state/HistoryPanel.ts"
import { canEdit } from "../../state/Session.ts"
import { texts } from "../../texts/Texts.ts"

/** What can be done with anything: to look back, and, for editors, to delete it. */
export const entityActions = (deletion: Deletion): ReadonlyArray<MenuItem> => {
  const { teamId, entityId, title } = deletion
  const history: MenuItem = {
    label: texts.initiatives.history,
    icon: "clock",
    onSelect: () => openHistory({ kind: "entity", teamId, entityId, title })
  }
  const remove: MenuItem = {
    label: texts.initiatives.remove,
    icon: "trash",
    danger: true,
    onSelect: () => deleteSoon(deletion)
  }
  return canEdit.peek() ? [history, remove] : [history]
}
