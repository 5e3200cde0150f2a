import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { DateField, DateNotice } from "../../parts/fields/DateField.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import * as texts from "./ObjectiveTexts.ts"

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

/** Who answers for an objective, from when to when, and why its status is what it is. */
const Facts = ({ team, objective: { id, owner, startDate, dueDate, statusNote } }: Pick<Props, "team"> & Shown) => {
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
      {statusNote !== "" && (
        <Fact name={texts.facts.why}>
          <div class="said">
            <FormattedText text={statusNote} />
          </div>
        </Fact>
      )}
    </dl>
  )
}

/** The details of an objective: who and when, its description, initiatives and measures. */
export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { id, description, updatedAt, updatedBy } = objective.value
  return (
    <div class="details">
      <ObjectiveDoubts team={team} objective={objective.value} />
      <Facts team={team} objective={objective.value} />
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
