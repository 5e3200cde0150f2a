import { type ObjectiveStatus, objectiveStatuses, type StatusCounts, worstFirst } from "../../shared/Statuses.ts"
import { counted } from "./DeckNumbers.ts"
import { objectiveMarks } from "./StatusFacts.ts"

export const totalOf = (counts: StatusCounts): number =>
  objectiveStatuses.reduce((sum, status) => sum + counts[status], 0)

const wordsOf = (count: number, status: ObjectiveStatus): string =>
  `${objectiveMarks[status].word.toLowerCase()}${status === "draft" && count > 1 ? "s" : ""}`

/** `25 objectives: 2 off track, 4 at risk, 11 on track, 3 drafts, 3 achieved, 2 missed`; `1 objective, on track`. */
export const countsText = (counts: StatusCounts): string => {
  const all = totalOf(counts)
  const shown = worstFirst.filter((status) => counts[status] > 0)
  if (all === 0) return "No objectives yet"
  if (all === 1) return `1 objective, ${shown.map((status) => wordsOf(1, status)).join("")}`
  const words = shown.map((status) => `${counts[status]}\u00A0${wordsOf(counts[status], status)}`)
  return `${counted(all, "objective")}: ${words.join(", ")}`
}
