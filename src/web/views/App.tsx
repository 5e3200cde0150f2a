import type { JSX } from "preact"
import { lazy } from "../parts/Lazy.tsx"
import { Toasts } from "../parts/Toasts.tsx"
import { type Route, route } from "../state/Route.ts"
import { session } from "../state/Session.ts"
import { isSheetOpen } from "../state/Shortcuts.ts"
import { texts } from "../texts/Texts.ts"
import { Board } from "./board/Board.tsx"
import { HistoryPanels } from "./history/HistoryPanels.tsx"
import { NotFound } from "./NotFound.tsx"
import { Orphans } from "./Orphans.tsx"
import { Shell } from "./Shell.tsx"
import { SignIn } from "./SignIn.tsx"

const KeySheet = lazy(() => import("./KeySheet.tsx").then((module) => module.KeySheet))
const Teams = lazy(() => import("./Teams.tsx").then((module) => module.Teams))
const LookingBack = lazy(() => import("./history/LookingBack.tsx").then((module) => module.LookingBack))
const AccountLog = lazy(() => import("./users/AccountLog.tsx").then((module) => module.AccountLog))
const Users = lazy(() => import("./Users.tsx").then((module) => module.Users))

const pageOf = (here: Route): JSX.Element => {
  switch (here.page) {
    case "team":
      return <Board key={here.teamId} teamId={here.teamId} view={here.view} />
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

export const App = () => {
  const { state } = session.value
  return (
    <>
      {state === "out" && <SignIn />}
      {state === "unknown" && <p class="starting quiet">{texts.common.loading}</p>}
      {state === "in" && (
        <Shell>
          <Orphans />
          {pageOf(route.value)}
        </Shell>
      )}
      {state === "in" && <HistoryPanels />}
      {isSheetOpen.value && <KeySheet />}
      <Toasts />
    </>
  )
}
