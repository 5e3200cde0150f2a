import { type ReadonlySignal, useComputed } from "@preact/signals"
import { Icon } from "../../parts/status/Icon.tsx"
import type { LiveList } from "../../workspace/live/LiveList.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { gapsOf, linkRows } from "./Gaps.ts"
import * as texts from "./MatrixTexts.ts"

interface Props {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlySignal<ReadonlyArray<string>>
}

const titlesIn = <A extends { readonly title: string }>({ byId }: LiveList<A>, ids: ReadonlyArray<string>) =>
  ids.map((id) => byId.get(id)?.value.title ?? "")

interface NamesProps {
  readonly names: ReadonlyArray<string>
  readonly summary: (count: number) => string
}

const Names = ({ names, summary }: NamesProps) =>
  names.length === 0 ? null : (
    <details>
      <summary>
        <Icon name="warning" size={14} /> {summary(names.length)}
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
    return JSON.stringify([titlesIn(team.objectives, found.objectives), titlesIn(team.principles, found.principles)])
  })
  const [withoutPrinciple, withoutObjective]: [Array<string>, Array<string>] = JSON.parse(gaps.value)
  return (
    <div class="gaps" role="status">
      <Names names={withoutPrinciple} summary={texts.withoutPrinciple} />
      <Names names={withoutObjective} summary={texts.withoutObjective} />
      {withoutPrinciple.length + withoutObjective.length === 0 && (
        <p class="complete">
          <Icon name="check" size={14} /> {texts.complete}
        </p>
      )}
    </div>
  )
}
