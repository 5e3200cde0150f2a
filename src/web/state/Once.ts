import type { Outcome } from "../../domain/Outcome.ts"
import * as Api from "../api/Api.ts"
import { fail, type Result } from "../api/Result.ts"
import { noticed, who } from "./Session.ts"
import { keep, kept } from "./TabStorage.ts"

/** Submits an act. After an answer of `unreachable`, or a reload, the same may be submitted again: it happens once. */
export const submitOnce = async (body: Api.SubmitBody): Promise<Result<Outcome>> => {
  const unanswered = `strategy.once.${who.peek()?.userId}.${JSON.stringify(body)}`
  const key = kept(unanswered) ?? crypto.randomUUID()
  keep(unanswered, key)
  const answer = await Api.submit(body, key)
  if (answer.ok || answer.failure.kind === "refused") keep(unanswered, undefined)
  return answer.ok ? answer : fail(noticed(answer.failure))
}
