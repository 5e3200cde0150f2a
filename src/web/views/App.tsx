import type { JSX } from "preact"
import { Toasts } from "../parts/Toasts.tsx"
import { type Route, route } from "../state/Route.ts"
import { session } from "../state/Session.ts"
import { texts } from "../texts/Texts.ts"
import { Board } from "./board/Board.tsx"
import { KeySheet } from "./KeySheet.tsx"
import { NotFound } from "./NotFound.tsx"
import { Shell } from "./Shell.tsx"
import { SignIn } from "./SignIn.tsx"
import { Teams } from "./Teams.tsx"
import { Users } from "./Users.tsx"

const pageOf = (here: Route): JSX.Element => {
  switch (here.page) {
    case "team":
      return <Board key={here.teamId} teamId={here.teamId} view={here.view} />
    case "teams":
      return <Teams />
    case "users":
      return <Users />
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
      {state === "in" && <Shell>{pageOf(route.value)}</Shell>}
      <KeySheet />
      <Toasts />
    </>
  )
}
