import type { Signal } from "@preact/signals-core"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useComputed } from "../../parts/Signals.ts"
import { StatusShape, statusText } from "../../parts/Status.tsx"
import { type Field, keyOf } from "../../workspace/Field.ts"
import { linkedPrincipleIds, shownLink } from "../../workspace/Links.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
  /** The principles' ids in the order of the columns. */
  readonly principles: ReadonlyArray<string>
  readonly mayEdit: boolean
}

interface NoticeProps {
  readonly team: Team
  readonly objective: Signal<Objective>
}

const LinkNotice = ({ team, objective, field }: NoticeProps & { readonly field: Field }) => {
  const { drafts } = useWorkspace()
  if (drafts.of(field).value?.phase === "saving") return null
  return (
    <div class="link-notice">
      <p>{texts.matrix.linksTo(team.principles.byId.get(field.pair)?.value.title ?? "")}</p>
      <FieldNotice
        field={field}
        shown={() => shownLink(team, objective.value, field.pair)}
        format={(text) => (text === "true" ? texts.matrix.linked : texts.matrix.notLinked)}
      />
    </div>
  )
}

const Notices = ({ team, objective, columns }: NoticeProps & { readonly columns: number }) => {
  const { drafts } = useWorkspace()
  const fields = useComputed(() => drafts.linkFieldsOf(objective.value.id)).value
  if (fields.length === 0) return null
  return (
    <tr class="notices">
      <td colSpan={columns}>
        {fields.map((field) => (
          <LinkNotice key={keyOf(field)} team={team} objective={objective} field={field} />
        ))}
      </td>
    </tr>
  )
}

/** One objective. Its cells are buttons without listeners: the table listens for all of them. */
export const MatrixRow = ({ team, objective, principles, mayEdit }: Props) => {
  const workspace = useWorkspace()
  const head = useComputed(() => JSON.stringify([objective.value.id, objective.value.title, objective.value.status]))
  const links = useComputed(() => [...linkedPrincipleIds(workspace, objective.value)].join()).value
  const [id, title, status]: [string, string, Objective["status"]] = JSON.parse(head.value)
  const linked = new Set(links === "" ? [] : links.split(","))
  return (
    <>
      <tr data-objective={id} class={linked.size === 0 ? "gap" : undefined}>
        <th scope="row">
          <span class="row-title">
            <StatusShape status={status} />
            <span class="hidden">{statusText(status)}</span>
            <span id={`row-${id}`} class="title">
              {title}
            </span>
          </span>
          {linked.size === 0 && (
            <span class="gap-word">
              <Icon name="warning" size={12} /> {texts.matrix.noPrinciple}
            </span>
          )}
        </th>
        {principles.map((principle) => {
          const isLinked = linked.has(principle)
          if (!mayEdit) {
            return (
              <td key={principle}>
                {isLinked && (
                  <span class="on">
                    <span class="hidden">{texts.matrix.linked}</span>
                  </span>
                )}
              </td>
            )
          }
          return (
            <td key={principle}>
              <button
                type="button"
                aria-pressed={isLinked}
                aria-labelledby={`row-${id} column-${principle}`}
                tabIndex={-1}
              />
            </td>
          )
        })}
        <td class="sum">{linked.size}</td>
      </tr>
      <Notices team={team} objective={objective} columns={principles.length + 2} />
    </>
  )
}
