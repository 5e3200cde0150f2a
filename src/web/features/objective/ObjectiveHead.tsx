import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { isOverdue } from "../../../shared/Pace.ts"
import { ObjectiveStatusNotice, ObjectiveStatusPicker } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { PrincipleMenu } from "../../parts/dialogs/PrincipleMenu.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { OwnerField, OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { Pencil } from "../../parts/fields/Pencil.tsx"
import { PeriodField, PeriodNotices } from "../../parts/fields/PeriodField.tsx"
import { LinkNotices } from "../../parts/LinkNotices.tsx"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { shownDay } from "../../session/Moment.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import { linkedPrincipleIds } from "../../workspace/objective/LinkToggle.ts"
import { askReason, reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"
import { ParentField } from "./ParentField.tsx"
import type { StatusChange } from "./StatusChanges.ts"

interface FactProps {
  readonly name: ComponentChildren
  /** Whether it has lines of its own, so that nothing moves when it arrives. */
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

const Fact = ({ name, isWide = false, children }: FactProps) => (
  <div class={isWide ? "wide" : ""}>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

interface AuthorProps {
  readonly objective: Objective
  /** The latest change of the status; undefined until loaded. */
  readonly change: StatusChange | undefined
}

/** The name of the reason, with who gave it and when. */
const ReasonAuthor = ({ objective: { statusNote }, change }: AuthorProps) => {
  const { called } = useFeatureState(makePeople)
  return (
    <>
      {texts.facts.why}
      {statusNote !== "" && change?.note === statusNote && (
        <TimeAgo timestamp={change.timestamp} text={(ago) => texts.facts.said(called(change.actorName), ago)} />
      )}
    </>
  )
}

interface WhyProps {
  readonly team: Team
  readonly objective: Objective
}

/** The reason of a status. The prompt at the status's picker edits it. */
const WhyThisStatus = ({ team, objective }: WhyProps) => {
  const workspace = useWorkspace()
  const button = useRef<HTMLButtonElement>(null)
  const { id, title, status, statusNote } = objective
  const shown = workspace.teams.valueAsShown(team.id, reasonedStatusOf(objective))
  const edit = () => askReason(workspace, field("objective.status", team.id, id), shown, status)
  const mayEdit = workspace.session.canEdit.value
  if (statusNote === "") {
    const none = <span class="quiet">{mayEdit ? texts.facts.addReason : texts.facts.noReason}</span>
    return mayEdit ? (
      <button type="button" class="text" onClick={edit}>
        {none}
      </button>
    ) : (
      none
    )
  }
  return (
    <div class="editable">
      <div class="text">
        <FormattedText text={statusNote} />
      </div>
      {mayEdit && <Pencil button={button} label={texts.facts.editReason(title)} onClick={edit} />}
    </div>
  )
}

/** The names of the principles that it is linked to; editors link others. */
const Principles = ({ team, objective }: WhyProps) => {
  const workspace = useWorkspace()
  const linked = linkedPrincipleIds(workspace, objective)
  const ids = team.principles.ids.value.filter((id) => !workspace.deletions.has(id))
  const names = ids.filter((id) => linked.has(id)).map((id) => team.principles.byId.get(id)?.value.title)
  return (
    <>
      {names.length === 0 ? <span class="quiet">{texts.facts.noPrinciples}</span> : <span>{names.join(" · ")}</span>}
      <PrincipleMenu team={team} objective={objective} ids={ids} />
    </>
  )
}

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
  readonly alignment: Alignment | undefined
  /** The latest change of the status; undefined until loaded. */
  readonly change: StatusChange | undefined
  /** Where it is heading, in words, empty if nothing is known; undefined where that is not shown. */
  readonly forecast?: string | undefined
}

/** An objective's title, fields with their notices, and description. */
export const ObjectiveHead = ({ team, objective, alignment, change, forecast }: Props) => {
  const body = objective.value
  const { id, title, owner, percent, description } = body
  const planned = { ...body, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  const owned = { field: field("objective.owner", team.id, id), value: owner }
  return (
    <>
      <EditableText field={field("objective.title", team.id, id)} value={title} heading={1} />
      <ObjectiveDoubts team={team} objective={body} />
      <dl class="facts">
        <Fact name={texts.facts.status}>
          <ObjectiveStatusPicker teamId={team.id} objective={body} />
        </Fact>
        <Fact name={texts.page.progress}>
          {percent === null ? (
            <span class="quiet">–</span>
          ) : (
            <Meter percent={percent} pace={expectedToday(body)} label={texts.page.progress} />
          )}
        </Fact>
        <Fact name={texts.facts.owner}>
          <OwnerField {...owned} of={title} isWordy />
        </Fact>
        <Fact name={texts.facts.period}>
          <PeriodField planned={planned} isWordy />
          {isOverdue(body, shownDay()) && <span class="late">{texts.page.overdue}</span>}
        </Fact>
        {forecast !== undefined && (
          <Fact name={texts.facts.forecast} isWide>
            {forecast || <span class="quiet">–</span>}
          </Fact>
        )}
        <Fact name={<ReasonAuthor objective={body} change={change} />} isWide>
          <WhyThisStatus team={team} objective={body} />
        </Fact>
        <Fact name={texts.facts.principles} isWide>
          <Principles team={team} objective={body} />
        </Fact>
        <Fact name={texts.alignment.supports} isWide>
          <ParentField team={team} objective={body} alignment={alignment} />
        </Fact>
      </dl>
      <ObjectiveStatusNotice teamId={team.id} objective={body} />
      <OwnerNotice {...owned} />
      <PeriodNotices planned={planned} control=".period" />
      <LinkNotices team={team} objective={body} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
    </>
  )
}
