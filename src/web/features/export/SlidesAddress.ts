import { addressOf } from "../../contract/Call.ts"

/** Where slides come from with what a form has chosen in fields named like the query. Without a team, all of them. */
export const slidesAddress = (teamId: string | undefined, chosen: FormData): string => {
  const query = {
    detail: chosen.get("detail"),
    since: chosen.get("since") || undefined,
    status: chosen.getAll("status").join() || undefined,
    notes: chosen.has("notes") ? undefined : 0
  }
  return teamId === undefined
    ? addressOf("GET /api/export", {}, query)
    : addressOf("GET /api/teams/:teamId/export", { teamId }, query)
}
