import * as texts from "../texts/Texts.ts"
import type { Deletion } from "../workspace/Deletions.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import type { MenuItem } from "./Menu.tsx"

/** The menu items every entity has: its history and, for editors, its deletion. */
export const entityActions = (
  { deletions, panels, session }: Workspace,
  deletion: Deletion
): ReadonlyArray<MenuItem> => {
  const { teamId, entityId, title } = deletion
  const history: MenuItem = {
    label: texts.common.history,
    icon: "clock",
    onSelect: () => panels.openHistory({ kind: "entity", teamId, entityId, title })
  }
  const remove: MenuItem = {
    label: texts.common.remove,
    icon: "trash",
    danger: true,
    onSelect: () => deletions.begin(deletion)
  }
  return session.canEdit.peek() ? [history, remove] : [history]
}
