import type { ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"
import { Board } from "../features/board/Board.tsx"
import { HistoryPanels } from "../features/history/HistoryPanels.tsx"
import { ObjectiveDetails } from "../features/objective/ObjectiveDetails.tsx"
import { lazy } from "../parts/Lazy.tsx"
import { NotFound } from "../parts/NotFound.tsx"
import { isSheetOpen } from "../parts/Shortcuts.ts"
import { Toasts } from "../parts/Toasts.tsx"
import { type Route, route } from "../session/Route.ts"
import type { Session } from "../session/Session.ts"
import { WorkspaceContext } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import { Orphans } from "./Orphans.tsx"
import { Shell } from "./Shell.tsx"
import { SignIn } from "./SignIn.tsx"
import { texts } from "./Texts.ts"

const KeySheet = lazy(() => import("./KeySheet.tsx").then((module) => module.KeySheet))
const Teams = lazy(() => import("../features/teams/Teams.tsx").then((module) => module.Teams))
const Matrix = lazy(() => import("../features/matrix/Matrix.tsx").then((module) => module.Matrix))
const LookingBack = lazy(() => import("../features/history/LookingBack.tsx").then((module) => module.LookingBack))
const AccountLog = lazy(() => import("../features/users/AccountLog.tsx").then((module) => module.AccountLog))
const Users = lazy(() => import("../features/users/Users.tsx").then((module) => module.Users))

const pageOf = (here: Route): JSX.Element => {
  switch (here.page) {
    case "team":
      return (
        <Board
          key={here.teamId}
          teamId={here.teamId}
          view={here.view}
          matrix={(team) => <Matrix team={team} />}
          details={(team, objective) => <ObjectiveDetails team={team} objective={objective} />}
        />
      )
    case "teams":
      return <Teams />
    case "users":
      return <Users />
    case "accountLog":
      return <AccountLog />
    case "log":
      return <LookingBack part="log" />
    default:
      return <NotFound />
  }
}

interface Props {
  readonly session: Session
  readonly workspace: ReadonlySignal<Workspace | undefined>
}

export const App = ({ session, workspace }: Props) => {
  const { state } = session.now.value
  const current = workspace.value
  return (
    <>
      {state === "out" && <SignIn session={session} />}
      {state === "unknown" && <p class="starting quiet">{texts.common.loading}</p>}
      {current !== undefined && (
        <WorkspaceContext.Provider key={current.userId} value={current}>
          {state === "in" && (
            <Shell>
              <Orphans />
              {pageOf(route.value)}
            </Shell>
          )}
          {state === "in" && <HistoryPanels />}
          <Toasts />
        </WorkspaceContext.Provider>
      )}
      {isSheetOpen.value && <KeySheet />}
    </>
  )
}
