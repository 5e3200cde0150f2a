import { useEffect } from "preact/hooks"
import { isOpen } from "../../../shared/Pace.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { isMine } from "../../session/Mine.ts"
import { pathOf, replaceRoute } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./OverviewTexts.ts"

/** Where the page begins: it leads on to what is the user’s or pinned, else to the overview; to the teams before the first objective. */
export const Start = () => {
  const { pins, session } = useWorkspace()
  const overview = useOverview()
  const body = overview.value.value
  useEffect(() => {
    if (body === undefined) return
    const isOwn = isMine(session)
    const isHome =
      body.teams.some(({ team }) => pins.teamIds.peek().includes(team.id)) ||
      body.objectives.some(({ status, owner }) => isOpen(status) && isOwn(owner))
    replaceRoute(isHome ? pathOf.home : body.objectives.length > 0 ? pathOf.overview : pathOf.teams)
  }, [body])
  return (
    <NotLoaded failure={overview.failure.value} retry={overview.refresh}>
      <h1>{texts.overview.notLoaded}</h1>
    </NotLoaded>
  )
}
