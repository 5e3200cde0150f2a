import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { OwnerField } from "../../parts/fields/OwnerField.tsx"
import { PeriodField } from "../../parts/fields/PeriodField.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { ParentField } from "./ParentField.tsx"
import { Supporters } from "./Supporters.tsx"
import { WhyThisStatus } from "./WhyThisStatus.tsx"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

interface FactsProps extends Props {
  readonly alignment: Alignment | undefined
}

/** Who answers for an objective, from when to when, what it supports, and why its status is what it is. */
const Facts = ({ team, objective, alignment }: FactsProps) => {
  const { id, title, owner } = objective.value
  const planned = { ...objective.value, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  return (
    <dl class="people-and-days">
      <Fact name={texts.facts.owner}>
        <OwnerField field={field("objective.owner", team.id, id)} value={owner} of={title} isWordy />
      </Fact>
      <Fact name={texts.facts.period}>
        <PeriodField planned={planned} isWordy />
      </Fact>
      <Fact name={texts.facts.why}>
        <WhyThisStatus team={team} objective={objective} />
      </Fact>
      <Fact name={texts.alignment.supports}>
        <ParentField team={team} objective={objective.value} alignment={alignment} />
      </Fact>
    </dl>
  )
}

/** The details of an objective: who and when, what it supports, its description, initiatives, measures and supporters. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { called } = useFeatureState(makePeople)
  const { id, description, updatedAt, updatedBy } = objective.value
  const alignment = useOverview().alignment.value
  return (
    <div class="details">
      <ObjectiveDoubts team={team} objective={objective.value} />
      <Facts team={team} objective={objective} alignment={alignment} />
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
