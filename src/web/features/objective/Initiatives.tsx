import { type Signal, useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { nameLength, titleLength } from "../../../shared/Limits.ts"
import { AddInline } from "../../parts/AddInline.tsx"
import { EditableText } from "../../parts/EditableText.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { field } from "../../workspace/Field.ts"
import type { Initiative, Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { entityActions } from "./EntityActions.ts"
import { type Drop, drag } from "./InitiativeDrag.ts"
import { InitiativeRow } from "./InitiativeRow.tsx"
import { place, visible, withMoves } from "./Placements.ts"
import { texts } from "./Texts.ts"

type Group = Objective["groups"][number]

const GroupHead = ({ teamId, group, own }: { teamId: string; group: Group; own: ReadonlyArray<Initiative> }) => {
  const workspace = useWorkspace()
  const { id, name } = group
  const done = own.filter(({ status }) => status === "done").length
  return (
    <div class="group-head">
      <EditableText
        field={field("group.name", teamId, id)}
        value={name}
        label={texts.initiatives.groupName}
        most={nameLength}
      />
      {own.length > 0 && <span class="quiet small-text">{texts.initiatives.doneOf(done, own.length)}</span>}
      <Menu
        label={texts.initiatives.moreOf(name)}
        items={() => entityActions(workspace, { eventType: "delete_group", teamId, entityId: id, title: name })}
      >
        <Icon name="dots" />
      </Menu>
    </div>
  )
}

/** An objective's initiatives by group; those without one come last. */
export const Initiatives = ({ team, objective }: { readonly team: Team; readonly objective: Signal<Objective> }) => {
  const workspace = useWorkspace()
  const { deletions, session, submissions } = workspace
  const now = objective.value
  const root = useRef<HTMLElement>(null)
  const dragged = useSignal("")
  const over = useSignal<Drop | undefined>(undefined)
  const shown = visible(workspace, withMoves(workspace, now))
  const groups = now.groups.filter(({ id }) => !deletions.has(id))
  const add = (groupId: Initiative["groupId"]) => (title: string) =>
    submissions.create("create_initiative", now.id, groupId === null ? { title } : { title, groupId }, team.id)
  const addGroup = (name: string) => submissions.create("create_group", now.id, { name }, team.id)
  const onGrip = (id: string) => (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (root.current === null) return
    dragged.value = id
    drag(
      event,
      root.current,
      (drop) => {
        over.value = drop
      },
      ({ list, before }) => {
        const group = groups.find((group) => group.id === list)
        place(workspace, objective.peek(), id, group?.id ?? null, before)
      }
    )
  }
  const lookOf = ({ id, groupId }: Initiative): string => {
    if (over.value === undefined) return ""
    if (dragged.value === id) return "dragged"
    return over.value.list === (groupId ?? "") && over.value.before === id ? "drop-before" : ""
  }
  const part = (group: Group | undefined) => {
    const groupId = group?.id ?? null
    const own = shown.filter((initiative) => initiative.groupId === groupId)
    const isEnd = over.value?.list === (groupId ?? "") && over.value.before === null
    return (
      <div key={groupId} class={`group ${isEnd ? "drop-end" : ""}`} data-list={groupId ?? ""}>
        {group !== undefined && <GroupHead teamId={team.id} group={group} own={own} />}
        {group === undefined && groups.length > 0 && own.length > 0 && (
          <div class="group-head quiet">{texts.initiatives.ungrouped}</div>
        )}
        <ul aria-label={group?.name ?? (groups.length > 0 ? texts.initiatives.ungrouped : texts.initiatives.title)}>
          {own.map((initiative) => (
            <InitiativeRow
              key={initiative.id}
              objective={now}
              initiative={initiative}
              shown={shown}
              groups={groups}
              class={lookOf(initiative)}
              onGrip={onGrip(initiative.id)}
            />
          ))}
        </ul>
        {session.canEdit.value && (
          <div class="adding">
            <AddInline
              label={texts.initiatives.add}
              {...(group !== undefined && { longLabel: texts.initiatives.addTo(group.name) })}
              inputLabel={group === undefined ? texts.initiatives.newOne : texts.initiatives.newIn(group.name)}
              most={titleLength}
              place={`initiative.${groupId ?? now.id}`}
              add={add(groupId)}
            />
            {group === undefined && (
              <AddInline
                label={texts.initiatives.addGroup}
                inputLabel={texts.initiatives.newGroup}
                most={nameLength}
                place={`group.${now.id}`}
                add={addGroup}
              />
            )}
          </div>
        )}
      </div>
    )
  }
  return (
    <section ref={root} class="initiatives" aria-label={texts.initiatives.title}>
      <h4>{texts.initiatives.title}</h4>
      {shown.length === 0 && groups.length === 0 && <p class="quiet">{texts.initiatives.none}</p>}
      {groups.map(part)}
      {part(undefined)}
    </section>
  )
}
