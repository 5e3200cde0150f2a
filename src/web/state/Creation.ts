import type { EventData, EventType } from "../../domain/Event.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Result } from "../api/Result.ts"
import { submitOnce } from "./Once.ts"
import { teamOf } from "./Team.ts"

/**
 * Creates something below `targetId`; when it is done, the team shows it. After an answer of `unreachable` the same call
 * may be made again: it happens once.
 */
export const create = async (
  eventType: EventType,
  targetId: string,
  data: EventData,
  teamId: string
): Promise<Result<Outcome>> => {
  const answer = await submitOnce({ eventType, targetId, data })
  if (answer.ok && answer.value.status === "applied") await teamOf(teamId).refresh(answer.value.sequenceNumber)
  return answer
}
