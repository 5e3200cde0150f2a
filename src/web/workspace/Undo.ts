import * as texts from "../texts/SharedTexts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Outbox } from "./outbox/Outbox.ts"
import { isComplete, type TakeBack } from "./TakeBack.ts"
import type { Toasts } from "./Toasts.ts"

/** A change that this tab made and can take back. */
interface UndoStep {
  /** The number of its event: changes are taken back from the latest event on, in whatever order they were answered. */
  readonly sequenceNumber: number
  /** The change set that it is part of, which is taken back as a whole. */
  readonly changeSetId?: string | undefined
  /** What was changed, in the middle of a sentence. */
  readonly subject: string
  /** Called when it is taken back. */
  readonly onUndone?: () => void
}

export interface Undo {
  /** Keeps a change until it is taken back. */
  readonly remember: (step: UndoStep) => void
  /** Keeps a change, and shows a message that offers to take it back, by default for eight seconds. */
  readonly offer: (step: UndoStep, message: string, durationMs?: number) => void
  /** Takes back the latest of the changes kept. */
  readonly undoLast: () => Promise<void>
}

const offerMs = 8000

/** The number of changes that are kept. */
const maxSteps = 100

/** A submission that takes longer is not waited for: the server cannot be reached, or does not answer. */
const maxWaitMs = 5000

interface Dependencies {
  readonly toasts: Toasts
  readonly lifetime: Pick<Lifetime, "sleep">
  readonly outbox: Pick<Outbox, "idle">
  readonly takeBack: Pick<TakeBack, "runAndSay">
}

export const makeUndo = ({ toasts, lifetime, outbox, takeBack }: Dependencies): Undo => {
  let steps: ReadonlyArray<UndoStep> = []
  /** The messages that offer to undo a step. */
  const offers = new Map<UndoStep, string>()
  let running: Promise<unknown> = Promise.resolve()
  /** Changes are undone one after the other, since one may depend on another. */
  const run = (step: UndoStep): void => {
    if (!steps.includes(step)) return
    steps = steps.filter((other) => other !== step)
    toasts.dismiss(offers.get(step) ?? "")
    offers.delete(step)
    running = running.then(async () => {
      const { sequenceNumber, changeSetId, subject, onUndone } = step
      const target = changeSetId === undefined ? { sequenceNumber } : { changeSetId }
      const taken = await takeBack.runAndSay(target, subject)
      if (isComplete(taken)) onUndone?.()
    })
  }
  const remember: Undo["remember"] = (step) => {
    const others = steps.filter(({ changeSetId }) => changeSetId === undefined || changeSetId !== step.changeSetId)
    steps = [...others, step].toSorted((one, other) => one.sequenceNumber - other.sequenceNumber).slice(-maxSteps)
  }
  return {
    remember,
    offer: (step, message, durationMs = offerMs) => {
      remember(step)
      const action = { label: texts.common.undo, run: () => run(step) }
      offers.set(step, toasts.show(message, { action, durationMs }))
    },
    undoLast: async () => {
      // The latest change may be one that is being sent.
      await Promise.race([outbox.idle(), lifetime.sleep(maxWaitMs)])
      const last = steps.at(-1)
      if (last === undefined) toasts.show(texts.undo.nothing)
      else run(last)
      await running
    }
  }
}
