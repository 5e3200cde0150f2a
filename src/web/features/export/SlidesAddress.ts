import { addressOf } from "../../contract/Call.ts"

/**
 * The address of the slides that a form describes, whose fields are named like the query's parameters. Without a team,
 * the slides of all teams.
 */
export const slidesAddress = (teamId: string | undefined, chosen: FormData): string => {
  const query = {
    at: chosen.get("at") || undefined,
    detail: chosen.get("detail"),
    since: chosen.get("since") || undefined,
    sinceDeck: chosen.get("sinceDeck") || undefined,
    status: chosen.getAll("status").join() || undefined,
    notes: chosen.has("notes") ? undefined : 0
  }
  return teamId === undefined
    ? addressOf("GET /api/export", {}, query)
    : addressOf("GET /api/teams/:teamId/export", { teamId }, query)
}
