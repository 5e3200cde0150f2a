import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { isOverdue } from "../../../shared/Pace.ts"
import { OwnerField } from "../../parts/fields/OwnerField.tsx"
import { Pencil } from "../../parts/fields/Pencil.tsx"
import { PeriodField } from "../../parts/fields/PeriodField.tsx"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { shownDay } from "../../session/Moment.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import { askReason, reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"
import { ParentField } from "./ParentField.tsx"
import type { StatusChange } from "./StatusChanges.ts"

interface FactProps {
  readonly name: ComponentChildren
  /** Whether its width is independent of what it shows, so that nothing moves when that arrives. */
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

export const Fact = ({ name, isWide = false, children }: FactProps) => (
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

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
  readonly alignment: Alignment | undefined
  /** The latest change of the status; undefined until loaded. */
  readonly change: StatusChange | undefined
  /** The facts that stand before the reason. */
  readonly children?: ComponentChildren
}

/** Who answers for an objective, from when to when, why its status is what it is, and what it supports. */
export const ObjectiveFacts = ({ team, objective, alignment, change, children }: Props) => {
  const { id, title, owner } = objective.value
  const planned = { ...objective.value, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  return (
    <dl class="facts">
      <Fact name={texts.facts.owner}>
        <OwnerField field={field("objective.owner", team.id, id)} value={owner} of={title} isWordy />
      </Fact>
      <Fact name={texts.facts.period}>
        <PeriodField planned={planned} isWordy />
        {isOverdue(objective.value, shownDay()) && <span class="late">{texts.page.overdue}</span>}
      </Fact>
      {children}
      <Fact name={<ReasonAuthor objective={objective.value} change={change} />} isWide>
        <WhyThisStatus team={team} objective={objective.value} />
      </Fact>
      <Fact name={texts.alignment.supports} isWide>
        <ParentField team={team} objective={objective.value} alignment={alignment} />
      </Fact>
    </dl>
  )
}
