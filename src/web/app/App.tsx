import type { ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"
import { Board } from "../features/board/Board.tsx"
import { ExportPanel } from "../features/export/ExportPanel.tsx"
import { HistoryPanels } from "../features/history/HistoryPanels.tsx"
import { ImportPanels } from "../features/import/ImportPanels.tsx"
import { lazy } from "../parts/Lazy.tsx"
import { NotFound } from "../parts/NotFound.tsx"
import { isSheetOpen } from "../parts/Shortcuts.ts"
import { Toasts } from "../parts/Toasts.tsx"
import { type Route, route } from "../session/Route.ts"
import type { Session } from "../session/Session.ts"
import { WorkspaceContext } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import { Shell } from "./Shell.tsx"
import { SignIn } from "./SignIn.tsx"
import * as texts from "./Texts.ts"

const OrphanedTexts = lazy(() => import("./OrphanedTexts.tsx").then((module) => module.OrphanedTexts))
const KeySheet = lazy(() => import("./KeySheet.tsx").then((module) => module.KeySheet))
const Teams = lazy(() => import("../features/teams/Teams.tsx").then((module) => module.Teams))
const ObjectiveDetails = lazy(() =>
  import("../features/objective/ObjectiveDetails.tsx").then((module) => module.ObjectiveDetails)
)
const Overview = lazy(() => import("../features/overview/Overview.tsx").then((module) => module.Overview))
const Matrix = lazy(() => import("../features/matrix/Matrix.tsx").then((module) => module.Matrix))
const HistoryViews = lazy(() => import("../features/history/HistoryViews.tsx").then((module) => module.HistoryViews))
const Gone = lazy(() => import("../features/find/Gone.tsx").then((module) => module.Gone))
const AccountLog = lazy(() => import("../features/users/AccountLog.tsx").then((module) => module.AccountLog))
const Users = lazy(() => import("../features/users/Users.tsx").then((module) => module.Users))

const pageOf = (route: Route): JSX.Element => {
  switch (route.page) {
    case "team":
      return (
        <Board
          key={route.teamId}
          teamId={route.teamId}
          view={route.view}
          matrix={(team) => <Matrix team={team} />}
          details={(team, objective) => <ObjectiveDetails team={team} objective={objective} />}
          gone={(teamId, entity) => <Gone teamId={teamId} entity={entity} />}
        />
      )
    case "overview":
      return <Overview details={(team, objective) => <ObjectiveDetails team={team} objective={objective} />} />
    case "teams":
      return <Teams />
    case "users":
      return <Users />
    case "accountLog":
      return <AccountLog />
    case "log":
      return <HistoryViews part="log" />
    default:
      return <NotFound />
  }
}

const hasOrphans = ({ drafts, orphanedFields }: Workspace): boolean =>
  orphanedFields.value.length + drafts.leftovers.value.length > 0

interface Props {
  readonly session: Session
  readonly workspace: ReadonlySignal<Workspace | undefined>
}

export const App = ({ session, workspace }: Props) => {
  const { kind } = session.state.value
  const current = workspace.value
  return (
    <>
      {kind === "out" && <SignIn session={session} />}
      {kind === "unknown" && <p class="starting quiet">{texts.common.loading}</p>}
      {current !== undefined && (
        <WorkspaceContext.Provider key={current.userId} value={current}>
          {kind === "in" && (
            <Shell>
              {hasOrphans(current) && <OrphanedTexts />}
              <ImportPanels />
              <ExportPanel />
              {pageOf(route.value)}
            </Shell>
          )}
          {kind === "in" && <HistoryPanels />}
          <Toasts />
        </WorkspaceContext.Provider>
      )}
      {isSheetOpen.value && <KeySheet />}
    </>
  )
}
