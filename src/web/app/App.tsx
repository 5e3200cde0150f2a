import type { ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"
import { Board } from "../features/board/Board.tsx"
import { ExportPanel } from "../features/export/ExportPanel.tsx"
import { HistoryPanels } from "../features/history/HistoryPanels.tsx"
import { ImportPanels } from "../features/import/ImportPanels.tsx"
import { Selecting } from "../features/many/Selecting.tsx"
import { Toasts } from "../parts/dialogs/Toasts.tsx"
import { isSheetOpen } from "../parts/keys/Shortcuts.ts"
import { NotFound } from "../parts/NotFound.tsx"
import type { Session } from "../session/PageSession.ts"
import { invitation, moment, type Route, route } from "../session/Route.ts"
import { readOnly } from "../workspace/PastWorkspace.ts"
import { WorkspaceContext } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import * as texts from "./AppTexts.ts"
import { ChoicePanels } from "./ChoicePanels.tsx"
import { lazyView } from "./LazyView.tsx"
import { OpenObjective } from "./OpenObjective.tsx"
import { Shell } from "./Shell.tsx"
import { SignIn } from "./SignIn.tsx"

const OrphanedTexts = lazyView((views) => views.OrphanedTexts)
const UndoQuestion = lazyView((views) => views.UndoQuestion)
const SelectionBar = lazyView((views) => views.SelectionBar)
const KeySheet = lazyView((views) => views.KeySheet)
const Teams = lazyView((views) => views.Teams)
const CarryOver = lazyView((views) => views.CarryOver)
const Start = lazyView((views) => views.Start)
const Overview = lazyView((views) => views.Overview)
const CompanyTree = lazyView((views) => views.CompanyTree)
const Home = lazyView((views) => views.Home)
const boardViews = { matrix: lazyView((views) => views.Matrix), tree: lazyView((views) => views.Tree) }
const HistoryViews = lazyView((views) => views.HistoryViews)
const ExportDialog = lazyView((views) => views.ExportDialog)
const Transfers = lazyView((views) => views.Transfers)
const ImportPage = lazyView((views) => views.ImportPage)
const MissingItem = lazyView((views) => views.MissingItem)
const Past = lazyView((views) => views.Past)
const CheckIn = lazyView((views) => views.CheckIn)
const CheckIns = lazyView((views) => views.CheckIns)
const ObjectivePage = lazyView((views) => views.ObjectivePage)
const AccountLog = lazyView((views) => views.AccountLog)
const Account = lazyView((views) => views.Account)
const AllTokens = lazyView((views) => views.AllTokens)
const Webhooks = lazyView((views) => views.Webhooks)
const ChoosePassword = lazyView((views) => views.ChoosePassword)
const OpenLink = lazyView((views) => views.OpenLink)
const Users = lazyView((views) => views.Users)

const NotThen = () => <p class="empty">{texts.moments.notThen}</p>

const pageOf = (route: Route): JSX.Element => {
  switch (route.page) {
    case "team":
      return (
        <Board
          key={route.teamId}
          teamId={route.teamId}
          view={route.view}
          views={boardViews}
          CarryOver={CarryOver}
          MissingItem={moment.value === "" ? MissingItem : NotThen}
        />
      )
    case "start":
      return <Start />
    case "home":
      return <Home />
    case "checkIns":
      return <CheckIns />
    case "checkIn":
      return <CheckIn teamId={route.teamId} />
    case "import":
      return <ImportPage teamId={route.teamId} />
    case "objective":
      return <ObjectivePage teamId={route.teamId} objectiveId={route.objectiveId} />
    case "overview":
      return <Overview />
    case "tree":
      return <CompanyTree />
    case "teams":
      return <Teams />
    case "users":
      return <Users />
    case "accountLog":
      return <AccountLog />
    case "tokens":
      return <AllTokens />
    case "account":
      return <Account />
    case "webhooks":
      return <Webhooks />
    case "open":
      return <OpenLink />
    case "log":
      return <HistoryViews part="log" />
    default:
      return <NotFound />
  }
}

const hasOrphans = ({ outbox: { edits, orphans } }: Workspace): boolean =>
  orphans.fields.value.length + orphans.places.value.length + edits.leftovers.value.length > 0

interface Props {
  readonly session: Session
  readonly workspace: ReadonlySignal<Workspace | undefined>
}

export const App = ({ session, workspace }: Props) => {
  if (invitation.value !== undefined) return <ChoosePassword session={session} />
  const { kind } = session.state.value
  const current = workspace.value
  const isPast = moment.value !== ""
  const shown = (
    <>
      {pageOf(route.value)}
      <OpenObjective />
    </>
  )
  return (
    <>
      {kind === "out" && <SignIn session={session} />}
      {kind === "unknown" && <p class="starting quiet">{texts.common.loading}</p>}
      {current !== undefined && (
        <WorkspaceContext.Provider key={current.userId} value={current}>
          {kind === "in" && (
            <Shell>
              {!isPast && hasOrphans(current) && <OrphanedTexts />}
              <ImportPanels transfers={<Transfers />} />
              <ExportPanel dialog={(teamId, close) => <ExportDialog teamId={teamId} onClose={close} />} />
              {isPast ? <Past moment={moment.value}>{shown}</Past> : shown}
              <Selecting bar={<SelectionBar />} />
            </Shell>
          )}
          {kind === "in" && (
            <WorkspaceContext.Provider value={isPast ? readOnly(current) : current}>
              <HistoryPanels views={<HistoryViews part="panels" />} />
            </WorkspaceContext.Provider>
          )}
          <ChoicePanels />
          {current.takeBack.question.value && <UndoQuestion />}
          <Toasts />
        </WorkspaceContext.Provider>
      )}
      {isSheetOpen.value && <KeySheet />}
    </>
  )
}
