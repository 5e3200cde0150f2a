import type { ReadonlySignal } from "@preact/signals-core"
import { Icon } from "../../parts/Icon.tsx"
import { useComputed } from "../../parts/Signals.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { gapsOf, linkRows } from "./Gaps.ts"
import * as texts from "./Texts.ts"

interface Props {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlySignal<ReadonlyArray<string>>
}

const Names = ({ summary, names }: { readonly summary: string; readonly names: ReadonlyArray<string> }) => (
  <details>
    <summary>
      <Icon name="warning" size={14} /> {summary}
    </summary>
    <ul>
      {names.map((name, index) => (
        <li key={`${index} ${name}`}>{name}</li>
      ))}
    </ul>
  </details>
)

/** Lists the objectives without a principle, and the principles without an objective. */
export const GapSummary = ({ team, objectives, principles }: Props) => {
  const workspace = useWorkspace()
  const gaps = useComputed(() => {
    const found = gapsOf(linkRows(workspace, team, objectives.value), principles.value)
    return JSON.stringify({
      objectives: found.objectives.map((id) => team.objectives.byId.get(id)?.value.title ?? ""),
      principles: found.principles.map((id) => team.principles.byId.get(id)?.value.title ?? "")
    })
  })
  const found: { readonly objectives: Array<string>; readonly principles: Array<string> } = JSON.parse(gaps.value)
  const [withoutPrinciple, withoutObjective] = [found.objectives.length, found.principles.length]
  return (
    <div class="gaps" role="status">
      {withoutPrinciple > 0 && (
        <Names summary={texts.matrix.withoutPrinciple(withoutPrinciple)} names={found.objectives} />
      )}
      {withoutObjective > 0 && (
        <Names summary={texts.matrix.withoutObjective(withoutObjective)} names={found.principles} />
      )}
      {withoutPrinciple + withoutObjective === 0 && (
        <p class="complete">
          <Icon name="check" size={14} /> {texts.matrix.complete}
        </p>
      )}
    </div>
  )
}
