import type { DeletedPage } from "../../../domain/views/Deleted.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Api } from "../../contract/Api.ts"
import { type Result, succeed } from "../../contract/Result.ts"
import type { Team } from "../../workspace/Team.ts"
import { titleIn } from "./SubjectTitle.ts"

export type DeletedEntry = DeletedPage["entries"][number]

export const pageSize = 100

/** The number of pages that are searched for a deletion. */
const maxPages = 20

/** The deletion of an entity, unless it went along with its parent; the one at `sequenceNumber` if that is given. */
export const findDeleted = async (
  api: Api,
  teamId: string,
  entityId: string,
  sequenceNumber?: number
): Promise<Result<DeletedEntry | undefined>> => {
  let before = sequenceNumber === undefined ? undefined : sequenceNumber + 1
  for (let page = 0; page < maxPages; page++) {
    const answer = await api.deleted(teamId, sequenceNumber === undefined ? pageSize : 1, before)
    if (!answer.ok) return answer
    const found = answer.value.entries.find(({ id }) => id === entityId)
    const next = answer.value.nextBefore
    if (found !== undefined || next === null || sequenceNumber !== undefined) return succeed(found)
    before = next
  }
  return succeed(undefined)
}

/** Whether the entity is in its team; undefined while the team is not loaded. */
export const isInTeam = (team: Team, { entityId }: HistoryEntry): boolean | undefined =>
  team.body.value === undefined ? undefined : entityId !== null && titleIn(team, entityId) !== undefined
