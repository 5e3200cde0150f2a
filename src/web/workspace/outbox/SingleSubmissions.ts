import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api, SubmitBody } from "../../contract/Api.ts"
import type { Result } from "../../contract/Result.ts"
import type { Lifetime } from "../Lifetime.ts"
import { type RetryOptions, retryWhileBusy } from "../RetryWhileBusy.ts"
import type { OutboxStorage, StoredEntry } from "./OutboxStorage.ts"
import type { SendLoop } from "./SendLoop.ts"

export interface SubmitOptions extends RetryOptions {
  /** The submission resolves when this team, if it is loaded, includes what was applied. */
  readonly teamId?: string
}

interface Dependencies {
  readonly submit: Api["submit"]
  readonly loop: SendLoop
  readonly storage: OutboxStorage
  readonly lifetime: Lifetime
  readonly newId: () => string
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
}

/**
 * Submits events that are no edit and no new item, such as deletions. They are sent now or not at all, and the user is told
 * so. A key is kept until its answer comes: the same body submitted again, after no answer or a reload, is applied once.
 */
export const makeSingleSubmissions = (dependencies: Dependencies) => {
  const { submit, loop, storage, lifetime, newId, untilShown } = dependencies
  const keys = new Map<string, string>()
  const keep = (body: string, key: string): void => {
    keys.set(body, key)
    storage.put(`single ${body}`, key)
  }
  const send = async (body: SubmitBody, { teamId, ...options }: SubmitOptions): Promise<Result<Outcome>> => {
    const text = JSON.stringify(body)
    const key = keys.get(text) ?? newId()
    keep(text, key)
    const isCreation = body.eventType.startsWith("create_")
    const data = isCreation ? { id: key, ...body.data } : body.data
    const answer = await retryWhileBusy(lifetime, () => submit({ key, body: { ...body, data } }), options)
    if (!answer.ok && answer.failure.kind !== "refused") return answer
    const isApplied = answer.ok && answer.value.status === "applied"
    if (isApplied && teamId !== undefined) await untilShown(teamId, answer.value)
    keys.delete(text)
    storage.put(`single ${text}`, undefined)
    return answer
  }
  return {
    submit: (body: SubmitBody, options: SubmitOptions = {}) => loop.track(send(body, options)),
    /** What another tab could not submit is not submitted here: its user was told so. */
    adopt: ({ id, value, isOwn, forget }: StoredEntry): void => {
      forget()
      if (isOwn && typeof value === "string") keep(id.slice("single ".length), value)
    }
  }
}
