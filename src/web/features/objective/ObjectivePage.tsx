import type { Signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { isOpen } from "../../../shared/Pace.ts"
import { AsOf } from "../../parts/AsOf.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { useOverview } from "../../parts/UseOverview.ts"
import { pathOf, replacePath } from "../../session/Route.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useCheckIns } from "./CheckIns.ts"
import { Initiatives } from "./Initiatives.tsx"
import { MeasureList } from "./Measures.tsx"
import { objectiveForecast, useForecast } from "./ObjectiveForecast.ts"
import { ObjectiveHead } from "./ObjectiveHead.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { useStatusChanges } from "./StatusChanges.ts"
import { Story } from "./Story.tsx"
import { Supporters } from "./Supporters.tsx"

interface LoadedProps {
  readonly team: Team
  readonly objective: Signal<Objective>
}

const Loaded = ({ team, objective }: LoadedProps) => {
  const { list, failure } = useCheckIns(objective)
  const forecasts = useForecast(objective)
  const changes = useStatusChanges(team, objective)
  const alignment = useOverview().alignment.value
  const body = objective.value
  const known = isOpen(body.status) ? (forecasts.value ?? []) : []
  const hasForecast = isOpen(body.status) && body.percent !== null && body.dueDate !== null
  const { name = "", color = "" } = team.body.value ?? {}
  usePageTitle([body.title, name].filter(Boolean).join(" · "))
  return (
    <article class="objective-page">
      <header>
        <div class="page-head small-text">
          <a class="of-team" href={pathOf.objective(team.id, body.id)} style={{ "--color": color }}>
            <span dir="auto">{name}</span>
          </a>
          <AsOf />
        </div>
        <ObjectiveHead
          {...{ team, objective, alignment }}
          change={changes.value?.[0]}
          forecast={hasForecast ? objectiveForecast(body, known) : undefined}
        />
      </header>
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
      <Supporters objectiveId={body.id} alignment={alignment} />
      <div class="columns">
        <Story measures={list.value ?? []} changes={changes.value ?? []} />
        <Initiatives objective={objective} />
      </div>
    </article>
  )
}

interface Props {
  readonly teamId: string
  readonly objectiveId: string
}

/** An objective's own page: its measures over time, and what was said about them. The board says what became of a missing one. */
export const ObjectivePage = ({ teamId, objectiveId }: Props) => {
  const team = useLoadedTeam(useWorkspace().teams.of(teamId))
  const failure = team.failure.value
  const isThere = team.objectives.ids.value.includes(objectiveId)
  const objective = isThere ? team.objectives.byId.get(objectiveId) : undefined
  const isTeamMissing = failure?.kind === "refused" && failure.status === 404
  const isMissing = isTeamMissing || (team.body.value !== undefined && objective === undefined)
  useEffect(() => {
    if (isMissing) replacePath(pathOf.objective(teamId, objectiveId))
  }, [isMissing])
  if (isMissing) return null
  if (objective === undefined) return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  return <Loaded key={objectiveId} team={team} objective={objective} />
}
