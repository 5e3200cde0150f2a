import { type Signal, useComputed } from "@preact/signals"
import { LinkNotices } from "../../parts/LinkNotices.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { ObjectiveLink } from "../../parts/status/ObjectiveLink.tsx"
import { Owner } from "../../parts/status/Owner.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { linkedPrincipleIds } from "../../workspace/objective/LinkToggle.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./MatrixTexts.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
  /** The principles' ids in the order of the columns. */
  readonly principles: ReadonlyArray<string>
  readonly mayEdit: boolean
}

interface NoticeProps extends Pick<Props, "team" | "objective"> {
  readonly columns: number
}

const Notices = ({ team, objective, columns }: NoticeProps) => {
  const { edits } = useWorkspace().outbox
  const count = useComputed(() => edits.linkFieldsOf(objective.value.id).length).value
  if (count === 0) return null
  return (
    <tr class="notices">
      <td colSpan={columns}>
        <LinkNotices team={team} objective={objective.value} />
      </td>
    </tr>
  )
}

/** One objective. Its cells are buttons without listeners: the table listens for all of them. */
export const MatrixRow = ({ team, objective, principles, mayEdit }: Props) => {
  const workspace = useWorkspace()
  const shown = useComputed(() => {
    const { id, title, status, owner } = objective.value
    return JSON.stringify([id, title, status, owner, [...linkedPrincipleIds(workspace, objective.value)]])
  })
  const [id, title, status, owner, linked]: [string, string, Objective["status"], string, Array<string>] = JSON.parse(
    shown.value
  )
  return (
    <>
      <tr data-objective={id} class={linked.length === 0 ? "gap" : undefined}>
        <th scope="row">
          <span class="row-title">
            <StatusShape status={status} />
            <span class="hidden">{statusText(status)}</span>
            <ObjectiveLink
              {...{ id, title }}
              teamId={team.id}
              name={`row-${id}`}
              class="title"
              tabIndex={mayEdit ? -1 : undefined}
            />
            {linked.length === 0 && (
              <span class="gap-word">
                <Icon name="warning" size={12} /> {texts.noPrinciple}
              </span>
            )}
            <Owner name={owner} />
          </span>
        </th>
        {principles.map((principle) => {
          const isLinked = linked.includes(principle)
          return (
            <td key={principle}>
              {mayEdit ? (
                <button
                  type="button"
                  aria-pressed={isLinked}
                  aria-labelledby={`row-${id} column-${principle}`}
                  tabIndex={-1}
                />
              ) : (
                isLinked && (
                  <span class="on">
                    <span class="hidden">{texts.linked}</span>
                  </span>
                )
              )}
            </td>
          )
        })}
        <td class="sum">{linked.length}</td>
      </tr>
      <Notices team={team} objective={objective} columns={principles.length + 2} />
    </>
  )
}
