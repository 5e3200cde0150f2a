import { useEffect } from "preact/hooks"
import type { Team } from "../workspace/Team.ts"

/** The team itself, which is loaded for the component unless it is already. */
export const useLoadedTeam = <A extends Team | undefined>(team: A): A => {
  useEffect(() => {
    if (team !== undefined && team.body.peek() === undefined) void team.refresh()
  }, [team])
  return team
}
