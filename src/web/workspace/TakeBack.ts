import type { Api } from "../contract/Api.ts"
import type { AnswerOf } from "../contract/Call.ts"
import type { Result } from "../contract/Result.ts"
import { failureText } from "../texts/FailureTexts.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Batch, SentBatch, UndoTarget } from "./outbox/Batch.ts"
import type { Batches } from "./outbox/Batches.ts"
import { retryWhileBusy } from "./RetryWhileBusy.ts"
import type { Toasts } from "./Toasts.ts"

export type Inverse = AnswerOf<"GET /api/history/:sequenceNumber/inverse">

/** What became of taking changes back. */
export interface TakenBack {
  /** How many submissions took something back. */
  readonly count: number
  /** What stays and why, a sentence each. */
  readonly left: ReadonlyArray<string>
  /** What kept it from going on; else empty. */
  readonly failure: string
}

/** What the server has not been asked for yet when changes are taken back. */
interface Beginning extends Pick<Batch, "subject" | "teams"> {
  readonly undoOf: UndoTarget
  /** That of all that is sent, if it is more than one submission. */
  readonly setId: string
}

/** Takes changes back by the submissions that the server gives as their inverse: they override nobody's later change. */
export interface TakeBack {
  /** What would take it back now. */
  readonly inverseOf: (target: UndoTarget) => Promise<Result<Inverse>>
  /** Takes it back through the outbox. `subject` is what was changed, in the middle of a sentence. */
  readonly run: (target: UndoTarget, subject: string, teams?: Batch["teams"]) => Promise<TakenBack>
  /** The same, and a message says what became of it. */
  readonly runAndSay: (target: UndoTarget, subject: string) => Promise<void>
  /** Goes on with what another tab began to take back, once its batch is sent. */
  readonly resume: (sent: SentBatch) => Promise<void>
}

interface Dependencies {
  readonly api: Api
  readonly lifetime: Lifetime
  readonly batches: () => Batches
  readonly toasts: Toasts
  readonly newId: () => string
}

const stepsOf = ({ submissions }: Inverse, title: string): Batch["steps"] =>
  submissions.map(({ undoes, lastSeenSequence, ...body }) => ({
    ...{ undoes, title },
    body: { ...body, ...(lastSeenSequence !== null && { lastSeenSequence }) }
  }))

const leftOf = ({ left }: Inverse): ReadonlyArray<string> =>
  left.map(({ reason, later }) => texts.undo.leftAlone(reason, later ?? undefined))

export const makeTakeBack = ({ api, lifetime, batches, toasts, newId }: Dependencies): TakeBack => {
  const inverseOf: TakeBack["inverseOf"] = (target) =>
    retryWhileBusy(lifetime, () =>
      "changeSetId" in target ? api.inverseOfChangeSet(target.changeSetId) : api.inverse(target.sequenceNumber)
    )
  /** Sends what the server gives until it gives nothing more, or nothing of it is applied. */
  const rounds = async (beginning: Beginning, countBefore = 0): Promise<TakenBack> => {
    const { undoOf, subject, teams, setId } = beginning
    let count = countBefore
    let rejected: ReadonlyArray<string> = []
    for (;;) {
      const answer = await inverseOf(undoOf)
      if (!answer.ok) return { count, left: rejected, failure: failureText(answer.failure) }
      const steps = stepsOf(answer.value, subject)
      if (steps.length === 0) return { count, left: leftOf(answer.value), failure: "" }
      const changeSet = steps.length > 1 ? { id: setId } : undefined
      const next = { id: newId(), undoOf, subject, teams, changeSet, steps }
      const { batch, made, refusals, error } = await batches().send(next)
      batches().dismiss(batch.id)
      count += made
      rejected = refusals.map(({ reason }) => reason)
      if (error !== "" || made === 0) return { count, left: [...leftOf(answer.value), ...rejected], failure: error }
    }
  }
  const say = (subject: string, { count, left, failure }: TakenBack): void => {
    const reasons = [...left, failure].join(" ").trim()
    if (reasons === "" && count > 0) toasts.show(texts.undo.done(subject))
    else toasts.show((count > 0 ? texts.undo.partlyDone : texts.undo.notDone)(subject, reasons), { tone: "bad" })
  }
  return {
    inverseOf,
    run: (undoOf, subject, teams = []) => rounds({ undoOf, subject, teams, setId: newId() }),
    runAndSay: async (undoOf, subject) => say(subject, await rounds({ undoOf, subject, teams: [], setId: newId() })),
    resume: async ({ batch, made }) => {
      const { undoOf } = batch
      if (undoOf === undefined) return
      batches().dismiss(batch.id)
      say(batch.subject, await rounds({ ...batch, undoOf, setId: batch.changeSet?.id ?? newId() }, made))
    }
  }
}
