import type { Signal } from "@preact/signals"
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
import { useStatusChanges } from "./StatusChanges.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

/** The reason of a status, with who gave it and when. The prompt at the status's picker edits it. */
export const WhyThisStatus = ({ team, objective }: Props) => {
  const workspace = useWorkspace()
  const { called } = useFeatureState(makePeople)
  const button = useRef<HTMLButtonElement>(null)
  const { id, title, status, statusNote } = objective.value
  const change = useStatusChanges(team, objective).value?.[0]
  const shown = workspace.teams.valueAsShown(team.id, reasonedStatusOf(objective.value))
  const edit = () => askReason(workspace, field("objective.status", team.id, id), shown, status)
  const mayEdit = workspace.session.canEdit.value
  const said = (
    <>
      <FormattedText text={statusNote} />{" "}
      {change?.note === statusNote && (
        <span class="quiet">
          <TimeAgo timestamp={change.timestamp} text={(ago) => texts.facts.said(called(change.actorName), ago)} />
        </span>
      )}
    </>
  )
  const none = <span class="quiet">{mayEdit ? texts.facts.addReason : texts.facts.noReason}</span>
  return (
    <div class="editable">
      {statusNote === "" && mayEdit ? (
        <button type="button" class="text" onClick={edit}>
          {none}
        </button>
      ) : (
        <span class="text">{statusNote === "" ? none : said}</span>
      )}
      {statusNote !== "" && mayEdit && <Pencil button={button} label={texts.facts.editReason(title)} onClick={edit} />}
    </div>
  )
}
