import type { EventData, EventType } from "../../domain/Event.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Api, SubmitBody } from "../contract/Api.ts"
import type { Result } from "../contract/Result.ts"
import type { Session } from "../session/Session.ts"
import type { PendingSubmission } from "./Draft.ts"
import { dataOf, eventTypeOf, type Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { TextStore } from "./PageStorage.ts"
import type { Teams } from "./Teams.ts"

export type Answer =
  /** The team that the page shows includes the change already. */
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "refused"; readonly reason: string }
  /** No answer came: it may or may not have been applied. */
  | { readonly kind: "none" }

export interface Submissions {
  readonly submitDraft: (field: Field, sent: PendingSubmission) => Promise<Answer>
  /**
   * Submits an event that is no edit of a field. Its idempotency key is kept in the tab until an answer comes: the same
   * body submitted again, after `unreachable` or a reload, is applied once.
   */
  readonly submitOnce: (body: SubmitBody) => Promise<Result<Outcome>>
  /** Creates an entity in `targetId`, as above; resolves when the loaded team includes it. */
  readonly create: (eventType: EventType, targetId: string, data: EventData, teamId: string) => Promise<Result<Outcome>>
}

/** The delay before a team that could not be refreshed after a save is fetched again. */
const refreshRetryMs = 1000

interface Dependencies {
  readonly userId: string
  readonly session: Session
  readonly api: Api
  readonly teams: Teams
  readonly storage: TextStore
  readonly lifetime: Lifetime
  readonly newId: () => string
}

export const makeSubmissions = ({
  userId,
  session,
  api,
  teams,
  storage,
  lifetime,
  newId
}: Dependencies): Submissions => {
  /** Waits until the loaded team includes the change: if its draft ended before, the old text would show again. */
  const untilShown = async (teamId: string, sequenceNumber: number): Promise<void> => {
    const team = teams.of(teamId)
    if (team.body.peek() === undefined) return
    for (;;) {
      await team.refresh(sequenceNumber)
      if (team.sequenceNumber.peek() >= sequenceNumber || team.failure.peek()?.kind !== "unreachable") return
      await lifetime.sleep(refreshRetryMs)
    }
  }
  const submitOnce: Submissions["submitOnce"] = async (body) => {
    const unanswered = `strategy.once.${userId}.${JSON.stringify(body)}`
    const key = storage.get(unanswered) ?? newId()
    storage.put(unanswered, key)
    const answer = await api.submit(body, key)
    if (answer.ok || answer.failure.kind === "refused") storage.put(unanswered, undefined)
    return answer
  }
  return {
    submitOnce,
    submitDraft: async (field, { text, lastSeen, key }) => {
      const answer = await api.submit(
        {
          eventType: eventTypeOf(field),
          targetId: field.entityId,
          data: dataOf(field, text),
          lastSeenSequence: lastSeen
        },
        key
      )
      if (answer.ok) {
        const outcome = answer.value
        await untilShown(field.teamId, outcome.status === "applied" ? outcome.sequenceNumber : 0)
        return { kind: "outcome", outcome }
      }
      if (answer.failure.kind !== "refused") return { kind: "none" }
      // The role may have been taken away.
      if (answer.failure.status === 403) void session.refresh()
      return { kind: "refused", reason: answer.failure.message }
    },
    create: async (eventType, targetId, data, teamId) => {
      const answer = await submitOnce({ eventType, targetId, data })
      if (answer.ok && answer.value.status === "applied") await teams.of(teamId).refresh(answer.value.sequenceNumber)
      return answer
    }
  }
}
