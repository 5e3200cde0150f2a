import { Fragment } from "preact"
import { useMemo } from "preact/hooks"
import { AddInline } from "../../parts/fields/AddInline.tsx"
import { RowTabIndex } from "../../parts/keys/RowKeys.ts"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { useSelectable } from "../../parts/lists/Selection.ts"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Filters } from "./BoardFilters.tsx"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { CarryOverOffer, type CarryOverProps } from "./CarryOverOffer.tsx"
import { useKeyboardMoves } from "./KeyboardMoves.tsx"
import { ObjectiveCard } from "./ObjectiveCard.tsx"

const newObjectiveKey = "n"

const steps = { initialCount: 30, stepCount: 60 }

interface Props {
  readonly board: BoardState
}

export type ObjectivesProps = Props & CarryOverProps

const List = ({ board }: Props) => {
  const ids = useIncrementalList(board.shownIds.value, steps)
  const { byId } = board.team.objectives
  const { isGrouped } = board.filter.value
  const headOf = (id: string | undefined) => texts.periods.quarterHead(byId.get(id ?? "")?.value.dueDate ?? null)
  const { id: teamId } = board.team
  const shown = board.shownIds.value
  useSelectable(useMemo(() => shown.map((id) => ({ teamId, id })), [shown, teamId]))
  const { onKeyDown, parts } = useKeyboardMoves(board.objectives)
  return (
    <>
      <ol class="objective-list" onKeyDown={onKeyDown}>
        <RowTabIndex.Provider value={-1}>
          {ids.map((id, index) => {
            const objective = byId.get(id)
            const head = isGrouped && (index === 0 || headOf(ids[index - 1]) !== headOf(id)) ? headOf(id) : ""
            return (
              objective !== undefined && (
                <Fragment key={id}>
                  {head !== "" && <li class="quarter-head">{head}</li>}
                  <ObjectiveCard board={board} objective={objective} />
                </Fragment>
              )
            )
          })}
        </RowTabIndex.Provider>
      </ol>
      {parts}
    </>
  )
}

const Nothing = ({ board }: Props) => {
  const { panels, session } = useWorkspace()
  if (board.shownIds.value.length > 0) return null
  if (board.isFiltered.value) return <p class="quiet nothing">{texts.board.noMatch}</p>
  const teamId = board.team.id
  return (
    <div class="quiet empty">
      <Illustration />
      <p>{texts.board.noObjectivesHint}</p>
      {session.canEdit.value && (
        <button type="button" class="small" onClick={() => panels.openImport(teamId)}>
          {texts.transfers.importing}
        </button>
      )}
    </div>
  )
}

const Count = ({ board }: Props) => <span class="quiet">{board.objectives.ids.value.length}</span>

export const Objectives = ({ board, CarryOver }: ObjectivesProps) => {
  const { panels, session } = useWorkspace()
  return (
    <section class={`objectives ${session.canEdit.value ? "" : "read-only"}`} aria-labelledby="objectives">
      <div class="section-head">
        <h2 id="objectives">
          {texts.board.objectives} <Count board={board} />
        </h2>
        <Filters board={board} />
      </div>
      <CarryOverOffer team={board.team} CarryOver={CarryOver} />
      <List board={board} />
      <Nothing board={board} />
      {session.canEdit.value && (
        <AddInline
          type="objective"
          teamId={board.team.id}
          shortcut={newObjectiveKey}
          onLines={(text) => panels.openImport(board.team.id, text)}
          // The new objective has to be visible.
          onEnter={board.clearFilter}
        />
      )}
    </section>
  )
}
