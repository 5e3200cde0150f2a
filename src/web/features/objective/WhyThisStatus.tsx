import { useRef } from "preact/hooks"
import { Pencil } from "../../parts/fields/Pencil.tsx"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { field } from "../../workspace/Field.ts"
import { askReason, reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"
import type { StatusChange } from "./StatusChanges.ts"

interface AuthorProps {
  readonly objective: Objective
  /** The latest change of the status; undefined until loaded. */
  readonly change: StatusChange | undefined
}

/** The name of the reason, with who gave it and when. */
export const ReasonAuthor = ({ objective: { statusNote }, change }: AuthorProps) => {
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

interface Props {
  readonly team: Team
  readonly objective: Objective
}

/** The reason of a status. The prompt at the status's picker edits it. */
export const WhyThisStatus = ({ team, objective }: Props) => {
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
