import { titleLength } from "../../../shared/Limits.ts"
import { AddInline } from "../../parts/AddInline.tsx"
import { useRoom } from "../../parts/Room.ts"
import type { BoardState } from "../../state/BoardState.ts"
import { create } from "../../state/Creation.ts"
import { canEdit } from "../../state/Session.ts"
import { texts } from "../../texts/Texts.ts"
import { Filters } from "./Filters.tsx"
import { ObjectiveCard } from "./ObjectiveCard.tsx"

const rows = { first: 30, further: 60 }

const List = ({ board }: { readonly board: BoardState }) => {
  const ids = useRoom(board.shown.value, rows)
  return (
    <ol class="objective-list">
      {ids.map((id) => {
        const objective = board.team.objectives.byId.get(id)
        return objective !== undefined && <ObjectiveCard key={id} board={board} objective={objective} />
      })}
    </ol>
  )
}

const Nothing = ({ board }: { readonly board: BoardState }) => {
  if (board.shown.value.length > 0) return null
  return <p class="quiet nothing">{board.isFiltered.value ? texts.board.noneShown : texts.board.noObjectivesHint}</p>
}

const Count = ({ board }: { readonly board: BoardState }) => (
  <span class="quiet">{board.objectives.ids.value.length}</span>
)

export const Objectives = ({ board }: { readonly board: BoardState }) => (
  <section class={`objectives ${canEdit.value ? "" : "read-only"}`} aria-labelledby="objectives">
    <div class="section-head">
      <h2 id="objectives">
        {texts.board.objectives} <Count board={board} />
      </h2>
      <Filters board={board} />
    </div>
    <List board={board} />
    <Nothing board={board} />
    {canEdit.value && (
      <AddInline
        label={texts.board.addObjective}
        inputLabel={texts.board.newObjective}
        most={titleLength}
        place={`objective.${board.team.id}`}
        shortcut="n"
        add={(title) => {
          // What is added is to be seen.
          board.clear()
          return create("create_objective", board.team.id, { title }, board.team.id)
        }}
      />
    )}
  </section>
)
