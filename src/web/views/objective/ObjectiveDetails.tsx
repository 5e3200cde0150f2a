import type { Signal } from "@preact/signals"
import { field } from "../../model/Field.ts"
import { EditableText } from "../../parts/EditableText.tsx"
import type { Objective, Team } from "../../state/Team.ts"
import { texts } from "../../texts/Texts.ts"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

export const ObjectiveDetails = ({ team, objective }: Props) => {
  const { id, description } = objective.value
  return (
    <EditableText
      field={field("objective.description", team.id, id)}
      value={description}
      label={texts.board.description}
      most={4096}
      isMultiline
      placeholder={texts.board.noDescription}
    />
  )
}
