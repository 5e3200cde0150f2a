import type { ReadonlySignal } from "@preact/signals"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Place } from "./Cells.ts"
import { texts } from "./Texts.ts"

interface Props {
  readonly team: Team
  readonly place: ReadonlySignal<Place | undefined>
  readonly principles: ReadonlyArray<string>
}

/** The whole titles of the cell under the pointer or the focus, for the eye: the cell itself is named by them. */
export const Pointed = ({ team, place, principles }: Props) => {
  const { session } = useWorkspace()
  const at = place.value
  const objective = team.objectives.byId.get(at?.objectiveId ?? "")?.value
  const principle = team.principles.byId.get(principles[at?.column ?? -1] ?? "")?.value
  if (objective === undefined || principle === undefined) {
    return <p class="pointed quiet">{session.canEdit.value && texts.matrix.hint}</p>
  }
  return (
    <p class="pointed" aria-hidden="true">
      <strong>{(at?.column ?? 0) + 1}</strong> {principle.title} <span class="quiet">×</span> {objective.title}
    </p>
  )
}
