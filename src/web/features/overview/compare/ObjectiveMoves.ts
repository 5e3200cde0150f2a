import { rankOf } from "../../../../shared/Statuses.ts"
import type { OverviewBody, OverviewObjective } from "../../../workspace/LiveOverview.ts"

/** An objective at two moments; undefined where it was not there. */
export interface ObjectiveMove {
  readonly id: string
  readonly before: OverviewObjective | undefined
  readonly after: OverviewObjective | undefined
}

const isMoved = ({ before, after }: ObjectiveMove): boolean =>
  before?.status !== after?.status ||
  before?.percent !== after?.percent ||
  (before?.wrongWay?.by ?? 0) !== (after?.wrongWay?.by ?? 0)

const points = ({ before, after }: ObjectiveMove): number => Math.abs((after?.percent ?? 0) - (before?.percent ?? 0))

/** Changes of status come first, then changes of progress, what is new, and what is gone. */
const groupOf = ({ before, after }: ObjectiveMove): number => {
  if (after === undefined) return 3
  if (before === undefined) return 2
  return before.status === after.status ? 1 : 0
}

const statusRank = ({ after }: ObjectiveMove): number => (after === undefined ? 0 : rankOf(after.status))

/** The objectives whose status or progress differs between two moments: worst status first, and then the longest way. */
export const objectiveMoves = (before: OverviewBody, after: OverviewBody): ReadonlyArray<ObjectiveMove> => {
  const earlier = new Map<string, OverviewObjective>(before.objectives.map((each) => [each.id, each]))
  const later = new Map<string, OverviewObjective>(after.objectives.map((each) => [each.id, each]))
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .map((id) => ({ id, before: earlier.get(id), after: later.get(id) }))
    .filter(isMoved)
    .sort(
      (one, other) =>
        groupOf(one) - groupOf(other) ||
        (groupOf(one) === 0 ? statusRank(one) - statusRank(other) : 0) ||
        points(other) - points(one)
    )
}
