import type { Signal } from "@preact/signals"
import { EntityMenu } from "../../parts/dialogs/EntityMenu.tsx"
import { AddInline } from "../../parts/fields/AddInline.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { field } from "../../workspace/Field.ts"
import type { Initiative, Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { InitiativeRow } from "./InitiativeRow.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { visibleInitiatives, withPendingMoves } from "./PendingPlacements.ts"

type Group = Objective["groups"][number]

interface GroupHeadProps {
  readonly objective: Objective
  readonly group: Group
  /** The group's initiatives. */
  readonly own: ReadonlyArray<Initiative>
}

const GroupHead = ({ objective: { teamId }, group: { id, name }, own }: GroupHeadProps) => {
  const done = own.filter(({ status }) => status === "done").length
  return (
    <div class="group-head">
      <EditableText field={field("group.name", teamId, id)} value={name} />
      {own.length > 0 && <span class="quiet small-text">{texts.initiatives.doneOf(done, own.length)}</span>}
      <EntityMenu type="group" {...{ teamId, entityId: id, title: name }} />
    </div>
  )
}

interface PartProps {
  readonly objective: Objective
  /** All visible initiatives of the objective. */
  readonly shown: ReadonlyArray<Initiative>
  /** The visible groups of the objective. */
  readonly groups: ReadonlyArray<Group>
  /** The group of this part; undefined for the initiatives without one. */
  readonly group: Group | undefined
}

const AddButtons = ({ objective, groups, group }: Omit<PartProps, "shown">) => {
  const place = { teamId: objective.teamId, objectiveId: objective.id }
  return (
    <div class="adding">
      <AddInline
        type="initiative"
        {...place}
        group={group}
        {...(group === undefined && groups.length > 0 && { label: texts.initiatives.addUngrouped })}
      />
      {group === undefined && <AddInline type="group" {...place} />}
    </div>
  )
}

/** The initiatives of one group, or those without a group. */
const Part = ({ objective, shown, groups, group }: PartProps) => {
  const { session } = useWorkspace()
  const listId = group?.id ?? ""
  const own = shown.filter((initiative) => (initiative.groupId ?? "") === listId)
  const ungrouped = groups.length > 0 ? texts.initiatives.ungrouped : texts.initiatives.title
  return (
    <div class="group">
      {group !== undefined && <GroupHead objective={objective} group={group} own={own} />}
      {group === undefined && groups.length > 0 && own.length > 0 && (
        <div class="group-head quiet">{texts.initiatives.ungrouped}</div>
      )}
      <ul aria-label={group?.name ?? ungrouped} data-list={listId}>
        {own.map((initiative) => (
          <InitiativeRow
            key={initiative.id}
            objective={objective}
            initiative={initiative}
            siblings={shown}
            groups={groups}
          />
        ))}
      </ul>
      {session.canEdit.value && <AddButtons objective={objective} groups={groups} group={group} />}
    </div>
  )
}

/** An objective's initiatives by group; those without a group come last. */
export const Initiatives = ({ objective }: { readonly objective: Signal<Objective> }) => {
  const workspace = useWorkspace()
  const now = objective.value
  const shown = visibleInitiatives(workspace, withPendingMoves(workspace, now))
  const groups = now.groups.filter(({ id }) => !workspace.deletions.has(id))
  return (
    <section class="initiatives" aria-label={texts.initiatives.title}>
      <h2>{texts.initiatives.title}</h2>
      {shown.length === 0 && groups.length === 0 && <p class="quiet">{texts.initiatives.none}</p>}
      {[...groups, undefined].map((group) => (
        <Part key={group?.id ?? null} {...{ objective: now, shown, groups, group }} />
      ))}
    </section>
  )
}
