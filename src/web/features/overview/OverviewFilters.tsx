import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { Check } from "../../parts/fields/Check.tsx"
import { QuarterSelect } from "../../parts/fields/QuarterSelect.tsx"
import { SearchBox } from "../../parts/fields/SearchBox.tsx"
import { type Option, Select } from "../../parts/fields/Select.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { serverToday } from "../../texts/values/Clock.ts"
import type { OverviewTeam } from "../../workspace/LiveOverview.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { foldedCount, groupingOf, groupings, periods, sinceDay, sortKeys } from "./OverviewFilter.ts"
import type { OverviewList } from "./OverviewList.ts"
import type { OverviewState } from "./OverviewState.ts"
import * as texts from "./OverviewTexts.ts"
import { StatusCounts } from "./StatusCounts.tsx"

/** The principles of the chosen team, which is loaded for it; without a team only whether there is one. */
const PrincipleSelect = ({ state }: { readonly state: OverviewState }) => {
  const { teams } = useWorkspace()
  const { team: teamId, principle } = state.filter.value
  const team = useLoadedTeam(teamId === "" ? undefined : teams.of(teamId))
  const isLoading = team !== undefined && team.body.value === undefined && team.failure.value === undefined
  const own =
    team?.principles.ids.value.map((id): Option => [id, team.principles.byId.get(id)?.value.title ?? ""]) ?? []
  const isListed = principle === "" || principle === "none" || own.some(([id]) => id === principle)
  return (
    <Select
      label={texts.overview.principle}
      value={principle}
      options={[
        ["", texts.overview.anyPrinciple],
        ["none", texts.overview.noPrinciple],
        ...own,
        ...(isListed ? [] : [[principle, isLoading ? texts.overview.loadingPrinciples : principle] as const])
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
  readonly teams: ReadonlyArray<OverviewTeam>
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
const MoreFilters = ({ state, teams }: Pick<Props, "state" | "teams">) => {
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
      <PrincipleSelect state={state} />
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
export const Filters = ({ state, teams, list }: Props) => {
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
        <MoreFilters state={state} teams={teams} />
      </div>
    </search>
  )
}
