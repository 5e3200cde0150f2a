import { copyLink } from "../../parts/CopyText.ts"
import { EntityMenu } from "../../parts/EntityMenu.tsx"
import type { MenuItem } from "../../parts/Menu.tsx"
import { pathOf } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { SortableList } from "./SortableList.ts"
import * as texts from "./Texts.ts"

interface Props {
  readonly teamId: string
  readonly id: string
  readonly title: string
  readonly sortable: SortableList
  /** Whether items cannot be moved now. */
  readonly isLocked: boolean
  readonly type: "principle" | "objective"
}

const moves = (sortable: SortableList, id: string, isLocked: boolean): ReadonlyArray<MenuItem> => {
  const ids = sortable.ids.value
  const index = ids.indexOf(id)
  const isLast = index === ids.length - 1
  const to = (before: string | undefined) => () => sortable.moveBefore(id, before)
  const [atTop, atBottom] = [isLocked || index <= 0, isLocked || isLast]
  return [
    { label: texts.board.moveUp, icon: "up", disabled: atTop, onSelect: to(ids[index - 1]) },
    { label: texts.board.moveDown, icon: "down", disabled: atBottom, onSelect: to(ids[index + 2]) },
    { label: texts.board.moveTop, icon: "up", disabled: atTop, onSelect: to(ids[0]) },
    { label: texts.board.moveBottom, icon: "down", disabled: atBottom, onSelect: to(undefined) },
    {
      label: texts.board.moveTo,
      icon: "place",
      disabled: isLocked || ids.length < 2,
      onSelect: () => (sortable.placing.value = id)
    }
  ]
}

/** The menu of a principle or an objective; with the keyboard this is how it is moved. */
export const ItemMenu = ({ teamId, id, title, sortable, isLocked, type }: Props) => {
  const workspace = useWorkspace()
  const address = type === "objective" ? pathOf.objective(teamId, id) : pathOf.principle(teamId, id)
  return (
    <EntityMenu
      {...{ type, teamId, parentId: teamId, entityId: id, title }}
      items={() => [
        ...(workspace.session.canEdit.value ? moves(sortable, id, isLocked) : []),
        { label: texts.common.copyLink, icon: "link", onSelect: () => void copyLink(workspace, address) }
      ]}
    />
  )
}
