import { Icon } from "../../parts/Icon.tsx"
import { Menu, type MenuItem } from "../../parts/Menu.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Sorting } from "./Sorting.ts"
import { texts } from "./Texts.ts"

interface Props {
  readonly teamId: string
  readonly id: string
  readonly title: string
  readonly sorting: Sorting
  /** It has to stay where it is. */
  readonly isLocked: () => boolean
  readonly deletion: "delete_principle" | "delete_objective"
}

const moves = (sorting: Sorting, id: string, isLocked: boolean): ReadonlyArray<MenuItem> => {
  const ids = sorting.ids.value
  const at = ids.indexOf(id)
  const isLast = at === ids.length - 1
  const to = (before: string | undefined) => () => sorting.moveBefore(id, before)
  const [atTop, atBottom] = [isLocked || at <= 0, isLocked || isLast]
  return [
    { label: texts.board.moveUp, icon: "up", disabled: atTop, onSelect: to(ids[at - 1]) },
    { label: texts.board.moveDown, icon: "down", disabled: atBottom, onSelect: to(ids[at + 2]) },
    { label: texts.board.moveTop, icon: "up", disabled: atTop, onSelect: to(ids[0]) },
    { label: texts.board.moveBottom, icon: "down", disabled: atBottom, onSelect: to(undefined) }
  ]
}

/** What can be done with a principle or an objective; without a pointer, this is how it is moved. */
export const ItemMenu = ({ teamId, id, title, sorting, isLocked, deletion }: Props) => {
  const { deletions, panels, session } = useWorkspace()
  return (
    <Menu
      label={texts.board.actions(title)}
      items={() => [
        ...(session.canEdit.value ? moves(sorting, id, isLocked()) : []),
        {
          label: texts.board.history,
          icon: "clock",
          onSelect: () => panels.openHistory({ kind: "entity", teamId, entityId: id, title })
        },
        ...(session.canEdit.value
          ? [
              {
                label: texts.board.delete,
                icon: "trash",
                danger: true,
                onSelect: () => deletions.begin({ eventType: deletion, teamId, entityId: id, title })
              } satisfies MenuItem
            ]
          : [])
      ]}
    >
      <Icon name="dots" />
    </Menu>
  )
}
