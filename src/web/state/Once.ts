import type { Outcome } from "../../domain/Outcome.ts"
import * as Api from "../api/Api.ts"
import { fail, type Result } from "../api/Result.ts"
import { noticed } from "./Session.ts"

/** Keys of submissions without an answer, by what was sent. */
const unanswered = new Map<string, string>()

/** Submits an act. After an answer of `unreachable` the same may be submitted again: it happens once. */
export const submitOnce = async (body: Api.SubmitBody): Promise<Result<Outcome>> => {
  const text = JSON.stringify(body)
  const key = unanswered.get(text) ?? crypto.randomUUID()
  unanswered.set(text, key)
  const answer = await Api.submit(body, key)
  if (answer.ok || answer.failure.kind === "refused") unanswered.delete(text)
  return answer.ok ? answer : fail(noticed(answer.failure))
}
