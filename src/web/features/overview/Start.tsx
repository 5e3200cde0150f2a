import { useEffect } from "preact/hooks"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { pathOf, replaceRoute } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./OverviewTexts.ts"

/** Where the page begins: it leads on to the pinned teams, else to the overview; to the teams before the first objective. */
export const Start = () => {
  const { pins } = useWorkspace()
  const overview = useOverview()
  const body = overview.value.value
  useEffect(() => {
    if (body === undefined) return
    const isHome = body.teams.some(({ team }) => pins.teamIds.peek().includes(team.id))
    replaceRoute(isHome ? pathOf.home : body.objectives.length > 0 ? pathOf.overview : pathOf.teams)
  }, [body])
  return (
    <NotLoaded failure={overview.failure.value} retry={overview.refresh}>
      <h1>{texts.overview.notLoaded}</h1>
    </NotLoaded>
  )
}
