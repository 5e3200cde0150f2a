import type { EventData, EventType } from "../../domain/Event.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import * as Api from "../api/Api.ts"
import { fail, type Result } from "../api/Result.ts"
import { noticed } from "./Session.ts"
import { teamOf } from "./Team.ts"

/** Keys of creations without an answer, by what was sent: the same sent again is the same creation. */
const unanswered = new Map<string, string>()

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
  const body: Api.SubmitBody = { eventType, targetId, data }
  const text = JSON.stringify(body)
  const key = unanswered.get(text) ?? crypto.randomUUID()
  unanswered.delete(text)
  const answer = await Api.submit(body, key)
  if (!answer.ok) {
    if (answer.failure.kind !== "refused") unanswered.set(text, key)
    return fail(noticed(answer.failure))
  }
  if (answer.value.status === "applied") await teamOf(teamId).refresh(answer.value.sequenceNumber)
  return answer
}
