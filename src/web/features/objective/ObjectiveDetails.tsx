import type { Signal } from "@preact/signals"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

/** The details of an objective: its description, initiatives and measures. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { id, description, updatedAt, updatedBy } = objective.value
  return (
    <div class="details">
      <ObjectiveDoubts team={team} objective={objective.value} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
      <div class="columns">
        <Initiatives objective={objective} />
        <Measures team={team} objective={objective} />
      </div>
      <p class="quiet small-text last-change">
        <TimeAgo timestamp={updatedAt} text={(ago) => texts.initiatives.changed(updatedBy, ago)} />
      </p>
    </div>
  )
}
