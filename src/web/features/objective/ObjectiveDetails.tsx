import type { Signal } from "@preact/signals"
import { doubtsOf } from "../../../shared/Pace.ts"
import { Doubts } from "../../parts/Doubts.tsx"
import { EditableText } from "../../parts/EditableText.tsx"
import { expectedToday } from "../../parts/MeasureProgress.ts"
import { TimeAgo } from "../../parts/TimeAgo.tsx"
import { shownDay } from "../../session/Moment.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

/** What does not go together in the objective, by what is known of it now. */
const OwnDoubts = ({ team, objective }: Props) => {
  const body = objective.value
  const paced = { ...body, expectedPercent: expectedToday(body) }
  const doubtful = { ...paced, teamId: team.id, doubts: doubtsOf(paced, shownDay()) }
  return <Doubts objective={doubtful} sequenceNumber={team.sequenceNumber.peek()} />
}

/** The details of an objective: its description, initiatives and measures. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { id, description, updatedAt, updatedBy } = objective.value
  return (
    <div class="details">
      <OwnDoubts team={team} objective={objective} />
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
