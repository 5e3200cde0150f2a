import { undoOf } from "../../shared/ChangeSetNames.ts"
import type { Api, UndoTarget } from "../contract/Api.ts"
import type { AnswerOf } from "../contract/Call.ts"
import type { Result } from "../contract/Result.ts"
import { failureText } from "../texts/FailureTexts.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Batch } from "./outbox/Batch.ts"
import type { Batches, SentBatch } from "./outbox/Batches.ts"
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
interface Beginning extends Pick<Batch, "subject"> {
  readonly undoOf: UndoTarget
  /** That of all that is sent, if it is more than one submission. */
  readonly setId: string
}

/** Takes changes back by the submissions that the server gives as their inverse: they override nobody's later change. */
export interface TakeBack {
  /** What would take it back now. */
  readonly inverseOf: (target: UndoTarget) => Promise<Result<Inverse>>
  /** Takes it back through the outbox. `subject` is what was changed, in the middle of a sentence. */
  readonly run: (target: UndoTarget, subject: string) => Promise<TakenBack>
  /** The same, and a message says what became of it. Resolves to whether all of it is taken back. */
  readonly runAndSay: (target: UndoTarget, subject: string) => Promise<boolean>
}

interface Dependencies {
  readonly api: Api
  readonly lifetime: Lifetime
  readonly batches: () => Batches
  readonly toasts: Toasts
  readonly newId: () => string
}

/** More would mean that the server gives the same again and again. */
const maxRounds = 10

const stepsOf = ({ submissions }: Inverse, title: string): Batch["steps"] =>
  submissions.map(({ undoes, lastSeenSequence, ...body }) => ({
    ...{ undoes, title },
    body: { ...body, ...(lastSeenSequence !== null && { lastSeenSequence }) }
  }))

const leftOf = ({ left }: Inverse): ReadonlyArray<string> =>
  left.map(({ reason, later }) => texts.undo.leftAlone(reason, later ?? undefined))

export const makeTakeBack = ({ api, lifetime, batches, toasts, newId }: Dependencies): TakeBack => {
  const inverseOf: TakeBack["inverseOf"] = (target) => retryWhileBusy(lifetime, () => api.inverse(target))
  const send = ({ setId, ...beginning }: Beginning, name: string | null, steps: Batch["steps"]): Promise<SentBatch> => {
    const changeSet = steps.length > 1 ? { id: setId, ...(name !== null && { name: undoOf(name) }) } : undefined
    return batches().send({ ...beginning, id: newId(), teams: [], changeSet, steps })
  }
  /**
   * Sends what the server gives and asks again, since some of it comes only once the rest is applied, and since what was
   * refused is then among what stays.
   */
  const run = async (beginning: Beginning, count = 0, last?: SentBatch, roundsLeft = maxRounds): Promise<TakenBack> => {
    const rejected = last?.refusals.map(({ reason }) => reason) ?? []
    const answer = await inverseOf(beginning.undoOf)
    if (!answer.ok) return { count, left: rejected, failure: failureText(answer.failure) }
    const left = leftOf(answer.value)
    const steps = stepsOf(answer.value, beginning.subject)
    if (steps.length === 0) return { count, left, failure: "" }
    if (last?.made === 0 || roundsLeft === 0) return { count, left: [...left, ...rejected], failure: "" }
    const sent = await send(beginning, answer.value.changeSetName, steps)
    const made = count + sent.made
    const isDone = sent.error !== "" || (left.length === 0 && sent.made === steps.length)
    return isDone ? { count: made, left, failure: sent.error } : run(beginning, made, sent, roundsLeft - 1)
  }
  const sayThatItWaits = (undoOf: UndoTarget, subject: string): (() => void) => {
    let isSaid = false
    return batches().all.subscribe((all) => {
      const isWaiting = all.some((sent) => sent.batch.undoOf === undoOf && sent.isWaiting)
      if (isWaiting && !isSaid) toasts.show(texts.undo.waiting(subject))
      isSaid ||= isWaiting
    })
  }
  const say = (subject: string, { count, left, failure }: TakenBack): boolean => {
    const reasons = [...left, failure].join(" ").trim()
    const isDone = reasons === "" && count > 0
    if (isDone) toasts.show(texts.undo.done(subject))
    else if (count > 0) toasts.show(texts.undo.partlyDone(subject, reasons), { tone: "bad" })
    else toasts.show(texts.undo.notDone(subject, reasons || texts.undo.already), { tone: "bad" })
    return isDone
  }
  return {
    inverseOf,
    run: (undoOf, subject) => run({ undoOf, subject, setId: newId() }),
    runAndSay: async (undoOf, subject) => {
      const stopSaying = sayThatItWaits(undoOf, subject)
      const taken = await run({ undoOf, subject, setId: newId() })
      stopSaying()
      return say(subject, taken)
    }
  }
}
