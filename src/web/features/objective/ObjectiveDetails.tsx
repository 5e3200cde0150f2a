import type { Signal } from "@preact/signals"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { field } from "../../workspace/Field.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import { ObjectiveFacts } from "./ObjectiveFacts.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { useStatusChanges } from "./StatusChanges.ts"
import { Supporters } from "./Supporters.tsx"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

/** The details of an objective: who and when, what it supports, its description, initiatives, measures and supporters. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { called } = useFeatureState(makePeople)
  const { id, description, updatedAt, updatedBy } = objective.value
  const alignment = useOverview().alignment.value
  const change = useStatusChanges(team, objective).value?.[0]
  return (
    <div class="details">
      <ObjectiveDoubts team={team} objective={objective.value} />
      <ObjectiveFacts team={team} objective={objective} alignment={alignment} change={change} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
      <div class="columns">
        <Initiatives objective={objective} />
        <Measures team={team} objective={objective} />
      </div>
      <Supporters objectiveId={id} alignment={alignment} />
      <p class="quiet small-text last-change">
        <TimeAgo timestamp={updatedAt} text={(ago) => texts.initiatives.changed(called(updatedBy), ago)} />
      </p>
    </div>
  )
}
