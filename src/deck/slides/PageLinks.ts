import type { Team } from "../../domain/state/State.ts"
import { pagePaths } from "../../shared/PagePaths.ts"
import type { PageLink } from "../DeckPlan.ts"
import type { Message } from "../facts/Messages.ts"

/** A team's board. */
export const teamPage = ({ id }: Pick<Team, "id">): PageLink => ({
  path: pagePaths.team(id),
  tip: "Open this team in the browser"
})

export const overviewPage: PageLink = { path: pagePaths.overview, tip: "Open the overview in the browser" }

export const objectivePage = ({ id: teamId }: Pick<Team, "id">, { id }: { readonly id: string }): PageLink => ({
  path: pagePaths.objective(teamId, id),
  tip: "Open this objective in the browser"
})

export const principlePage = ({ id: teamId }: Pick<Team, "id">, { id }: { readonly id: string }): PageLink => ({
  path: pagePaths.principle(teamId, id),
  tip: "Open this principle in the browser"
})

/** The page of what a message is about; undefined if that has been deleted. */
export const changedPage = (team: Team, { type, id }: Pick<Message, "type" | "id">): PageLink | undefined => {
  const isThere = team[type === "objective" ? "objectives" : "principles"].some((each) => each.id === id)
  if (!isThere) return undefined
  return type === "objective" ? objectivePage(team, { id }) : principlePage(team, { id })
}
