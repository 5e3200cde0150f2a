import type { ReadonlySignal } from "@preact/signals"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { CellPosition } from "./MatrixCells.ts"
import * as texts from "./MatrixTexts.ts"

interface Props {
  readonly team: Team
  readonly position: ReadonlySignal<CellPosition | undefined>
  readonly principles: ReadonlyArray<string>
}

/**
 * The full titles of the cell under the pointer or with the focus. Hidden from screen readers, because they are the
 * label of the cell itself.
 */
export const PointedCell = ({ team, position, principles }: Props) => {
  const { session } = useWorkspace()
  const { objectiveId = "", column = -1 } = position.value ?? {}
  const objective = team.objectives.byId.get(objectiveId)?.value
  const principle = team.principles.byId.get(principles[column] ?? "")?.value
  if (objective === undefined || principle === undefined) {
    return <p class="pointed key-hint quiet">{session.canEdit.value && texts.hint}</p>
  }
  return (
    <p class="pointed" aria-hidden="true">
      <strong>{column + 1}</strong> {principle.title} <span class="quiet">×</span> {objective.title}
    </p>
  )
}
