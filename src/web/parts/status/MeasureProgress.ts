import { expectedPercent, steadyPercent } from "../../../shared/Pace.ts"
import { shownDay } from "../../session/Moment.ts"
import { days } from "../../texts/values/Clock.ts"
import type { Measure, Objective } from "../../workspace/Team.ts"

type Way = Pick<Measure, "start" | "target">

/** The percentage that steady progress would have reached today; null where nothing is expected. */
export const expectedToday = (objective: Objective): number | null => expectedPercent(objective, shownDay(), days())

/** The same for a draft too, of which nothing is expected yet. */
export const expectedIfStarted = (objective: Objective): number | null => steadyPercent(objective, shownDay(), days())

/** A computed value with no more digits than the way from start to target suggests. */
export const roundedLike = ({ start, target }: Way, value: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.abs(target - start) / 100))
  return Number((Math.round(value / step) * step).toPrecision(12))
}

/** The value at a percentage of the way. */
export const valueAt = (way: Way, percent: number): number =>
  roundedLike(way, way.start + ((way.target - way.start) * percent) / 100)
