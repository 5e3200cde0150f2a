import type { ObjectivesBody } from "../../../domain/views/Views.ts"
import { isOverdue } from "../../../shared/Pace.ts"
import { type StatusCounts, statusCounts } from "../../../shared/Statuses.ts"

type Objective = ObjectivesBody["objectives"][number]

export interface BoardSummary {
  readonly objectives: number
  readonly byStatus: StatusCounts
  /** Objectives that are at risk, off track, missed or overdue, each counted once. */
  readonly needAttention: number
  readonly overdue: number
  readonly withoutPrinciple: number
  /** Objectives of the user's own. */
  readonly mine: number
}

/** `today`: a day of `shared/Pace`; `isMine`: whether an owner is the user. */
export const boardSummary = (
  objectives: ReadonlyArray<Objective>,
  today: number,
  isMine: (owner: string) => boolean
): BoardSummary => {
  let [needAttention, overdue, withoutPrinciple, mine] = [0, 0, 0, 0]
  for (const objective of objectives) {
    const { status } = objective
    const isLate = isOverdue(objective, today)
    if (isLate) overdue += 1
    if (isLate || status === "at_risk" || status === "off_track" || status === "missed") needAttention += 1
    if (objective.principles.length === 0) withoutPrinciple += 1
    if (isMine(objective.owner)) mine += 1
  }
  const byStatus = statusCounts(objectives)
  return { objectives: objectives.length, byStatus, needAttention, overdue, withoutPrinciple, mine }
}
