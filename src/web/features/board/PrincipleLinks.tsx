import { PrincipleMenu } from "../../parts/dialogs/PrincipleMenu.tsx"
import { OwnerField } from "../../parts/fields/OwnerField.tsx"
import { useRowTabIndex } from "../../parts/keys/RowKeys.ts"
import { field } from "../../workspace/Field.ts"
import { linkedPrincipleIds } from "../../workspace/objective/LinkToggle.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"

/** So many principles stand in the row; how many more there are follows them. */
const maxShown = 2

interface Props {
  readonly board: BoardState
  readonly objective: Objective
}

/** Who answers for an objective, the principles it is linked to, by their names, and a menu to link others. */
export const PrincipleLinks = ({ board, objective }: Props) => {
  const workspace = useWorkspace()
  const { team, principles, filter } = board
  const tabIndex = useRowTabIndex()
  const linked = linkedPrincipleIds(workspace, objective)
  const all = principles.ids.value
  const own = all.filter((id) => linked.has(id))
  return (
    <div class="links">
      <OwnerField
        field={field("objective.owner", team.id, objective.id)}
        value={objective.owner}
        of={objective.title}
      />
      {own.slice(0, maxShown).map((id) => {
        const name = principles.titleOf(id)
        const label = texts.board.principleChip(all.indexOf(id) + 1, name)
        const isChosen = filter.value.principle === id
        return (
          <button
            key={id}
            type="button"
            class="link-chip"
            tabIndex={tabIndex}
            aria-pressed={isChosen}
            aria-label={label}
            title={label}
            onClick={() => board.togglePrinciple(id)}
          >
            <span dir="auto">{name}</span>
          </button>
        )
      })}
      {own.length > maxShown && (
        <span class="quiet small-text" title={own.slice(maxShown).map(principles.titleOf).join(" · ")}>
          +{own.length - maxShown}
        </span>
      )}
      <PrincipleMenu team={team} objective={objective} ids={all} />
    </div>
  )
}
