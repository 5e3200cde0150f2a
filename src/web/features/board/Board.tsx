import type { JSX } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { lazy } from "../../parts/Lazy.tsx"
import { NotFound } from "../../parts/NotFound.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type BoardState, boardState } from "./BoardState.ts"
import { Objectives } from "./Objectives.tsx"
import { Principles } from "./Principles.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { TeamHeader } from "./TeamHeader.tsx"

const FirstStep = lazy(() => import("./FirstStep.tsx").then((module) => module.FirstStep))

interface Props {
  readonly teamId: string
  readonly view: "board" | "matrix"
  readonly matrix: (team: Team) => JSX.Element
  readonly details: BoardState["details"]
}

/** Whether no field, popover or dialog uses the Escape key itself. */
const isForBoard = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest("textarea, [popover], dialog, input:not([type=search])") === null

const Loaded = ({ board, view, matrix }: { readonly board: BoardState } & Pick<Props, "view" | "matrix">) => {
  const { session } = useWorkspace()
  const isEmpty = board.principles.ids.value.length + board.objectives.ids.value.length === 0
  usePageTitle(board.team.body.value?.name ?? "")
  useEffect(() => {
    const clear = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && isForBoard(event) && board.isFiltered.peek()) board.clearFilter()
    }
    document.addEventListener("keydown", clear)
    return () => document.removeEventListener("keydown", clear)
  }, [board])
  return (
    <div class="board-page">
      <TeamHeader board={board} view={view} />
      {view === "matrix" ? (
        matrix(board.team)
      ) : (
        <>
          {isEmpty && session.canEdit.value && <FirstStep />}
          <div class="board">
            <Principles board={board} />
            <Objectives board={board} />
          </div>
        </>
      )}
    </div>
  )
}

/** A team's principles and objectives, as a board or as a matrix. */
export const Board = ({ teamId, view, matrix, details }: Props) => {
  const workspace = useWorkspace()
  const team = workspace.teams.of(teamId)
  const board = useMemo(() => boardState(workspace, team, details), [team])
  useEffect(() => {
    if (team.body.peek() === undefined) void team.refresh()
  }, [team])
  const failure = team.failure.value
  const isLoaded = team.body.value !== undefined
  if (failure?.kind === "refused" && failure.status === 404) return <NotFound />
  if (isLoaded) return <Loaded board={board} view={view} matrix={matrix} />
  if (failure !== undefined && failure.kind !== "signedOut")
    return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  return <Skeleton />
}
