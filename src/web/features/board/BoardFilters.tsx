import { worstFirst } from "../../../shared/Statuses.ts"
import { MineChip } from "../../parts/fields/MineChip.tsx"
import { QuarterSelect } from "../../parts/fields/QuarterSelect.tsx"
import { SearchBox } from "../../parts/fields/SearchBox.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import type { BoardFilter } from "./BoardFilter.ts"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"

const toggled = (chosen: BoardFilter["statuses"], status: BoardFilter["statuses"][number]): BoardFilter["statuses"] =>
  chosen.includes(status) ? chosen.filter((other) => other !== status) : [...chosen, status]

/** Search, status and principle filters of the objectives; kept in the URL. */
export const Filters = ({ board }: { readonly board: BoardState }) => {
  const { filter, summary, shownIds, isFiltered, changeFilter, togglePrinciple, clearFilter, principles } = board
  const { text, statuses: chosen, principle, isMine, period, isGrouped } = filter.value
  const { ids, byId } = board.team.objectives
  const all = ids.value.flatMap((id) => byId.get(id)?.value ?? [])
  const { byStatus, withoutPrinciple, objectives, mine } = summary.value
  const number = principles.ids.value.indexOf(principle) + 1
  return (
    <search
      class="filters"
      aria-label={texts.boardFilter.label}
      // On a phone it scrolls sideways, and browsers leave a button that is seen in part where it is.
      onFocusIn={({ target }) => {
        if (target instanceof Element) target.scrollIntoView({ block: "nearest", inline: "nearest" })
      }}
    >
      <SearchBox label={texts.boardFilter.search} text={text} onText={(text) => changeFilter({ text })} />
      <MineChip count={mine} isChosen={isMine} onToggle={(isMine) => changeFilter({ isMine })} />
      {worstFirst
        .filter((status) => byStatus[status] > 0 || chosen.includes(status))
        .map((status) => (
          <button
            key={status}
            type="button"
            class="chip"
            aria-pressed={chosen.includes(status)}
            onClick={() => changeFilter({ statuses: toggled(chosen, status) })}
          >
            <StatusShape status={status} /> {statusText(status)} <span class="quiet">{byStatus[status]}</span>
          </button>
        ))}
      {(withoutPrinciple > 0 || principle === "none") && (
        <button type="button" class="chip" aria-pressed={principle === "none"} onClick={() => togglePrinciple("none")}>
          <Icon name="link" /> {texts.boardFilter.withoutPrinciple} <span class="quiet">{withoutPrinciple}</span>
        </button>
      )}
      {number > 0 && (
        <button type="button" class="chip by-principle" aria-pressed="true" onClick={() => togglePrinciple(principle)}>
          <span>{texts.boardFilter.byPrinciple(number, principles.titleOf(principle))}</span>
          <Icon name="cross" />
        </button>
      )}
      <QuarterSelect period={period} all={all} onChoose={(period) => changeFilter({ period })} />
      <button
        type="button"
        class="chip"
        aria-pressed={isGrouped}
        onClick={() => changeFilter({ isGrouped: !isGrouped })}
      >
        {texts.periods.byQuarter}
      </button>
      {isFiltered.value && (
        <button type="button" class="small" onClick={clearFilter}>
          {texts.boardFilter.clear}
        </button>
      )}
      <span class="shown-count quiet small-text" role="status">
        {isFiltered.value &&
          `${texts.boardFilter.count(shownIds.value.length, objectives)} ${texts.boardFilter.locked}`}
      </span>
    </search>
  )
}
