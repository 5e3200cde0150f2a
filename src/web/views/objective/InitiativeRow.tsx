import { field } from "../../model/Field.ts"
import { gapBeside, readPlacement } from "../../model/Placement.ts"
import { EditableText } from "../../parts/EditableText.tsx"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu, type MenuItem } from "../../parts/Menu.tsx"
import { StatusPicker } from "../../parts/StatusPicker.tsx"
import { deleteSoon } from "../../state/Deletions.ts"
import { openHistory } from "../../state/HistoryPanel.ts"
import { place, shownPlacement } from "../../state/Placements.ts"
import { canEdit } from "../../state/Session.ts"
import type { Initiative, Objective } from "../../state/Team.ts"
import { texts } from "../../texts/Texts.ts"

const statuses = ["planned", "active", "done", "dropped"] as const

interface Props {
  readonly objective: Objective
  readonly initiative: Initiative
  /** All of the objective that people see. */
  readonly shown: ReadonlyArray<Initiative>
  readonly groups: Objective["groups"]
  readonly class: string
  readonly onGrip: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => void
}

const menuOf = ({ objective, initiative, shown, groups }: Props): ReadonlyArray<MenuItem> => {
  const { id, title, groupId } = initiative
  const step = (label: string, icon: "up" | "down", by: -1 | 1): MenuItem => {
    const gap = gapBeside(shown, id, by)
    return {
      label,
      icon,
      disabled: gap === undefined,
      onSelect: () => place(objective, id, groupId, gap ?? null)
    }
  }
  const { teamId } = objective
  return [
    step(texts.initiatives.up, "up", -1),
    step(texts.initiatives.down, "down", 1),
    ...groups
      .filter((group) => group.id !== groupId)
      .map((group) => ({
        label: texts.initiatives.toGroup(group.name),
        onSelect: () => place(objective, id, group.id, null)
      })),
    ...(groupId === null
      ? []
      : [{ label: texts.initiatives.outOfGroup, onSelect: () => place(objective, id, null, null) }]),
    {
      label: texts.initiatives.history,
      icon: "clock",
      onSelect: () => openHistory({ kind: "entity", teamId, entityId: id, title })
    },
    {
      label: texts.initiatives.remove,
      icon: "trash",
      danger: true,
      onSelect: () => deleteSoon({ eventType: "delete_initiative", teamId, entityId: id, title })
    }
  ]
}

export const InitiativeRow = (props: Props) => {
  const { objective, initiative, groups, onGrip } = props
  const { id, title, status } = initiative
  const { teamId } = objective
  const words = (text: string): string => {
    const { groupId, position } = readPlacement(text)
    const name = groups.find((group) => group.id === groupId)?.name ?? texts.initiatives.ungrouped
    return texts.initiatives.place(name, position + 1)
  }
  return (
    <li class={`initiative ${props.class}`} data-initiative={id}>
      {canEdit.value && (
        <span class="grip" title={texts.initiatives.drag} aria-hidden="true" onPointerDown={onGrip}>
          <Icon name="grip" size={14} />
        </span>
      )}
      <StatusPicker field={field("initiative.status", teamId, id)} value={status} options={statuses} of={title} />
      <EditableText
        field={field("initiative.title", teamId, id)}
        value={title}
        label={texts.initiatives.initiativeTitle}
        most={250}
      />
      {canEdit.value && (
        <Menu label={texts.initiatives.moreOf(title)} items={menuOf(props)}>
          <Icon name="dots" />
        </Menu>
      )}
      <FieldNotice
        field={field("initiative.placement", teamId, id)}
        shown={() => shownPlacement(objective, id)}
        format={words}
      />
    </li>
  )
}
