import { useRef } from "preact/hooks"
import type { Placement } from "../../../shared/FieldEdits.ts"
import { EntityMenu } from "../../parts/dialogs/EntityMenu.tsx"
import type { MenuItem } from "../../parts/dialogs/Menu.tsx"
import { StatusNotice, StatusPicker } from "../../parts/dialogs/StatusPicker.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { altStepOf } from "../../parts/keys/AltArrows.ts"
import { dragItem } from "../../parts/lists/DragItem.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { pathOf } from "../../session/Route.ts"
import { field } from "../../workspace/Field.ts"
import type { Initiative, Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { useNamedPart } from "./NamedPart.ts"
import * as texts from "./ObjectiveTexts.ts"
import { placeInitiative, shownPlacement } from "./PendingPlacements.ts"
import { stepTarget } from "./Placement.ts"

interface Props {
  readonly objective: Objective
  readonly initiative: Initiative
  /** All visible initiatives of the objective. */
  readonly siblings: ReadonlyArray<Initiative>
  readonly groups: Objective["groups"]
}

const moves = (workspace: Workspace, { objective, initiative, siblings, groups }: Props): ReadonlyArray<MenuItem> => {
  const { id, groupId } = initiative
  const step = (label: string, icon: "up" | "down", by: -1 | 1): MenuItem => {
    const before = stepTarget(siblings, id, by)
    return {
      label,
      icon,
      disabled: before === undefined,
      onSelect: () => placeInitiative(workspace, objective, id, groupId, before ?? null)
    }
  }
  const to = (label: string, group: Initiative["groupId"]): MenuItem => ({
    label,
    onSelect: () => placeInitiative(workspace, objective, id, group, null)
  })
  return [
    step(texts.initiatives.up, "up", -1),
    step(texts.initiatives.down, "down", 1),
    ...groups
      .filter((group) => group.id !== groupId)
      .map((group) => to(texts.initiatives.toGroup(group.name), group.id)),
    ...(groupId === null ? [] : [to(texts.initiatives.outOfGroup, null)])
  ]
}

export const InitiativeRow = (props: Props) => {
  const workspace = useWorkspace()
  const { session } = workspace
  const { objective, initiative, siblings, groups } = props
  const { id, title, status, owner } = initiative
  const row = useRef<HTMLLIElement>(null)
  const mark = useNamedPart(id, row)
  const { teamId } = objective
  const ofStatus = field("initiative.status", teamId, id)
  const placementLabel = ({ groupId, position }: Placement): string => {
    const name = groups.find((group) => group.id === groupId)?.name ?? texts.initiatives.ungrouped
    return texts.initiatives.position(name, position + 1)
  }
  return (
    <li
      ref={row}
      class={`initiative ${mark}`}
      data-address={pathOf.part(teamId, objective.id, id)}
      data-id={id}
      onKeyDown={(event) => {
        const step = altStepOf(event)
        if (step === undefined || !session.canEdit.peek()) return
        event.preventDefault()
        const before = stepTarget(siblings, id, step)
        if (before !== undefined) placeInitiative(workspace, objective, id, initiative.groupId, before)
      }}
    >
      {session.canEdit.value && (
        <span
          class="initiative-grip"
          title={texts.initiatives.drag}
          aria-hidden="true"
          onPointerDown={(event) =>
            dragItem(
              event,
              (before, { dataset }) => placeInitiative(workspace, objective, id, dataset.list || null, before ?? null),
              event.currentTarget.closest(".initiatives")
            )
          }
        >
          <Icon name="grip" size={14} />
        </span>
      )}
      <StatusPicker field={ofStatus} value={status} of={title} />
      <EditableText field={field("initiative.title", teamId, id)} value={title} />
      <OwnerField field={field("initiative.owner", teamId, id)} value={owner} of={title} />
      <EntityMenu
        {...{ type: "initiative", teamId, entityId: id, title }}
        items={() => (session.canEdit.peek() ? moves(workspace, props) : [])}
      />
      <StatusNotice field={ofStatus} value={status} />
      <OwnerNotice field={field("initiative.owner", teamId, id)} value={owner} />
      <FieldNotice
        field={field("initiative.placement", teamId, id)}
        shown={() => shownPlacement(workspace, objective, id)}
        format={placementLabel}
        label={texts.common.position}
      />
    </li>
  )
}
