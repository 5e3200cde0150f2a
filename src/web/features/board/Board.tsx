import type { JSX } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { useEscapeShowsAll } from "../../parts/EscapeShowsAll.ts"
import { Icon } from "../../parts/Icon.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { useSignalEffect } from "../../parts/Signals.ts"
import { type AddressedEntity, goBackTo, pathOf, replacePath } from "../../session/Route.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type BoardState, boardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { firstStep } from "./FirstStep.tsx"
import { Objectives } from "./Objectives.tsx"
import { Principles } from "./Principles.tsx"
import { skeleton } from "./Skeleton.tsx"
import { TeamHeader } from "./TeamHeader.tsx"

interface Props {
  readonly teamId: string
  readonly view: "board" | "matrix"
  readonly matrix: (team: Team) => JSX.Element
  readonly details: BoardState["details"]
  /** Renders what is said about a missing entity or, without `entity`, about a missing team. */
  readonly gone: (teamId: string, entity: AddressedEntity | undefined) => JSX.Element
}

/** The link from an objective to the board, on a phone, where the objective hides the rest. */
const wayBack = (team: Team) => (
  <h1 class="way-back">
    <a
      href={pathOf.team(team.id)}
      onClick={(event) => {
        event.preventDefault()
        goBackTo(pathOf.team(team.id))
      }}
    >
      <Icon name="chevron" /> {team.body.value?.name}
    </a>
  </h1>
)

type LoadedProps = { readonly board: BoardState } & Pick<Props, "view" | "matrix" | "gone">

const Loaded = ({ board, view, matrix, gone }: LoadedProps) => {
  const { deletions, session } = useWorkspace()
  const isEmpty = board.principles.ids.value.length + board.objectives.ids.value.length === 0
  const { team, missing, destination } = board
  const named = board.namedObjective.value
  const shown = view === "matrix" ? texts.board.views.matrix : team.objectives.byId.get(named)?.value.title
  usePageTitle([shown, team.body.value?.name].filter(Boolean).join(" · "))
  useSignalEffect(() => {
    const entity = destination.value
    if (entity?.type === "objective" && !board.shownIds.peek().includes(entity.id)) board.clearFilter()
  })
  useSignalEffect(() => {
    if (missing.value !== undefined && deletions.has(missing.value.id)) replacePath(pathOf.team(team.id))
  })
  useEscapeShowsAll(board)
  return (
    <div class={`board-page ${named === "" ? "" : "one-objective"}`}>
      {missing.value !== undefined && gone(team.id, missing.value)}
      {named !== "" && wayBack(team)}
      <TeamHeader board={board} view={view} />
      {view === "matrix" ? (
        matrix(team)
      ) : (
        <>
          {isEmpty && session.canEdit.value && firstStep()}
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
export const Board = ({ teamId, view, matrix, details, gone }: Props) => {
  const workspace = useWorkspace()
  const team = workspace.teams.of(teamId)
  const board = useMemo(() => boardState(workspace, team, details), [team])
  useEffect(() => {
    if (team.body.peek() === undefined) void team.refresh()
  }, [team])
  const failure = team.failure.value
  const isLoaded = team.body.value !== undefined
  if (failure?.kind === "refused" && failure.status === 404) return gone(teamId, undefined)
  if (isLoaded) return <Loaded board={board} view={view} matrix={matrix} gone={gone} />
  if (failure !== undefined && failure.kind !== "signedOut")
    return <NotLoaded failure={failure} retry={() => void team.refresh()} />
  return skeleton()
}
