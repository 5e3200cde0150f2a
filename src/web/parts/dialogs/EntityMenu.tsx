import * as texts from "../../texts/SharedTexts.ts"
import type { Deletion } from "../../workspace/Deletions.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Icon } from "../status/Icon.tsx"
import { Menu, type MenuItem } from "./Menu.tsx"

interface Props extends Deletion {
  /** Called when the menu opens: what it offers before that. */
  readonly items?: () => ReadonlyArray<MenuItem>
}

/** The menu of an entity, which ends with what every entity has: its history and, for editors, its deletion. */
export const EntityMenu = ({ items = () => [], ...entity }: Props) => {
  const { deletions, panels, session } = useWorkspace()
  const history: MenuItem = {
    label: texts.common.history,
    icon: "clock",
    onSelect: () => panels.openHistory({ kind: "entity", ...entity })
  }
  const remove: MenuItem = {
    label: texts.common.remove,
    icon: "trash",
    danger: true,
    onSelect: () => deletions.begin(entity)
  }
  return (
    <Menu
      label={texts.common.moreOf(entity.title)}
      items={() => [...items(), history, ...(session.canEdit.peek() ? [remove] : [])]}
    >
      <Icon name="dots" />
    </Menu>
  )
}
