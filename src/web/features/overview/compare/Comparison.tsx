import { useEffect, useMemo } from "preact/hooks"
import { DayForm } from "../../../parts/dialogs/DayForm.tsx"
import { lastExport } from "../../../parts/LastExport.ts"
import { shownDay } from "../../../session/Moment.ts"
import { moment } from "../../../session/Route.ts"
import { failureText } from "../../../texts/FailureTexts.ts"
import { formatDay } from "../../../texts/values/PageFormats.ts"
import type { OverviewBody } from "../../../workspace/LiveOverview.ts"
import { useWorkspace } from "../../../workspace/UseWorkspace.ts"
import type { OverviewState } from "../OverviewState.ts"
import * as texts from "../OverviewTexts.ts"
import { PortfolioTable } from "../Portfolio.tsx"
import { comparisonDays } from "./ComparisonDays.ts"
import { MovedObjectives } from "./MovedObjectives.tsx"

interface Props {
  readonly state: OverviewState
  readonly body: OverviewBody
}

const words = texts.overview.compare

/** The days that one compares with most, a day, and the way out. */
const Bar = ({
  state,
  day,
  title
}: {
  readonly state: OverviewState
  readonly day: string
  readonly title: string
}) => {
  const workspace = useWorkspace()
  const compareWith = (comparedWith: string): void => state.changeFilter({ comparedWith })
  const presets = comparisonDays(shownDay(), (today) => lastExport(workspace, undefined).before(today))
  return (
    <div class="comparison">
      <strong>{title}</strong>
      {presets.map(({ name, date }) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={date === day}
          title={formatDay(date)}
          onClick={() => compareWith(date)}
        >
          {words.presets[name]}
        </button>
      ))}
      <DayForm label={words.with} action={texts.moments.show} day={day} onChoose={compareWith} />
      <button type="button" class="button" onClick={() => compareWith("")}>
        {words.stop}
      </button>
    </div>
  )
}

/** Teams and objectives at what is shown and on another day, the earlier one first. */
const Compared = ({ state, body, day }: Props & { readonly day: string }) => {
  const other = useMemo(() => state.overview.asOf(day), [state, day])
  useEffect(other.follow, [other])
  const [there, failure] = [other.value.value, other.failure.value]
  const [here, named] = [moment.value === "" ? texts.overview.portfolio.today : formatDay(moment.value), formatDay(day)]
  const isLater = moment.value !== "" && day > moment.value
  const [before, after] = isLater ? [body, there] : [there, body]
  const { team } = state.filter.value
  const isFolded = state.isFiltered.value
  return (
    <>
      <Bar state={state} day={day} title={isLater ? words.title(here, named) : words.title(named, here)} />
      {there === undefined && failure === undefined && (
        <p class="quiet" role="status">
          {texts.overview.changes.loading}
        </p>
      )}
      {there === undefined && failure !== undefined && (
        <p role="alert">{failure.kind === "refused" ? texts.moments.noMoment(named) : failureText(failure)}</p>
      )}
      <PortfolioTable
        overview={state.overview}
        chosen={team}
        isFolded={isFolded}
        body={after ?? body}
        before={before}
      />
      {before !== undefined && after !== undefined && <MovedObjectives before={before} after={after} chosen={team} />}
    </>
  )
}

/** How all teams together and each of them stand, and how they got there. One team alone is told by the list. */
export const Portfolio = ({ state, body }: Props) => {
  const { comparedWith, team } = state.filter.value
  if (comparedWith !== "") return <Compared key={comparedWith} state={state} body={body} day={comparedWith} />
  if (body.teams.length < 2) return null
  return <PortfolioTable overview={state.overview} chosen={team} isFolded={state.isFiltered.value} body={body} />
}
