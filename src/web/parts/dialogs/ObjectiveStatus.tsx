import type { ReasonedStatus } from "../../../shared/FieldEdits.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { field, keyOf } from "../../workspace/Field.ts"
import { askReason, isReasonAsked, reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FieldNotice } from "../fields/FieldNotice.tsx"
import { Status } from "../status/Status.tsx"
import { ReasonPrompt } from "./ReasonPrompt.tsx"
import { StatusMenu } from "./StatusPicker.tsx"

interface Props {
  readonly teamId: string
  readonly objective: Pick<Objective, "id" | "status" | "statusNote">
}

interface PickerProps extends Props {
  readonly objective: Props["objective"] & Pick<Objective, "title">
  /** What follows on a choice; by default the page asks for the reason. */
  readonly onChoose?: (status: ReasonedStatus["status"]) => void
  /** Whether another picker asks for the reason. */
  readonly isAskedElsewhere?: boolean
}

/** An objective's status; choosing one asks for the reason. */
export const ObjectiveStatusPicker = ({ teamId, objective, onChoose, isAskedElsewhere = false }: PickerProps) => {
  const workspace = useWorkspace()
  const { outbox, session, teams } = workspace
  const ofStatus = field("objective.status", teamId, objective.id)
  const shown = teams.valueAsShown(teamId, reasonedStatusOf(objective))
  const mine = session.canEdit.value ? outbox.edits.of(ofStatus).value?.mine : undefined
  return (
    <StatusMenu
      field={ofStatus}
      of={objective.title}
      now={mine?.status ?? objective.status}
      options={objectiveStatuses}
      onChoose={onChoose ?? ((status) => askReason(workspace, ofStatus, shown, status))}
    >
      {mine !== undefined && !isAskedElsewhere && isReasonAsked(workspace, ofStatus) && (
        <ReasonPrompt field={ofStatus} shown={shown} mine={mine} of={objective.title} />
      )}
    </StatusMenu>
  )
}

interface NoticeProps extends Props {
  /** How the reason is typed on; null where there is no picker that asks for it. By default the picker does. */
  readonly onEdit?: (() => void) | null
  /** Whether it stands in a form, which saves it: then an unfinished one needs no notice. */
  readonly isInForm?: boolean
}

/** The notice of a status that is not saved. It needs more room than the picker, so the row places it separately. */
export const ObjectiveStatusNotice = ({ teamId, objective, onEdit, isInForm = false }: NoticeProps) => {
  const workspace = useWorkspace()
  const { outbox, panels, teams } = workspace
  const ofStatus = field("objective.status", teamId, objective.id)
  if (outbox.edits.of(ofStatus).value === undefined) return null
  const shown = teams.valueAsShown(teamId, reasonedStatusOf(objective))
  const ask = (): void => {
    panels.reasonFor.value = keyOf(ofStatus)
  }
  const edit = onEdit === undefined ? ask : onEdit
  return (
    <FieldNotice
      field={ofStatus}
      shown={() => shown}
      format={({ status, note }) => (
        <>
          <Status status={status} />
          {note !== "" && <div>{note}</div>}
        </>
      )}
      label={texts.common.status}
      control=".picker"
      isEditing={isInForm || isReasonAsked(workspace, ofStatus)}
      {...(edit !== null && { onEdit: edit })}
    />
  )
}
