import { effect } from "@preact/signals"
import type { ComponentType } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { useEscapeShowsAll } from "../../parts/keys/EscapeShowsAll.ts"
import { useLoadedTeam } from "../../parts/LoadedTeam.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { type AddressedEntity, type BoardView, openedObjective, pathOf, replacePath } from "../../session/Route.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type BoardState, boardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { FirstStep } from "./FirstStep.tsx"
import { Objectives, type ObjectivesProps } from "./Objectives.tsx"
import { Principles } from "./Principles.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { TeamHeader } from "./TeamHeader.tsx"

interface Props {
  readonly teamId: string
  readonly view: BoardView
  /** The views beside the board itself. */
  readonly views: Readonly<Record<Exclude<BoardView, "board">, ComponentType<{ readonly team: Team }>>>
  readonly CarryOver: ObjectivesProps["CarryOver"]
  /** Says what became of a missing entity or, without `entity`, of a missing team. */
  readonly MissingItem: ComponentType<{ readonly teamId: string; readonly entity: AddressedEntity | undefined }>
}

type LoadedProps = { readonly board: BoardState } & Pick<Props, "view" | "views" | "CarryOver" | "MissingItem">

const Loaded = ({ board, view, views, CarryOver, MissingItem }: LoadedProps) => {
  const { deletions } = useWorkspace()
  const { team, missing, destination } = board
  const opened = team.objectives.byId.get(openedObjective.value?.id ?? "")
  const shown = view !== "board" ? texts.board.views[view] : opened?.value.title
  const View = view === "board" ? undefined : views[view]
  usePageTitle([shown, team.body.value?.name].filter(Boolean).join(" · "))
  const showDestination = (): void => {
    const entity = destination.value
    if (entity?.type === "objective" && !board.shownIds.peek().includes(entity.id)) board.clearFilter()
  }
  const leaveDeleted = (): void => {
    if (missing.value !== undefined && deletions.has(missing.value.id)) replacePath(pathOf.team(team.id))
  }
  // Before the next rendering, for which `useSignalEffect` would wait: it would show the entity as missing.
  useEffect(() => effect(showDestination), [])
  useEffect(() => effect(leaveDeleted), [])
  useEscapeShowsAll(board)
  return (
    <div class="board-page">
      {missing.value !== undefined && <MissingItem teamId={team.id} entity={missing.value} />}
      <TeamHeader board={board} view={view} />
      {View !== undefined ? (
        <View team={team} />
      ) : (
        <>
          <FirstStep team={team} />
          <div class="board">
            <Principles board={board} />
            <Objectives board={board} CarryOver={CarryOver} />
          </div>
        </>
      )}
    </div>
  )
}

/** A team's principles and objectives, as a board, a matrix or a tree. */
export const Board = ({ teamId, view, views, CarryOver, MissingItem }: Props) => {
  const workspace = useWorkspace()
  const team = useLoadedTeam(workspace.teams.of(teamId))
  const board = useMemo(() => boardState(workspace, team), [team])
  const failure = team.failure.value
  const isLoaded = team.body.value !== undefined
  if (failure?.kind === "refused" && failure.status === 404) return <MissingItem teamId={teamId} entity={undefined} />
  if (isLoaded) return <Loaded {...{ board, view, views, CarryOver, MissingItem }} />
  if (failure !== undefined && failure.kind !== "signedOut")
    return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  return <Skeleton />
}
