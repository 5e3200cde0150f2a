import { EntityMenu } from "../../parts/dialogs/EntityMenu.tsx"
import type { MenuItem } from "../../parts/dialogs/Menu.tsx"
import { editTitle } from "../../parts/keys/RowKeys.ts"
import { useSelection } from "../../parts/lists/Selection.ts"
import { pathOf } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./BoardTexts.ts"
import type { SortableList } from "./SortableList.ts"

interface Props {
  readonly id: string
  readonly sortable: SortableList
}

const moves = (sortable: SortableList, id: string): ReadonlyArray<MenuItem> => {
  const isLocked = sortable.isLocked.value
  const ids = sortable.ids.value
  const index = ids.indexOf(id)
  const [isFirst, isLast] = [index <= 0, index === ids.length - 1]
  const move = (label: string, icon: "up" | "down", isThere: boolean, before: string | undefined): MenuItem => ({
    label,
    icon,
    disabled: isLocked || isThere,
    onSelect: () => sortable.moveBefore(id, before)
  })
  return [
    move(texts.board.moveUp, "up", isFirst, ids[index - 1]),
    move(texts.board.moveDown, "down", isLast, ids[index + 2]),
    move(texts.board.moveTop, "up", isFirst, ids[0]),
    move(texts.board.moveBottom, "down", isLast, undefined),
    {
      label: texts.board.moveTo,
      icon: "place",
      disabled: isLocked || ids.length < 2,
      onSelect: () => (sortable.positionedId.value = id)
    }
  ]
}

/** The menu of a principle or an objective; with the keyboard this is how it is moved. */
export const ItemMenu = ({ id, sortable }: Props) => {
  const { session } = useWorkspace()
  const { type, team } = sortable
  const { id: teamId } = team
  const { toggle, has, asked } = useSelection()
  const targets = [{ teamId, id }]
  const ask = (label: string, icon: "plus" | "right", what: "duplicate" | "move"): MenuItem => ({
    label,
    icon,
    onSelect: () => (asked.value = { what, targets })
  })
  const ofObjectives = (): ReadonlyArray<MenuItem> => [
    { label: has(id) ? texts.board.unselect : texts.board.select, icon: "check", onSelect: () => toggle(id) },
    ask(texts.board.duplicate, "plus", "duplicate"),
    ask(texts.board.moveToTeam, "right", "move")
  ]
  const edit: MenuItem = {
    label: texts.board.editTitle,
    icon: "pencil",
    onSelect: () => void editTitle(document.querySelector(`[data-id="${id}"]`))
  }
  const period: MenuItem = {
    label: texts.periods.change,
    icon: "calendar",
    onSelect: () => document.querySelector<HTMLElement>(`[data-id="${id}"] .period button`)?.click()
  }
  return (
    <EntityMenu
      {...{ type, teamId, entityId: id, title: sortable.titleOf(id) }}
      address={pathOf[type](teamId, id)}
      items={() =>
        session.canEdit.value
          ? [edit, ...(type === "objective" ? [period, ...ofObjectives()] : []), ...moves(sortable, id)]
          : []
      }
    />
  )
}
