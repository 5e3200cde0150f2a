import { ObjectiveStatusNotice } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { PeriodNotices } from "../../parts/fields/PeriodField.tsx"
import { LinkNotices } from "../../parts/LinkNotices.tsx"
import { ObjectiveDoubts } from "../../parts/status/Contradictions.tsx"
import { field } from "../../workspace/Field.ts"
import { ObjectiveFacts, type ObjectiveFactsProps } from "./ObjectiveFacts.tsx"

interface Props extends ObjectiveFactsProps {
  /** The level of the title. */
  readonly heading: 1 | 2
}

/** An objective's title, fields with their notices, and description. */
export const ObjectiveHead = ({ heading, ...facts }: Props) => {
  const { team, objective } = facts
  const body = objective.value
  const { id, title, owner, description } = body
  const planned = { ...body, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  return (
    <>
      <EditableText field={field("objective.title", team.id, id)} value={title} heading={heading} />
      <ObjectiveDoubts team={team} objective={body} />
      <ObjectiveFacts {...facts} />
      <ObjectiveStatusNotice teamId={team.id} objective={body} />
      <OwnerNotice field={field("objective.owner", team.id, id)} value={owner} />
      <PeriodNotices planned={planned} control=".period" />
      <LinkNotices team={team} objective={body} />
      <EditableText field={field("objective.description", team.id, id)} value={description} class="description" />
    </>
  )
}
