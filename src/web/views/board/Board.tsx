import { useEffect, useMemo } from "preact/hooks"
import type { Failure } from "../../api/Result.ts"
import { lazy } from "../../parts/Lazy.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { type BoardState, boardState } from "../../state/BoardState.ts"
import { type Team, teamOf } from "../../state/Team.ts"
import { texts } from "../../texts/Texts.ts"
import { NotFound } from "../NotFound.tsx"
import { Objectives } from "./Objectives.tsx"
import { Principles } from "./Principles.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { TeamHeader } from "./TeamHeader.tsx"

const Matrix = lazy(() => import("../matrix/Matrix.tsx").then((module) => module.Matrix))

interface Props {
  readonly teamId: string
  readonly view: "board" | "matrix"
}

const Trouble = ({ team, failure }: { readonly team: Team; readonly failure: Failure }) => (
  <section class="empty" role="alert">
    <p>{failure.kind === "refused" ? texts.common.refused(failure.message) : texts.common.unreachableShort}</p>
    <button type="button" class="button" onClick={() => void team.refresh()}>
      {texts.common.retry}
    </button>
  </section>
)

/** Escape where nothing else takes it. */
const isForBoard = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest("textarea, [popover], dialog, input:not([type=search])") === null

const Loaded = ({ board, view }: { readonly board: BoardState; readonly view: Props["view"] }) => {
  usePageTitle(board.team.body.value?.name ?? "")
  useEffect(() => {
    const clear = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && isForBoard(event) && board.isFiltered.peek()) board.clear()
    }
    document.addEventListener("keydown", clear)
    return () => document.removeEventListener("keydown", clear)
  }, [board])
  return (
    <div class="board-page">
      <TeamHeader board={board} view={view} />
      {view === "matrix" ? (
        <Matrix team={board.team} />
      ) : (
        <div class="board">
          <Principles board={board} />
          <Objectives board={board} />
        </div>
      )}
    </div>
  )
}

/** A team's strategy: principles beside objectives, or one against the other. */
export const Board = ({ teamId, view }: Props) => {
  const team = teamOf(teamId)
  const board = useMemo(() => boardState(team), [team])
  useEffect(() => {
    if (team.body.peek() === undefined) void team.refresh()
  }, [team])
  const failure = team.trouble.value
  const isLoaded = team.body.value !== undefined
  if (failure?.kind === "refused" && failure.status === 404) return <NotFound />
  if (isLoaded) return <Loaded board={board} view={view} />
  if (failure !== undefined && failure.kind !== "signedOut") return <Trouble team={team} failure={failure} />
  return <Skeleton />
}
