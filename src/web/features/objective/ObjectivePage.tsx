import type { Signal } from "@preact/signals"
import { isOpen, isOverdue } from "../../../shared/Pace.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { AsOf } from "../../parts/AsOf.tsx"
import { StatusNotice, StatusPicker } from "../../parts/dialogs/StatusPicker.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotFound } from "../../parts/NotFound.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { shownDay } from "../../session/Moment.ts"
import { pathOf } from "../../session/Route.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useCheckIns } from "./CheckIns.ts"
import { Initiatives } from "./Initiatives.tsx"
import { MeasureList } from "./Measures.tsx"
import { objectiveForecast, useForecast } from "./ObjectiveForecast.ts"
import * as texts from "./ObjectiveTexts.ts"
import { ParentField } from "./ParentField.tsx"
import { Story } from "./Story.tsx"
import { Supporters } from "./Supporters.tsx"

interface LoadedProps {
  readonly team: Team
  readonly objective: Signal<Objective>
}

interface HeadProps {
  readonly team: Team
  readonly objective: Objective
  /** Where it is heading, in words; empty if nothing is known. */
  readonly forecast: string
  readonly alignment: Alignment | undefined
}

const Head = ({ team, objective, forecast, alignment }: HeadProps) => {
  const { id, title, description, status, dueDate, percent, principles } = objective
  const { name = "", color = "" } = team.body.value ?? {}
  const ofStatus = field("objective.status", team.id, id)
  const expected = expectedToday(objective)
  return (
    <header>
      <div class="page-head small-text">
        <a class="of-team" href={pathOf.objective(team.id, id)} style={{ "--color": color }}>
          <span dir="auto">{name}</span>
        </a>
        <AsOf />
      </div>
      <EditableText field={field("objective.title", team.id, id)} value={title} heading={1} />
      <div class="facts">
        <StatusPicker field={ofStatus} value={status} options={objectiveStatuses} of={title} />
        {percent !== null && (
          <Meter
            percent={percent}
            pace={expected}
            label={`${texts.page.progress}${expected === null ? "" : texts.common.expectedToday(expected)}`}
          />
        )}
        {forecast !== "" && <span class="forecast">{forecast}</span>}
        <span>
          {dueDate === null ? <span class="quiet">{texts.common.noDate}</span> : texts.page.due(formatDay(dueDate))}{" "}
          {isOverdue(objective, shownDay()) && <span class="late">{texts.page.overdue}</span>}
        </span>
        {principles.length > 0 && <span class="quiet">{principles.map(({ title }) => title).join(" · ")}</span>}
      </div>
      <div class="facts">
        <span class="quiet">{texts.alignment.supports}</span>
        <ParentField team={team} objective={objective} alignment={alignment} />
      </div>
      <StatusNotice field={ofStatus} value={status} options={objectiveStatuses} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
    </header>
  )
}

const Loaded = ({ team, objective }: LoadedProps) => {
  const { list, failure } = useCheckIns(objective)
  const forecasts = useForecast(objective)
  const alignment = useOverview().alignment.value
  const body = objective.value
  const known = isOpen(body.status) ? (forecasts.value ?? []) : []
  usePageTitle([body.title, team.body.value?.name].filter(Boolean).join(" · "))
  return (
    <article class="objective-page">
      <Head team={team} objective={body} forecast={objectiveForecast(known, body.dueDate)} alignment={alignment} />
      <section class="measures" aria-labelledby="measures">
        <h2 id="measures">{texts.measures.title}</h2>
        <MeasureList
          team={team}
          objective={body}
          checkIns={list.value}
          hasFailed={failure.value !== undefined}
          hasCharts
          // Of a single measure the head says it.
          forecasts={body.progress.length > 1 ? known : []}
        />
      </section>
      <Supporters objectiveId={body.id} alignment={alignment} heading="h2" />
      <div class="columns">
        <Story measures={list.value ?? []} />
        <Initiatives objective={objective} heading="h2" />
      </div>
    </article>
  )
}

interface Props {
  readonly teamId: string
  readonly objectiveId: string
}

/** An objective's own page: its measures over time, and what was said about them. */
export const ObjectivePage = ({ teamId, objectiveId }: Props) => {
  const team = useLoadedTeam(useWorkspace().teams.of(teamId))
  const failure = team.failure.value
  if (failure?.kind === "refused" && failure.status === 404) return <NotFound />
  if (team.body.value === undefined) return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  const isThere = team.objectives.ids.value.includes(objectiveId)
  const objective = isThere ? team.objectives.byId.get(objectiveId) : undefined
  return objective === undefined ? <NotFound /> : <Loaded key={objectiveId} team={team} objective={objective} />
}
