import { computed, type ReadonlySignal } from "@preact/signals"
import type { ReasonedStatus } from "../../../shared/FieldEdits.ts"
import { noteLength } from "../../../shared/Limits.ts"
import { excessOf } from "../../../shared/TextLength.ts"
import { field } from "../../workspace/Field.ts"
import { reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** The statuses and reasons in the table of one team. */
export interface CheckInReasons {
  /** What is chosen or typed for an objective; undefined for nothing. Reads a signal. */
  readonly typed: (objective: Objective) => ReasonedStatus | undefined
  /** How many objectives have something that is not saved. */
  readonly filled: ReadonlySignal<number>
  readonly type: (objective: Objective, change: Partial<ReasonedStatus>) => void
  /** Discards what is chosen or typed for an objective. */
  readonly clear: (objective: Objective) => void
  /** Saves that of an objective unless its reason is too long; resolves to whether something was changed. */
  readonly save: (objective: Objective) => Promise<boolean>
}

export const makeReasons = (
  { outbox: { edits }, teams }: Workspace,
  team: Team,
  objectiveIds: () => ReadonlyArray<string>
): CheckInReasons => {
  const fieldOf = (id: string) => field("objective.status", team.id, id)
  const shown = (objective: Objective) => teams.valueAsShown(team.id, reasonedStatusOf(objective))
  const typed: CheckInReasons["typed"] = (objective) => edits.of(fieldOf(objective.id)).value?.mine
  return {
    typed,
    filled: computed(() => objectiveIds().filter((id) => edits.of(fieldOf(id)).value !== undefined).length),
    type: (objective, change) => {
      const next = { status: objective.status, note: "", ...typed(objective), ...change }
      if (next.status === objective.status && next.note === "") edits.cancel(fieldOf(objective.id))
      else edits.setValue(fieldOf(objective.id), shown(objective), next)
    },
    clear: (objective) => edits.cancel(fieldOf(objective.id)),
    save: async (objective) => {
      if (excessOf(edits.of(fieldOf(objective.id)).peek()?.mine.note ?? "", noteLength) > 0) return false
      const outcome = await edits.save(fieldOf(objective.id), shown(objective))
      return outcome?.status === "applied"
    }
  }
}
