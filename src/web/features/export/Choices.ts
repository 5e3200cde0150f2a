import type { ObjectiveStatus } from "../../../shared/Statuses.ts"
import { addressOf } from "../../contract/Call.ts"

export interface Choices {
  readonly detail: "full" | "board"
  /** `YYYY-MM-DD`; empty for the server's default. */
  readonly since: string
  /** Of the objectives that are shown; none: all. */
  readonly statuses: ReadonlyArray<ObjectiveStatus>
  readonly notes: boolean
}

/** Undefined as a team: all of them. */
export const slidesAddress = (teamId: string | undefined, { detail, since, statuses, notes }: Choices): string => {
  const query = {
    detail,
    since: since === "" ? undefined : since,
    status: statuses.length === 0 ? undefined : statuses.join(),
    notes: notes ? undefined : "0"
  }
  return teamId === undefined
    ? addressOf("GET /api/export", {}, query)
    : addressOf("GET /api/teams/:teamId/export", { teamId }, query)
}
