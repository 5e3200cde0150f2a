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

const views = () => import("./Views.ts")

const OrphanedTexts = lazy(() => views().then((all) => all.OrphanedTexts))
const KeySheet = lazy(() => views().then((all) => all.KeySheet))
const Teams = lazy(() => views().then((all) => all.Teams))
const ObjectiveDetails = lazy(() => views().then((all) => all.ObjectiveDetails))
const Overview = lazy(() => views().then((all) => all.Overview))
const Matrix = lazy(() => views().then((all) => all.Matrix))
const HistoryViews = lazy(() => import("../features/history/HistoryViews.tsx").then((module) => module.HistoryViews))
const Gone = lazy(() => views().then((all) => all.Gone))
const AccountLog = lazy(() => views().then((all) => all.AccountLog))
const Webhooks = lazy(() => views().then((all) => all.Webhooks))
const Users = lazy(() => views().then((all) => all.Users))

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
    case "webhooks":
      return <Webhooks />
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
