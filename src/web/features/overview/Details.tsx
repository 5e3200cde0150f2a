import type { Signal } from "@preact/signals"
import type { ComponentType } from "preact"
import { ObjectiveStatusNotice, ObjectiveStatusPicker } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { pathOf } from "../../session/Route.ts"
import { field } from "../../workspace/Field.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./OverviewTexts.ts"

export interface DetailsProps {
  readonly objective: OverviewObjective
  /** Shows what is inside the objective. */
  readonly Inside: ComponentType<{ readonly team: Team; readonly objective: Signal<Objective> }>
}

interface HeadProps {
  readonly team: Team
  readonly objective: Objective
}

const Head = ({ team, objective }: HeadProps) => {
  const { id, title, principles } = objective
  return (
    <>
      <div class="overview-links">
        <ObjectiveStatusPicker teamId={team.id} objective={objective} />
        <a href={pathOf.team(team.id)}>{texts.overview.openBoard(team.body.value?.name ?? "")}</a>
        {principles.length > 0 && (
          <span class="quiet small-text">{principles.map(({ title }) => title).join(" · ")}</span>
        )}
        <EditableText class="overview-title" field={field("objective.title", team.id, id)} value={title} heading={3} />
      </div>
      <ObjectiveStatusNotice teamId={team.id} objective={objective} />
    </>
  )
}

/** The inside of an objective. Its team is loaded for it, and kept up to date like that of a board. */
export const Details = ({ objective: { id, teamId }, Inside }: DetailsProps) => {
  const { teams } = useWorkspace()
  const team = useLoadedTeam(teams.of(teamId))
  if (team.body.value === undefined) {
    return <NotLoaded failure={team.failure.value} retry={() => void team.refresh()} />
  }
  const objective = team.objectives.ids.value.includes(id) ? team.objectives.byId.get(id) : undefined
  if (objective === undefined) return <p class="quiet">{texts.overview.gone}</p>
  return (
    <>
      <Head team={team} objective={objective.value} />
      <Inside team={team} objective={objective} />
    </>
  )
}
