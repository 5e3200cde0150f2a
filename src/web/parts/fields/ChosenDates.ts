import { useRef } from "preact/hooks"
import { type Dates, dateFields, type Planned } from "../../workspace/objective/PlannedDates.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** An objective's dates with what the user chose, from then until the view has what the server confirmed. */
export const useChosenDates = (planned: Planned): Dates => {
  const { outbox, session } = useWorkspace()
  const saved = useRef<Dates & Pick<Planned, "sequenceNumber">>(planned)
  const { starts, due } = dateFields(planned)
  const edits = [outbox.edits.of(starts).value, outbox.edits.of(due).value]
  if (!session.canEdit.value) return planned
  const { sequenceNumber } = planned
  // The two edits end one after the other, and the overview follows later.
  const shown = saved.current.sequenceNumber === sequenceNumber ? saved.current : planned
  const [startDate = shown.startDate, dueDate = shown.dueDate] = edits.map((edit) => edit?.mine)
  const dates = { startDate, dueDate, sequenceNumber }
  saved.current = edits.every((edit) => edit === undefined || edit.phase === "saving") ? dates : planned
  return dates
}
