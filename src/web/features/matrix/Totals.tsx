import { type ReadonlySignal, useComputed } from "@preact/signals"
import { Icon } from "../../parts/status/Icon.tsx"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { linkRows, objectiveCounts } from "./Gaps.ts"
import * as texts from "./MatrixTexts.ts"

interface Props {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlySignal<ReadonlyArray<string>>
}

/** The number of objectives of each principle, and of all links. */
export const Totals = ({ team, objectives, principles }: Props) => {
  const workspace = useWorkspace()
  const counts = useComputed(() =>
    objectiveCounts(linkRows(workspace, team, objectives.value), principles.value).join()
  )
  const each = counts.value.split(",").map(Number)
  return (
    <tr class="totals">
      <th scope="row">{texts.links}</th>
      {principles.value.map((id, index) => (
        <td key={id} class={each[index] === 0 ? "sum gap" : "sum"}>
          {each[index]}
          {each[index] === 0 && (
            <>
              <Icon name="warning" size={12} />
              <span class="hidden">{texts.noObjective}</span>
            </>
          )}
        </td>
      ))}
      <td class="sum">{each.reduce((sum, count) => sum + count, 0)}</td>
    </tr>
  )
}
