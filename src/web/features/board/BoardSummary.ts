import type { ObjectivesBody } from "../../../domain/views/Views.ts"
import { isOverdue } from "../../../shared/Pace.ts"

type Objective = ObjectivesBody["objectives"][number]
type Status = Objective["status"]

export interface BoardSummary {
  readonly objectives: number
  readonly byStatus: Readonly<Record<Status, number>>
  /** Objectives that are at risk, off track, missed or overdue, each counted once. */
  readonly needAttention: number
  readonly overdue: number
  readonly withoutPrinciple: number
}

/** `today`: a day of `shared/Pace`. */
export const boardSummary = (objectives: ReadonlyArray<Objective>, today: number): BoardSummary => {
  const byStatus = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }
  let [needAttention, overdue, withoutPrinciple] = [0, 0, 0]
  for (const objective of objectives) {
    const { status } = objective
    const isLate = isOverdue(objective, today)
    byStatus[status] += 1
    if (isLate) overdue += 1
    if (isLate || status === "at_risk" || status === "off_track" || status === "missed") needAttention += 1
    if (objective.principles.length === 0) withoutPrinciple += 1
  }
  return { objectives: objectives.length, byStatus, needAttention, overdue, withoutPrinciple }
}
