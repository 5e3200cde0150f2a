import type { MenuItem } from "../../parts/Menu.tsx"
import type { Deletion } from "../../workspace/Deletions.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { texts } from "./Texts.ts"

/** What can be done with anything: to look back, and, for editors, to delete it. */
export const entityActions = (
  { deletions, panels, session }: Workspace,
  deletion: Deletion
): ReadonlyArray<MenuItem> => {
  const { teamId, entityId, title } = deletion
  const history: MenuItem = {
    label: texts.initiatives.history,
    icon: "clock",
    onSelect: () => panels.openHistory({ kind: "entity", teamId, entityId, title })
  }
  const remove: MenuItem = {
    label: texts.initiatives.remove,
    icon: "trash",
    danger: true,
    onSelect: () => deletions.begin(deletion)
  }
  return session.canEdit.peek() ? [history, remove] : [history]
}
