import { useEffect } from "preact/hooks"
import mark from "../public/favicon.svg?raw"
import { route, teamIn } from "../session/Route.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"

/** Gives the browser's tab the colour of the team that is open. */
export const useFavicon = (): void => {
  const { teams } = useWorkspace()
  const teamId = teamIn(route.value)
  const color = teamId === undefined ? undefined : teams.of(teamId).body.value?.color
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")
    if (link === null || color === undefined) return
    const { href } = link
    link.href = `data:image/svg+xml,${encodeURIComponent(mark.replace("#3b4cca", color))}`
    return () => {
      link.href = href
    }
  }, [color])
}
