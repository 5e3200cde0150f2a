import { isOpen } from "../../../shared/Pace.ts"
import type { Objective } from "../../workspace/Team.ts"

/** An objective with the ids of its measures. */
export interface CheckInGroup {
  readonly objectiveId: string
  readonly measureIds: ReadonlyArray<string>
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/**
 * What there is to check in on: the measures of open objectives, those first whose last value is oldest. Drafts come
 * last.
 */
const inOrder = (objectives: ReadonlyArray<Objective>): ReadonlyArray<CheckInGroup> =>
  objectives
    .filter(({ status, progress }) => isOpen(status) && progress.length > 0)
    .map(({ id, status, progress }) => {
      const measures = progress.toSorted((left, right) => compare(left.updatedAt, right.updatedAt))
      return { id, isDraft: status === "draft", measures, oldest: measures[0]?.updatedAt ?? "" }
    })
    .sort((left, right) => Number(left.isDraft) - Number(right.isDraft) || compare(left.oldest, right.oldest))
    .map(({ id, measures }) => ({ objectiveId: id, measureIds: measures.map((measure) => measure.id) }))

/**
 * The order of the table. What is `shown` stays in its place while somebody works in it, even when its objective is
 * closed; what is new comes last.
 */
export const checkInOrder = (
  objectives: ReadonlyArray<Objective>,
  shown: ReadonlyArray<CheckInGroup> = []
): ReadonlyArray<CheckInGroup> => {
  const byId = new Map<string, Objective>(objectives.map((objective) => [objective.id, objective]))
  const kept = shown.flatMap(({ objectiveId, measureIds }): ReadonlyArray<CheckInGroup> => {
    const present = byId.get(objectiveId)?.progress.map(({ id }): string => id) ?? []
    if (present.length === 0) return []
    const known = measureIds.filter((id) => present.includes(id))
    return [{ objectiveId, measureIds: [...known, ...present.filter((id) => !known.includes(id))] }]
  })
  const keptIds = new Set(kept.map(({ objectiveId }) => objectiveId))
  return [...kept, ...inOrder(objectives).filter(({ objectiveId }) => !keptIds.has(objectiveId))]
}
