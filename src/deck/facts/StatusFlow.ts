import { type StatusCounts, sumOfCounts, worstFirst } from "../../shared/Statuses.ts"
import type { StatusSample, TeamInput } from "../Input.ts"
import { totalOf } from "./Standing.ts"

const isSame = (one: StatusCounts, other: StatusCounts): boolean =>
  worstFirst.every((status) => one[status] === other[status])

/** The samples of statuses, oldest first; empty if no status changed, or if there was nothing before. */
export const statusFlow = ({ statuses }: Pick<TeamInput, "statuses">): ReadonlyArray<StatusSample> => {
  const begun = statuses.findIndex(({ counts }) => totalOf(counts) > 0)
  const shown = begun < 0 ? [] : statuses.slice(begun)
  const [first] = shown
  if (first === undefined || shown.every(({ counts }) => isSame(counts, first.counts))) return []
  return shown
}

/** The samples of several teams, which have the same days, added up. */
export const sumOfSamples = (all: ReadonlyArray<ReadonlyArray<StatusSample>>): ReadonlyArray<StatusSample> =>
  (all[0] ?? []).map(({ date }, index) => ({
    date,
    counts: sumOfCounts(all.flatMap((samples) => samples[index]?.counts ?? []))
  }))
