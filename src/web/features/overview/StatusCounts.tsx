import { worstFirst } from "../../../shared/Statuses.ts"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { formatNumber } from "../../texts/values/PageFormats.ts"
import { type Flag, flags } from "./OverviewFilter.ts"
import type { OverviewList } from "./OverviewList.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"

const toggled = <A,>(chosen: ReadonlyArray<A>, one: A): ReadonlyArray<A> =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]

interface Props {
  readonly state: OverviewState
  readonly list: OverviewList
}

/** The number of objectives in each status, which add up to all of them. Each number is a button that filters by it. */
export const StatusCounts = ({ state, list: { byStatus, byFlag } }: Props) => {
  const { statuses, flags: chosen } = state.filter.value
  const shownStatuses = worstFirst.filter((status) => byStatus[status] > 0 || statuses.includes(status))
  const shownFlags = flags.filter((flag) => byFlag[flag] > 0 || chosen.includes(flag))
  return (
    <>
      <fieldset class="sum">
        <legend class="hidden">{texts.overview.byStatus}</legend>
        {shownStatuses.map((status) => (
          <button
            key={status}
            type="button"
            class="chip"
            aria-pressed={statuses.includes(status)}
            onClick={() => state.changeFilter({ statuses: toggled(statuses, status) })}
          >
            <StatusShape status={status} /> {statusText(status)} <strong>{formatNumber(byStatus[status])}</strong>
          </button>
        ))}
      </fieldset>
      <fieldset class="sum">
        <legend class="hidden">{texts.overview.ofThese}</legend>
        {shownFlags.map((flag: Flag) => (
          <button
            key={flag}
            type="button"
            class="chip"
            title={texts.overview.flagHints[flag]}
            aria-pressed={chosen.includes(flag)}
            onClick={() => state.changeFilter({ flags: toggled(chosen, flag) })}
          >
            {texts.overview.flags[flag]} <strong>{formatNumber(byFlag[flag])}</strong>
          </button>
        ))}
      </fieldset>
    </>
  )
}
