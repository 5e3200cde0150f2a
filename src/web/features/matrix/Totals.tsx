import { type ReadonlySignal, useComputed } from "@preact/signals"
import { Icon } from "../../parts/Icon.tsx"
import { linkedTo } from "../../workspace/Links.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { totals } from "./Gaps.ts"
import { texts } from "./Texts.ts"

interface Props {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlySignal<ReadonlyArray<string>>
}

/** How many objectives each principle has, and how many links there are. */
export const Totals = ({ team, objectives, principles }: Props) => {
  const workspace = useWorkspace()
  const counts = useComputed(() => {
    const rows = objectives.value.flatMap((id) => {
      const objective = team.objectives.byId.get(id)?.value
      return objective === undefined ? [] : [{ id, linked: linkedTo(workspace, objective) }]
    })
    return totals(rows, principles.value).join()
  })
  const each = counts.value.split(",").map(Number)
  return (
    <tr class="totals">
      <th scope="row">{texts.matrix.objectives}</th>
      {principles.value.map((id, index) => (
        <td key={id} class={each[index] === 0 ? "sum gap" : "sum"}>
          {each[index]}
          {each[index] === 0 && (
            <>
              <Icon name="warning" size={12} />
              <span class="hidden">{texts.matrix.noObjective}</span>
            </>
          )}
        </td>
      ))}
      <td class="sum">{each.reduce((sum, count) => sum + count, 0)}</td>
    </tr>
  )
}
