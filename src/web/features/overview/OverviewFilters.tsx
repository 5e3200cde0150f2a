import { useSignal } from "@preact/signals"
import { useId, useMemo } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { Check } from "../../parts/fields/Check.tsx"
import { QuarterSelect } from "../../parts/fields/QuarterSelect.tsx"
import { SearchBox } from "../../parts/fields/SearchBox.tsx"
import { type Option, Select } from "../../parts/fields/Select.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { serverToday } from "../../texts/values/Clock.ts"
import { sharedPrinciples } from "../../workspace/Alignment.ts"
import type { OverviewBody } from "../../workspace/LiveOverview.ts"
import { foldedCount, groupingOf, groupings, periods, sinceDay, sortKeys } from "./OverviewFilter.ts"
import type { OverviewList } from "./OverviewList.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { StatusCounts } from "./StatusCounts.tsx"

/** The principles of all teams or of the chosen one, those of one title together, with what serves them. */
const PrincipleSelect = ({ state, body }: Pick<Props, "state" | "body">) => {
  const { team, principle } = state.filter.value
  const shared = useMemo(() => sharedPrinciples(body), [body])
  const ofTeam = body.teams.find((row) => row.team.id === team)?.principles
  const options = shared.flatMap(({ title, ids, objectives }): ReadonlyArray<Option> => {
    if (ofTeam?.some(({ id }) => ids.has(id)) === false) return []
    const [id = ""] = ids.has(principle) ? [principle] : ids
    return [
      [
        id,
        texts.alignment.shared(
          title,
          ofTeam === undefined ? objectives : objectives.filter(({ teamId }) => teamId === team)
        )
      ]
    ]
  })
  const isListed = principle === "" || principle === "none" || options.some(([id]) => id === principle)
  return (
    <Select
      label={texts.overview.principle}
      value={principle}
      options={[
        ["", texts.overview.anyPrinciple],
        ["none", texts.overview.noPrinciple],
        ...options,
        ...(isListed ? [] : [[principle, texts.overview.unknownPrinciple] as const])
      ]}
      onChoose={(principle) => state.changeFilter({ principle })}
    />
  )
}

const SinceSelect = ({ state }: { readonly state: OverviewState }) => {
  const { since } = state.filter.value
  const isDate = since.includes("-")
  return (
    <>
      <Select
        label={texts.overview.since}
        value={isDate ? "date" : since}
        options={[
          ["", texts.overview.anySince],
          ...periods.map((days): Option => [`${days}d`, texts.overview.changedWithin(days)]),
          ["date", texts.overview.sinceDate]
        ]}
        onChoose={(chosen) => {
          const day = serverToday()
          state.changeFilter({ since: chosen === "date" ? dateOfDay(sinceDay(since, day) ?? day - 30) : chosen })
        }}
      />
      {isDate && (
        <input
          type="date"
          aria-label={texts.overview.sinceDateLabel}
          value={since}
          max={dateOfDay(serverToday())}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") state.changeFilter({ since: currentTarget.value })
          }}
        />
      )}
    </>
  )
}

interface Props {
  readonly state: OverviewState
  readonly body: OverviewBody
  readonly list: OverviewList
}

const SortSelect = ({ state: { filter, changeFilter } }: Pick<Props, "state">) => (
  <Select
    label={texts.overview.sort}
    value={filter.value.sort}
    options={sortKeys.map((key): Option => [key, texts.overview.sortBy(key)])}
    onChoose={(chosen) => {
      const sort = sortKeys.find((key) => key === chosen) ?? "team"
      changeFilter({ sort, grouping: groupingOf(sort) })
    }}
  />
)

/** The filters that are used less often. */
const MoreFilters = ({ state, body }: Pick<Props, "state" | "body">) => {
  const { teams } = body
  const { changeFilter } = state
  const { team, dueWithin, isReversed, grouping } = state.filter.value
  const isListed = team === "" || teams.some((row) => row.team.id === team)
  return (
    <>
      <Select
        label={texts.overview.team}
        value={team}
        options={[
          ["", texts.overview.anyTeam],
          ...teams.map(({ team: { id, name } }): Option => [id, name]),
          ...(isListed ? [] : [[team, texts.overview.unknownTeam] as const])
        ]}
        onChoose={(team) => changeFilter({ team, principle: "" })}
      />
      <PrincipleSelect state={state} body={body} />
      <Select
        label={texts.overview.due}
        value={dueWithin === null ? "" : String(dueWithin)}
        options={[
          ["", texts.overview.anyDue],
          ...periods.map((days): Option => [String(days), texts.overview.dueWithin(days)])
        ]}
        onChoose={(days) => changeFilter({ dueWithin: days === "" ? null : Number(days) })}
      />
      <SinceSelect state={state} />
      <Check class="check" isChecked={isReversed} onChange={(isReversed) => changeFilter({ isReversed })}>
        {texts.overview.reverse}
      </Check>
      <Select
        label={texts.overview.group}
        value={grouping}
        options={groupings.map((each): Option => [each, texts.overview.groupBy[each]])}
        onChoose={(chosen) => changeFilter({ grouping: groupings.find((each) => each === chosen) ?? "none" })}
      />
    </>
  )
}

/**
 * What is shown and in which order; kept in the URL. The filters that are used less often are folded away, on a small
 * screen all but the search.
 */
export const Filters = ({ state, body, list }: Props) => {
  const { changeFilter, clearFilter, isFiltered } = state
  const folded = foldedCount(state.filter.value)
  const all = state.overview.value.value?.objectives ?? []
  const isOpen = useSignal(folded > 0)
  const id = useId()
  return (
    <search aria-label={texts.overview.filters} class={`overview-filters ${isOpen.value ? "unfolded" : ""}`}>
      <SearchBox
        label={texts.overview.search}
        text={state.filter.value.text}
        onText={(text) => changeFilter({ text })}
      />
      <div class="often">
        <StatusCounts state={state} list={list} />
        <QuarterSelect period={state.filter.value.period} all={all} onChoose={(period) => changeFilter({ period })} />
        <SortSelect state={state} />
      </div>
      <button
        type="button"
        class="chip unfold"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => (isOpen.value = !isOpen.peek())}
      >
        <Icon name="filter" /> {texts.overview.showFilters} {folded > 0 && <strong>{folded}</strong>}
      </button>
      {isFiltered.value && (
        <button type="button" class="small" onClick={clearFilter}>
          {texts.overview.clear}
        </button>
      )}
      <div id={id} class="more">
        <MoreFilters state={state} body={body} />
      </div>
    </search>
  )
}
