import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect } from "preact/hooks"
import { AddInline } from "../../parts/AddInline.tsx"
import type { BoardState } from "../../state/BoardState.ts"
import { create } from "../../state/Creation.ts"
import { canEdit } from "../../state/Session.ts"
import { texts } from "../../texts/Texts.ts"
import { Filters } from "./Filters.tsx"
import { ObjectiveCard } from "./ObjectiveCard.tsx"

/** As many as a screen holds come first; the others follow, some at a time, so that nobody waits for what is below. */
const first = 30
const further = 60

const List = ({ board }: { readonly board: BoardState }) => {
  const room = useSignal(first)
  const ids = board.shown.value
  const isLonger = ids.length > room.value
  useEffect(() => {
    if (!isLonger) return
    const timer = setTimeout(() => {
      room.value += further
    })
    return () => clearTimeout(timer)
  }, [isLonger, room.value])
  // On paper nothing follows.
  useLayoutEffect(() => {
    const all = (): void => {
      room.value = Number.POSITIVE_INFINITY
    }
    addEventListener("beforeprint", all)
    return () => removeEventListener("beforeprint", all)
  }, [])
  return (
    <ol class="objective-list">
      {(isLonger ? ids.slice(0, room.value) : ids).map((id) => {
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
        most={250}
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
