import * as texts from "../../texts/SharedTexts.ts"
import type { Deletion } from "../../workspace/Deletions.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { copyLink } from "../CopyText.ts"
import { Icon } from "../status/Icon.tsx"
import { Menu, type MenuItem } from "./Menu.tsx"

interface Props extends Deletion {
  /** Called when the menu opens: what it offers before that. */
  readonly items?: () => ReadonlyArray<MenuItem>
  /** Its address, where it has one of its own, to be copied. */
  readonly address?: string
}

/** The menu of an entity, which ends with what every entity has: its history and, for editors, its deletion. */
export const EntityMenu = ({ items = () => [], address, ...entity }: Props) => {
  const workspace = useWorkspace()
  const { deletions, panels, session } = workspace
  const history: MenuItem = {
    label: texts.common.history,
    icon: "clock",
    onSelect: () => panels.openHistory({ kind: "entity", ...entity })
  }
  const copy = (path: string): MenuItem => ({
    label: texts.common.copyLink,
    icon: "link",
    onSelect: () => void copyLink(workspace, path)
  })
  const remove: MenuItem = {
    label: texts.common.remove,
    icon: "trash",
    danger: true,
    onSelect: () => deletions.begin(entity)
  }
  return (
    <Menu
      label={texts.common.moreOf(entity.title)}
      items={() => [
        ...items(),
        ...(address === undefined ? [] : [copy(address)]),
        history,
        ...(session.canEdit.peek() ? [remove] : [])
      ]}
    >
      <Icon name="dots" />
    </Menu>
  )
}
