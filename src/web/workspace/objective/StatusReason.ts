import type { ReasonedStatus } from "../../../shared/FieldEdits.ts"
import { type Field, keyOf } from "../Field.ts"
import type { SeenValue } from "../outbox/Edit.ts"
import type { Objective } from "../Team.ts"
import type { Workspace } from "../Workspace.ts"

type StatusField = Field<"objective.status">

export const reasonedStatusOf = ({ status, statusNote }: Pick<Objective, "status" | "statusNote">): ReasonedStatus => ({
  status,
  note: statusNote
})

/** Whether the page asks for the reason of a status, beside its picker. Reads a signal. */
export const isReasonAsked = ({ panels }: Workspace, field: StatusField): boolean =>
  panels.reasonFor.value === keyOf(field)

/** Chooses a status and asks for the reason; the status it has already keeps its reason, to be changed. */
export const askReason = (
  { outbox, panels }: Workspace,
  field: StatusField,
  shown: SeenValue<ReasonedStatus>,
  status: ReasonedStatus["status"]
): void => {
  outbox.edits.choose(field, shown, status === shown.value.status ? shown.value : { status, note: "" })
  panels.reasonFor.value = keyOf(field)
}
