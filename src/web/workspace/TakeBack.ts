import { type ReadonlySignal, signal } from "@preact/signals"
import { undoOf } from "../../shared/ChangeSetNames.ts"
import type { AnswerOf } from "../contract/Call.ts"
import type { Api, UndoTarget } from "../contract/PageApi.ts"
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
  /** Whether the user was asked, and nothing was taken back. */
  readonly isDeclined: boolean
}

/** Asked before many items are taken back at once. */
interface UndoQuestion {
  /** What was changed, in the middle of a sentence. */
  readonly subject: string
  readonly touches: Inverse["touches"]
  readonly answer: (isYes: boolean) => void
}

/** What the server has not been asked for yet when changes are taken back. */
interface Beginning extends Pick<Batch, "subject"> {
  readonly undoOf: UndoTarget
  /** That of all that is sent, if it is more than one submission. */
  readonly setId: string
  /** Whether the user is asked before much is taken back. */
  readonly asks: boolean
}

/** Takes changes back by the submissions that the server gives as their inverse: they override nobody's later change. */
export interface TakeBack {
  /** The question that waits for the user's answer. */
  readonly question: ReadonlySignal<UndoQuestion | undefined>
  /** Takes it back through the outbox; asks first where that is much. `subject` is what was changed, in the middle of a sentence. */
  readonly run: (target: UndoTarget, subject: string) => Promise<TakenBack>
  /** Takes back what the user has just done, without a question; a message says what became of it. */
  readonly runAndSay: (target: UndoTarget, subject: string) => Promise<TakenBack>
}

interface Dependencies {
  readonly api: Api
  readonly lifetime: Lifetime
  readonly batches: () => Batches
  readonly toasts: Toasts
  readonly newId: () => string
}

/** How many items are taken back without a question. */
const maxUnasked = 20

/** More would mean that the server gives the same again and again. */
const maxRounds = 10

const stepsOf = ({ submissions }: Inverse, title: string): Batch["steps"] =>
  submissions.map(({ undoes, lastSeenSequence, ...body }) => ({
    ...{ undoes, title },
    body: { ...body, ...(lastSeenSequence !== null && { lastSeenSequence }) }
  }))

/** Whether nothing is left of what was taken back. */
export const isComplete = ({ count, left, failure }: TakenBack): boolean =>
  count > 0 && left.length === 0 && failure === ""

const leftOf = ({ left }: Inverse): ReadonlyArray<string> =>
  left.map(({ reason, later }) => texts.undo.leftAlone(reason, later ?? undefined))

export const makeTakeBack = ({ api, lifetime, batches, toasts, newId }: Dependencies): TakeBack => {
  const question = signal<UndoQuestion | undefined>(undefined)
  /** Resolves to whether that much is to be taken back. */
  const isWanted = ({ asks, subject }: Beginning, touches: Inverse["touches"]): Promise<boolean> =>
    new Promise((resolve) => {
      if (!asks || touches.items <= maxUnasked) return resolve(true)
      question.peek()?.answer(false)
      const asked: UndoQuestion = {
        ...{ subject, touches },
        answer: (isYes) => {
          if (question.peek() === asked) question.value = undefined
          resolve(isYes)
        }
      }
      question.value = asked
    })
  const send = (
    { setId, asks: _, ...beginning }: Beginning,
    name: string | null,
    steps: Batch["steps"]
  ): Promise<SentBatch> => {
    const changeSet = steps.length > 1 ? { id: setId, ...(name !== null && { name: undoOf(name) }) } : undefined
    return batches().send({ ...beginning, id: newId(), teams: [], changeSet, steps })
  }
  /**
   * Sends what the server gives and asks again, since some of it comes only once the rest is applied, and since what was
   * refused is then among what stays.
   */
  const run = async (beginning: Beginning, count = 0, last?: SentBatch, roundsLeft = maxRounds): Promise<TakenBack> => {
    const rejected = last?.refusals.map(({ reason }) => reason) ?? []
    const soFar: TakenBack = { count, left: [], failure: "", isDeclined: false }
    const answer = await retryWhileBusy(lifetime, () => api.inverse(beginning.undoOf))
    if (!answer.ok) return { ...soFar, left: rejected, failure: failureText(answer.failure) }
    const left = leftOf(answer.value)
    const steps = stepsOf(answer.value, beginning.subject)
    if (steps.length === 0) return { ...soFar, left }
    if (last?.made === 0 || roundsLeft === 0) return { ...soFar, left: [...left, ...rejected] }
    const { touches } = answer.value
    if (last === undefined && !(await isWanted(beginning, touches))) return { ...soFar, isDeclined: true }
    const sent = await send(beginning, answer.value.changeSetName, steps)
    const made = count + sent.made
    const isDone = sent.error !== "" || (left.length === 0 && sent.made === steps.length)
    return isDone ? { ...soFar, count: made, left, failure: sent.error } : run(beginning, made, sent, roundsLeft - 1)
  }
  const sayThatItWaits = (undoOf: UndoTarget, subject: string): (() => void) => {
    let isSaid = false
    return batches().all.subscribe((all) => {
      const isWaiting = all.some((sent) => sent.batch.undoOf === undoOf && sent.isWaiting)
      if (isWaiting && !isSaid) toasts.show(texts.undo.waiting(subject))
      isSaid ||= isWaiting
    })
  }
  const say = (subject: string, taken: TakenBack): void => {
    const { count, left, failure } = taken
    const reasons = [...left, failure].join(" ").trim()
    if (isComplete(taken)) toasts.show(texts.undo.done(subject))
    else if (count > 0) toasts.show(texts.undo.partlyDone(subject, reasons), { tone: "bad" })
    else toasts.show(texts.undo.notDone(subject, reasons || texts.undo.already), { tone: "bad" })
  }
  return {
    question,
    run: (undoOf, subject) => run({ undoOf, subject, setId: newId(), asks: true }),
    runAndSay: async (undoOf, subject) => {
      const stopSaying = sayThatItWaits(undoOf, subject)
      const taken = await run({ undoOf, subject, setId: newId(), asks: false })
      stopSaying()
      say(subject, taken)
      return taken
    }
  }
}
