import { type Signal, useSignal } from "@preact/signals"
import { AddInline } from "../../parts/fields/AddInline.tsx"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { useKeyboardMoves } from "./KeyboardMoves.tsx"
import { PrincipleItem } from "./PrincipleItem.tsx"

const steps = { initialCount: 15, stepCount: 40 }

const List = ({ board, isOpen }: { readonly board: BoardState; readonly isOpen: Signal<boolean> }) => {
  const { byId } = board.team.principles
  const { onKeyDown, parts } = useKeyboardMoves(board.principles)
  return (
    <>
      <ol onKeyDown={onKeyDown}>
        {useIncrementalList(board.principles.ids.value, steps).map((id, index) => {
          const principle = byId.get(id)
          if (principle === undefined) return null
          return <PrincipleItem key={id} board={board} principle={principle} number={index + 1} isOpen={isOpen} />
        })}
      </ol>
      {parts}
    </>
  )
}

/** The column of principles; on narrow screens it is collapsed above the objectives. */
export const Principles = ({ board }: { readonly board: BoardState }) => {
  const { panels, session } = useWorkspace()
  const isOpen = useSignal(false)
  const { team } = board
  const ids = board.principles.ids.value
  return (
    <section class={`principles ${isOpen.value ? "open" : ""}`} aria-labelledby="principles">
      <div class="section-head">
        <h2 id="principles">
          {texts.board.principles} <span class="quiet">{ids.length}</span>
        </h2>
        <button
          type="button"
          class="icon-button opens"
          aria-expanded={isOpen.value}
          aria-label={texts.board.principles}
          onClick={() => (isOpen.value = !isOpen.peek())}
        >
          <Icon name="chevron" />
        </button>
      </div>
      <div class="principles-body">
        {ids.length === 0 && <p class="quiet">{texts.board.noPrinciples}</p>}
        <List board={board} isOpen={isOpen} />
        {session.canEdit.value && (
          <AddInline
            type="principle"
            teamId={team.id}
            shortcut="p"
            onLines={(text) => panels.openImport(team.id, text, "principle")}
          />
        )}
      </div>
    </section>
  )
}
