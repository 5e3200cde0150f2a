import * as texts from "../texts/SharedTexts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Toasts } from "./Toasts.ts"

/** A change that this tab made and can take back. */
export interface UndoStep {
  /** The number of its event: changes are taken back from the latest event on, in whatever order they were answered. */
  readonly sequenceNumber: number
  /** What was changed, in the middle of a sentence. */
  readonly subject: string
  /** Submits the opposite edit; resolves to a sentence that says what prevented it, or to an empty text. */
  readonly run: () => Promise<string>
}

export interface Undo {
  /** Keeps a change until it is taken back; returns a function that does so, whatever came after it. */
  readonly remember: (step: UndoStep) => () => Promise<void>
  /** Keeps a change, and shows a message that offers for a time to take it back. */
  readonly offer: (step: UndoStep, message: string, durationMs: number) => void
  /** Returns the submission: until it is answered `undoLast` waits for it, as the latest change may be its own. */
  readonly awaiting: <A>(submission: Promise<A>) => Promise<A>
  /** Takes back the latest of the changes kept. */
  readonly undoLast: () => Promise<void>
}

/** The number of changes that are kept. */
const maxSteps = 100

/** A submission that takes longer is not waited for: the server cannot be reached, or does not answer. */
const maxWaitMs = 5000

export const makeUndo = (toasts: Toasts, lifetime: Pick<Lifetime, "sleep">): Undo => {
  let steps: ReadonlyArray<UndoStep> = []
  const unanswered = new Set<Promise<unknown>>()
  let running: Promise<void> = Promise.resolve()
  const run = (step: UndoStep): Promise<void> => {
    steps = steps.filter((other) => other !== step)
    // Changes are undone one after the other, since one may depend on another.
    running = running.then(async () => {
      const failure = await step.run()
      if (failure === "") toasts.show(texts.undo.done(step.subject))
      else toasts.show(texts.undo.notDone(step.subject, failure), { tone: "bad" })
    })
    return running
  }
  const remember: Undo["remember"] = (step) => {
    steps = [...steps, step].toSorted((one, other) => one.sequenceNumber - other.sequenceNumber).slice(-maxSteps)
    return () => (steps.includes(step) ? run(step) : running)
  }
  return {
    remember,
    offer: (step, message, durationMs) => {
      const undoThis = remember({
        ...step,
        run: () => {
          toasts.dismiss(shown)
          return step.run()
        }
      })
      const action = { label: texts.common.undo, run: () => void undoThis() }
      const shown = toasts.show(message, { action, durationMs })
    },
    awaiting: (submission) => {
      unanswered.add(submission)
      const answered = (): boolean => unanswered.delete(submission)
      void submission.then(answered, answered)
      return submission
    },
    undoLast: async () => {
      if (unanswered.size > 0) await Promise.race([Promise.allSettled(unanswered), lifetime.sleep(maxWaitMs)])
      const last = steps.at(-1)
      if (last !== undefined) return run(last)
      toasts.show(texts.undo.nothing)
      return running
    }
  }
}
