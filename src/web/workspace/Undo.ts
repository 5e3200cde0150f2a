import * as texts from "../texts/Texts.ts"
import type { Toasts } from "./Toasts.ts"

/** A change that this tab made and can take back. */
export interface UndoStep {
  /** Of its event: changes are taken back from the latest event on, in whatever order they were answered. */
  readonly sequenceNumber: number
  /** What was changed, in the middle of a sentence. */
  readonly subject: string
  /** Submits the opposite; resolves to what hindered it, as a sentence, or to an empty text. */
  readonly run: () => Promise<string>
}

export interface Undo {
  /** Keeps a change until it is taken back; returns a function that does so, whatever came after it. */
  readonly remember: (step: UndoStep) => () => Promise<void>
  /** Takes back the latest of the changes kept. */
  readonly undoLast: () => Promise<void>
}

/** So many changes are kept. */
const maxSteps = 100

export const makeUndo = (toasts: Toasts): Undo => {
  let steps: ReadonlyArray<UndoStep> = []
  let running: Promise<void> = Promise.resolve()
  const run = (step: UndoStep): Promise<void> => {
    steps = steps.filter((other) => other !== step)
    // One after the other: an earlier change may be what a later one needs.
    running = running.then(async () => {
      const hindrance = await step.run()
      if (hindrance === "") toasts.show(texts.undo.done(step.subject))
      else toasts.show(texts.undo.notDone(step.subject, hindrance), { tone: "bad" })
    })
    return running
  }
  return {
    remember: (step) => {
      steps = [...steps, step].toSorted((one, other) => one.sequenceNumber - other.sequenceNumber).slice(-maxSteps)
      return () => (steps.includes(step) ? run(step) : running)
    },
    undoLast: () => {
      const last = steps.at(-1)
      if (last !== undefined) return run(last)
      toasts.show(texts.undo.nothing)
      return running
    }
  }
}
