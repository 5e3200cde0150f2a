import type { EventData } from "../../domain/Event.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { EntityType } from "../../shared/Entities.ts"
import type { Api, SubmitBody } from "../contract/Api.ts"
import type { Result } from "../contract/Result.ts"
import type { Session } from "../session/Session.ts"
import type { TextStore } from "../session/TextStore.ts"
import { refusalText } from "../texts/FailureTexts.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { PendingSubmission } from "./Draft.ts"
import { dataOf, eventTypeOf, type Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import { type RetryOptions, retryWhileBusy } from "./RetryWhileBusy.ts"
import type { Team } from "./Team.ts"
import type { Teams } from "./Teams.ts"
import type { Undo } from "./Undo.ts"

export type Answer =
  /** The team that the page shows includes the change already. */
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "refused"; readonly reason: string }
  /** No answer came: it may or may not have been applied. */
  | { readonly kind: "none" }

/** Something that was deleted, and the sequence number as of which it comes back. */
export interface BringBack {
  readonly type: EntityType
  readonly id: string
  readonly parentId: string
  readonly teamId: string
  readonly asOf: number
}

export interface RestoreData {
  readonly sequenceNumber: number
  readonly teamId?: string
}

export interface Submissions {
  readonly submitDraft: (field: Field, sent: PendingSubmission) => Promise<Answer>
  /**
   * Submits an event that is no edit of a field. Its idempotency key is kept in the tab until an answer comes: the same
   * body submitted again, after `unreachable` or a reload, is applied once.
   */
  readonly submitOnce: (body: SubmitBody) => Promise<Result<Outcome>>
  /** Restores a team or everything, as above, and again while the server is still reading the earlier state. */
  readonly restore: (data: RestoreData, options?: RetryOptions) => Promise<Result<Outcome>>
  /** Brings back what was deleted, likewise; `onPause` is called each time the server cannot do it yet. */
  readonly bringBack: (deleted: BringBack, onPause: () => void) => Promise<Result<Outcome>>
  /** Deletes an entity, as above; resolves when the loaded team does not include it any more. */
  readonly remove: (type: EntityType, entityId: string, teamId: string) => Promise<Result<Outcome>>
  /** Creates an entity in `targetId`, as above; resolves when the loaded team includes it. */
  readonly create: (
    eventType: `create_${EntityType}`,
    targetId: string,
    data: EventData,
    teamId: string
  ) => Promise<Result<Outcome>>
}

const typeCreatedBy = (eventType: `create_${EntityType}`) => eventType.slice("create_".length) as EntityType

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
  readonly undo: Undo
}

/** Waits until the loaded team includes the change: if its draft ended before, the old text would show again. */
const untilShown = async (team: Team, sequenceNumber: number, lifetime: Lifetime): Promise<void> => {
  if (team.body.peek() === undefined) return
  for (;;) {
    await team.reach(sequenceNumber)
    if (team.sequenceNumber.peek() >= sequenceNumber || team.failure.peek()?.kind !== "unreachable") return
    await lifetime.sleep(refreshRetryMs)
  }
}

export const makeSubmissions = ({
  userId,
  session,
  api,
  teams,
  storage,
  lifetime,
  newId,
  undo
}: Dependencies): Submissions => {
  /**
   * `complete` adds to the body what is derived from the submission's key. The key is kept until `settled`, so a page
   * that was closed before that repeats the same submission.
   */
  const once = async (
    body: SubmitBody,
    complete: (key: string) => SubmitBody,
    settled: (answer: Result<Outcome>) => Promise<unknown>
  ): Promise<Result<Outcome>> => {
    const unanswered = `strategy.once.${userId}.${JSON.stringify(body)}`
    const key = storage.get(unanswered) ?? newId()
    storage.put(unanswered, key)
    const answer = await api.submit(complete(key), key)
    await settled(answer)
    if (answer.ok || answer.failure.kind === "refused") storage.put(unanswered, undefined)
    return answer
  }
  const submitOnce: Submissions["submitOnce"] = (body) =>
    once(
      body,
      () => body,
      async () => undefined
    )
  const whenShown = async (answer: Result<Outcome>, teamId: string): Promise<Result<Outcome>> => {
    const team = teams.of(teamId)
    const isLoaded = team.body.peek() !== undefined
    if (isLoaded && answer.ok && answer.value.status === "applied") await team.reach(answer.value.sequenceNumber)
    return answer
  }
  const remove: Submissions["remove"] = async (type, entityId, teamId) =>
    whenShown(await submitOnce({ eventType: `delete_${type}`, targetId: entityId, data: {} }), teamId)
  const create: Submissions["create"] = async (eventType, targetId, data, teamId) => {
    const body: SubmitBody = { eventType, targetId, data }
    let id = ""
    const answer = await once(
      body,
      (key) => {
        id = key
        return { ...body, data: { id, ...data } }
      },
      (answer) => whenShown(answer, teamId)
    )
    if (answer.ok && answer.value.status === "applied") {
      const { title = data.name } = data
      undo.remember({
        sequenceNumber: answer.value.sequenceNumber,
        subject: texts.undo.creationOf(String(title)),
        run: async () => refusalText(await remove(typeCreatedBy(eventType), id, teamId))
      })
    }
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
        await untilShown(teams.of(field.teamId), outcome.status === "applied" ? outcome.sequenceNumber : 0, lifetime)
        return { kind: "outcome", outcome }
      }
      if (answer.failure.kind !== "refused") return { kind: "none" }
      // The role may have been taken away.
      if (answer.failure.status === 403) void session.refresh()
      return { kind: "refused", reason: answer.failure.message }
    },
    remove,
    restore: ({ ...data }, options) =>
      retryWhileBusy(lifetime, () => submitOnce({ eventType: "restore_history", data }), options),
    bringBack: async ({ type, id, parentId, teamId, asOf }, onPause) => {
      const body: SubmitBody = { eventType: `create_${type}`, targetId: parentId, data: { id, asOf } }
      return whenShown(await retryWhileBusy(lifetime, () => submitOnce(body), { onPause }), teamId)
    },
    create: (...creation) => undo.awaiting(create(...creation))
  }
}
