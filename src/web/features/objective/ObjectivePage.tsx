import type { Signal } from "@preact/signals"
import { isOpen } from "../../../shared/Pace.ts"
import { AsOf } from "../../parts/AsOf.tsx"
import { ObjectiveStatusNotice, ObjectiveStatusPicker } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { PeriodNotices } from "../../parts/fields/PeriodField.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotFound } from "../../parts/NotFound.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { pathOf } from "../../session/Route.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useCheckIns } from "./CheckIns.ts"
import { Initiatives } from "./Initiatives.tsx"
import { MeasureList } from "./Measures.tsx"
import { Fact, ObjectiveFacts } from "./ObjectiveFacts.tsx"
import { objectiveForecast, useForecast } from "./ObjectiveForecast.ts"
import * as texts from "./ObjectiveTexts.ts"
import { type StatusChange, useStatusChanges } from "./StatusChanges.ts"
import { Story } from "./Story.tsx"
import { Supporters } from "./Supporters.tsx"

interface LoadedProps {
  readonly team: Team
  readonly objective: Signal<Objective>
}

interface HeadProps {
  readonly team: Team
  readonly objective: Signal<Objective>
  /** The latest change of its status; undefined until loaded. */
  readonly change: StatusChange | undefined
  /** Where it is heading, in words; empty if nothing is known. */
  readonly forecast: string
  readonly alignment: Alignment | undefined
}

const Head = ({ team, objective, change, forecast, alignment }: HeadProps) => {
  const body = objective.value
  const { id, title, description, percent, principles } = body
  const { name = "", color = "" } = team.body.value ?? {}
  const owned = { field: field("objective.owner", team.id, id), value: body.owner }
  const planned = { ...body, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  const expected = expectedToday(body)
  return (
    <header>
      <div class="page-head small-text">
        <a class="of-team" href={pathOf.objective(team.id, id)} style={{ "--color": color }}>
          <span dir="auto">{name}</span>
        </a>
        <AsOf />
      </div>
      <EditableText field={field("objective.title", team.id, id)} value={title} heading={1} />
      <ObjectiveFacts team={team} objective={objective} alignment={alignment} change={change}>
        <Fact name={texts.facts.status}>
          <ObjectiveStatusPicker teamId={team.id} objective={body} />
        </Fact>
        {percent !== null && (
          <Fact name={texts.page.progress} isWide={isOpen(body.status)}>
            <Meter
              percent={percent}
              pace={expected}
              label={`${texts.page.progress}${expected === null ? "" : texts.common.expectedToday(expected)}`}
            />
            {forecast !== "" && <span class="forecast">{forecast}</span>}
          </Fact>
        )}
        {principles.length > 0 && (
          <Fact name={texts.facts.principles} isWide>
            {principles.map(({ title }) => title).join(" · ")}
          </Fact>
        )}
      </ObjectiveFacts>
      <ObjectiveStatusNotice teamId={team.id} objective={body} />
      <OwnerNotice {...owned} />
      <PeriodNotices planned={planned} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
    </header>
  )
}

const Loaded = ({ team, objective }: LoadedProps) => {
  const { list, failure } = useCheckIns(objective)
  const forecasts = useForecast(objective)
  const changes = useStatusChanges(team, objective)
  const alignment = useOverview().alignment.value
  const body = objective.value
  const known = isOpen(body.status) ? (forecasts.value ?? []) : []
  usePageTitle([body.title, team.body.value?.name].filter(Boolean).join(" · "))
  return (
    <article class="objective-page">
      <Head
        team={team}
        objective={objective}
        change={changes.value?.[0]}
        forecast={objectiveForecast(body, known)}
        alignment={alignment}
      />
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
        <Story measures={list.value ?? []} changes={changes.value ?? []} />
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
