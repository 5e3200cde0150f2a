import type { Objective } from "../../domain/state/State.ts"
import type { ObjectiveStatus } from "../../shared/Statuses.ts"
import type { StatusCounts } from "../Input.ts"
import { counted } from "./Numbers.ts"
import { statusOrder } from "./Progress.ts"
import { objectiveMarks } from "./Statuses.ts"

const none: StatusCounts = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }

export const countsOf = (objectives: ReadonlyArray<Pick<Objective, "status">>): StatusCounts => {
  const counts = { ...none }
  for (const { status } of objectives) counts[status] += 1
  return counts
}

export const sumOfCounts = (all: ReadonlyArray<StatusCounts>): StatusCounts => {
  const sum = { ...none }
  for (const counts of all) for (const status of statusOrder) sum[status] += counts[status]
  return sum
}

export const totalOf = (counts: StatusCounts): number => statusOrder.reduce((sum, status) => sum + counts[status], 0)

const wordsOf = (count: number, status: ObjectiveStatus): string =>
  `${objectiveMarks[status].word.toLowerCase()}${status === "draft" && count > 1 ? "s" : ""}`

/** `25 objectives: 2 off track, 4 at risk, 11 on track, 3 drafts, 3 achieved, 2 missed`; `1 objective, on track`. */
export const countsText = (counts: StatusCounts): string => {
  const all = totalOf(counts)
  const shown = statusOrder.filter((status) => counts[status] > 0)
  if (all === 0) return "No objectives yet"
  if (all === 1) return `1 objective, ${shown.map((status) => wordsOf(1, status)).join("")}`
  const words = shown.map((status) => `${counts[status]} ${wordsOf(counts[status], status)}`)
  return `${counted(all, "objective")}: ${words.join(", ")}`
}
