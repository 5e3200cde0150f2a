import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api, SubmitBody } from "../../contract/Api.ts"
import type { Result } from "../../contract/Result.ts"
import type { Lifetime } from "../Lifetime.ts"
import { type RetryOptions, retryWhileBusy } from "../RetryWhileBusy.ts"
import type { OutboxStorage, StoredEntry } from "./OutboxStorage.ts"
import type { SendLoop } from "./SendLoop.ts"

interface SubmitOptions extends RetryOptions {
  readonly teamId?: string
}

interface Single {
  readonly key: string
  readonly body: SubmitBody
}

/**
 * Submits an event that is no edit and no new item, such as a deletion. It is sent now or not at all, and the user is told
 * so. Its key is kept until an answer comes: the same body submitted again, after no answer or a reload, is applied once.
 */
export interface SingleSubmissions {
  /** With `teamId`, resolves when the team, if it is loaded, includes what was applied. */
  readonly submit: (body: SubmitBody, options?: SubmitOptions) => Promise<Result<Outcome>>
  readonly adopt: (stored: StoredEntry) => void
}

interface Dependencies {
  readonly submit: Api["submit"]
  readonly loop: SendLoop
  readonly storage: OutboxStorage
  readonly lifetime: Lifetime
  readonly newId: () => string
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
}

/** A new entity gets an id of the page, so that it can be named before the answer comes. */
const withId = ({ key, body }: Single): SubmitBody =>
  body.eventType.startsWith("create_") ? { ...body, data: { id: key, ...body.data } } : body

export const makeSingleSubmissions = (dependencies: Dependencies): SingleSubmissions => {
  const { submit, loop, storage, lifetime, newId, untilShown } = dependencies
  const unanswered = new Map<string, Single>()
  const send = async (single: Single, name: string, options: SubmitOptions = {}): Promise<Result<Outcome>> => {
    const submission = { key: single.key, body: withId(single) }
    const answer = await retryWhileBusy(lifetime, () => submit(submission), options)
    if (!answer.ok && answer.failure.kind !== "refused") return answer
    const isApplied = answer.ok && answer.value.status === "applied"
    if (isApplied && options.teamId !== undefined) await untilShown(options.teamId, answer.value)
    unanswered.delete(name)
    storage.put(`single ${single.key}`, undefined)
    return answer
  }
  return {
    submit: (body, options) => {
      const name = JSON.stringify(body)
      const single = unanswered.get(name) ?? { key: newId(), body }
      unanswered.set(name, single)
      storage.put(`single ${single.key}`, single)
      return loop.track(send(single, name, options))
    },
    adopt: ({ value, isOwn, forget }) => {
      const { key, body }: Partial<Single> = Object(value)
      forget()
      // What another tab could not submit is not submitted here: its user was told so.
      if (!isOwn || typeof key !== "string" || body === undefined) return
      const single = { key, body }
      unanswered.set(JSON.stringify(body), single)
      storage.put(`single ${key}`, single)
    }
  }
}
