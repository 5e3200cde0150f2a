import { earlierSteps } from "../../../shared/StepOrder.ts"
import type { ChangeSet, SubmitBody, UndoTarget } from "../../contract/Api.ts"

export interface BatchStep {
  readonly body: SubmitBody
  /** The sequence number of the event that it takes back. */
  readonly undoes?: number
  /** In the text that was imported; 0 where there is none. */
  readonly row?: number
  /** That of what is made or taken back; empty for steps that are not counted. */
  readonly title: string
}

/** Many submissions of one change set. */
export interface Batch {
  /** The idempotency keys begin with it. */
  readonly id: string
  /** Undefined for a single submission. */
  readonly changeSet?: ChangeSet | undefined
  /** What it takes back; undefined for an import. */
  readonly undoOf?: UndoTarget | undefined
  /** What it is about, in the middle of a sentence. */
  readonly subject: string
  readonly teams: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly steps: ReadonlyArray<BatchStep>
}

export interface Refusal {
  readonly row: number
  readonly title: string
  readonly reason: string
}

/** `waiting`: no answer came, it goes on by itself. `stopped`: by the user, or because of `error`. */
export interface Progress {
  readonly phase: "running" | "waiting" | "stopped" | "finished"
  readonly error: string
  /** All steps before this one are done. */
  readonly done: number
  /** The steps after it that are done. */
  readonly ahead: ReadonlyArray<number>
  /** How many steps with a title were applied, or changed nothing. */
  readonly made: number
  readonly refusals: ReadonlyArray<Refusal>
}

/** A batch and how far it is. */
export interface SentBatch extends Progress {
  readonly batch: Batch
  /** For each step those that it waits for. */
  readonly earlier: ReadonlyArray<ReadonlyArray<number>>
  /** The number that `made` reaches at the end. */
  readonly total: number
}

/** Where the next step of a batch is. */
export interface StepPlace {
  readonly index: number
  readonly step: BatchStep
}

/** Refusals that are listed one by one. */
const maxRefusals = 100

const isCounted = ({ title }: BatchStep): boolean => title !== ""

const start: Progress = { phase: "running", error: "", done: 0, ahead: [], made: 0, refusals: [] }

export const isEnded = ({ phase }: Progress): boolean => phase === "stopped" || phase === "finished"

/** What takes changes back is sent in its order, of an import several steps at the same time. */
export const beginning = (batch: Batch, progress: Progress = start): SentBatch => ({
  ...progress,
  phase: isEnded(progress) ? progress.phase : "running",
  batch,
  earlier:
    batch.undoOf === undefined
      ? earlierSteps(batch.steps.map(({ body: { targetId = null, data } }) => ({ targetId, data })))
      : batch.steps.map((_, index) => (index === 0 ? [] : [index - 1])),
  total: batch.steps.filter(isCounted).length
})

/** The first step that is not `busy` and waits for none. */
export const nextStep = (sent: SentBatch, busy: ReadonlySet<number>): StepPlace | undefined => {
  const { batch, done, ahead, earlier } = sent
  const isDone = (index: number): boolean => index < done || ahead.includes(index)
  for (let index = done; index < batch.steps.length; index++) {
    const step = batch.steps[index]
    const isFree = !busy.has(index) && !isDone(index) && earlier[index]?.every(isDone) === true
    if (isFree && step !== undefined) return { index, step }
  }
  return undefined
}

/** The progress after a step; `reason`: why it was refused, or empty. */
export const afterStep = (sent: SentBatch, { index, step }: StepPlace, reason: string): SentBatch => {
  const { row = 0, title } = step
  const refusal = { row, title, reason }
  const ahead = new Set([...sent.ahead, index])
  let { done } = sent
  while (ahead.delete(done)) done += 1
  return {
    ...sent,
    done,
    ahead: [...ahead],
    refusals: reason === "" ? sent.refusals : [...sent.refusals, refusal].slice(0, maxRefusals),
    made: sent.made + (reason === "" && isCounted(step) ? 1 : 0)
  }
}

/** Checks a value read from the browser's storage, as `isProgress` does. */
export const isBatch = (value: unknown): value is Batch => Array.isArray(Object(value).steps)

export const isProgress = (value: unknown): value is Progress => Array.isArray(Object(value).ahead)
