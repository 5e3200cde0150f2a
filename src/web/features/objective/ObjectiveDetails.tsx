import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { DateField, DateNotice } from "../../parts/fields/DateField.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { ParentField } from "./ParentField.tsx"
import { Supporters } from "./Supporters.tsx"

interface Shown {
  readonly objective: Objective
}

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

interface FactsProps extends Pick<Props, "team">, Shown {
  readonly alignment: Alignment | undefined
}

/** Who answers for an objective, from when to when, what it supports, and why its status is what it is. */
const Facts = ({ team, objective, alignment }: FactsProps) => {
  const { id, owner, startDate, dueDate, statusNote } = objective
  const [starts, due] = [field("objective.startDate", team.id, id), field("objective.dueDate", team.id, id)]
  return (
    <dl class="people-and-days">
      <Fact name={texts.facts.owner}>
        <EditableText field={field("objective.owner", team.id, id)} value={owner} />
      </Fact>
      <Fact name={texts.facts.start}>
        <DateField field={starts} value={startDate} isWordy />
        <DateNotice field={starts} value={startDate} />
      </Fact>
      <Fact name={texts.facts.due}>
        <DateField field={due} value={dueDate} isWordy />
      </Fact>
      <Fact name={texts.alignment.supports}>
        <ParentField team={team} objective={objective} alignment={alignment} />
      </Fact>
      {statusNote !== "" && <Fact name={texts.facts.why}>{statusNote}</Fact>}
    </dl>
  )
}

/** The details of an objective: who and when, what it supports, its description, initiatives, measures and supporters. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { id, description, updatedAt, updatedBy } = objective.value
  const alignment = useOverview().alignment.value
  return (
    <div class="details">
      <ObjectiveDoubts team={team} objective={objective.value} />
      <Facts team={team} objective={objective.value} alignment={alignment} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
      <div class="columns">
        <Initiatives objective={objective} />
        <Measures team={team} objective={objective} />
      </div>
      <Supporters objectiveId={id} alignment={alignment} />
      <p class="quiet small-text last-change">
        <TimeAgo timestamp={updatedAt} text={(ago) => texts.initiatives.changed(updatedBy, ago)} />
      </p>
    </div>
  )
}
