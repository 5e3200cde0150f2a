import type { EventData, EventType } from "../../domain/Event.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Api, SubmitBody } from "../contract/Api.ts"
import type { Result } from "../contract/Result.ts"
import type { Session } from "../session/Session.ts"
import type { Sent } from "./Draft.ts"
import { dataOf, eventTypeOf, type Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { KeptTexts } from "./PageStorage.ts"
import type { Teams } from "./Teams.ts"

export type Answer =
  /** What the page shows has caught up with it. */
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "refused"; readonly reason: string }
  /** It may have happened or not. */
  | { readonly kind: "none" }

export interface Submissions {
  readonly ofDraft: (field: Field, sent: Sent) => Promise<Answer>
  /** Submits an act. After an answer of `unreachable`, or a reload, the same may be submitted again: it happens once. */
  readonly once: (body: SubmitBody) => Promise<Result<Outcome>>
  /** Creates something below `targetId` once, as above; when it is done, the team shows it. */
  readonly create: (eventType: EventType, targetId: string, data: EventData, teamId: string) => Promise<Result<Outcome>>
}

/** Between two looks for what was just saved. */
const lookAgainMs = 1000

interface Needs {
  readonly userId: string
  readonly session: Session
  readonly api: Api
  readonly teams: Teams
  readonly kept: KeptTexts
  readonly lifetime: Lifetime
  readonly newId: () => string
}

export const makeSubmissions = ({ userId, session, api, teams, kept, lifetime, newId }: Needs): Submissions => {
  /** The page shows what was saved before its draft goes: a text never jumps back. */
  const caughtUp = async (teamId: string, sequenceNumber: number): Promise<void> => {
    const team = teams.of(teamId)
    if (team.body.peek() === undefined) return
    for (;;) {
      await team.refresh(sequenceNumber)
      if (team.sequenceNumber.peek() >= sequenceNumber || team.trouble.peek()?.kind !== "unreachable") return
      await lifetime.sleep(lookAgainMs)
    }
  }
  const once: Submissions["once"] = async (body) => {
    const unanswered = `strategy.once.${userId}.${JSON.stringify(body)}`
    const key = kept.get(unanswered) ?? newId()
    kept.put(unanswered, key)
    const answer = await api.submit(body, key)
    if (answer.ok || answer.failure.kind === "refused") kept.put(unanswered, undefined)
    return answer
  }
  return {
    once,
    ofDraft: async (field, { text, lastSeen, key }) => {
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
        await caughtUp(field.teamId, outcome.status === "applied" ? outcome.sequenceNumber : 0)
        return { kind: "outcome", outcome }
      }
      if (answer.failure.kind !== "refused") return { kind: "none" }
      // The role may have been taken away.
      if (answer.failure.status === 403) void session.ask()
      return { kind: "refused", reason: answer.failure.message }
    },
    create: async (eventType, targetId, data, teamId) => {
      const answer = await once({ eventType, targetId, data })
      if (answer.ok && answer.value.status === "applied") await teams.of(teamId).refresh(answer.value.sequenceNumber)
      return answer
    }
  }
}
