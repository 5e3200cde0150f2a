import { earlierSteps } from "../../../shared/StepOrder.ts"
import type { ChangeSet, Submission, SubmitBody, UndoTarget } from "../../contract/PageApi.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { UnderWay } from "./SendLoop.ts"

export interface BatchStep {
  readonly body: SubmitBody
  /** The sequence number of the event that it takes back. */
  readonly undoes?: number
  /** In the text that was imported; 0 where there is none. */
  readonly row?: number
  /** That of what is made or taken back; empty for steps that are not counted. */
  readonly title: string
  /** The indexes of the steps that it waits for; without them, it waits for the one before it. */
  readonly after?: ReadonlyArray<number> | undefined
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
  /** Whether it is shown only where it waits or something was refused, and forgotten once all of it is made. */
  readonly isQuiet?: boolean
}

interface Refusal {
  readonly row: number
  readonly title: string
  readonly reason: string
}

/** `stopped`: by the user, or because of `error`. */
export interface Progress {
  readonly phase: "running" | "stopped" | "finished"
  readonly error: string
  /** All steps before this one are done. */
  readonly done: number
  /** The steps after it that are done. */
  readonly ahead: ReadonlyArray<number>
  /** How many steps with a title were applied, or changed nothing. */
  readonly made: number
  /** The number that `made` reaches at the end. */
  readonly total: number
  readonly refusals: ReadonlyArray<Refusal>
  /** The sequence number of the latest event that it made; 0 for none. */
  readonly latest: number
}

/** Refusals that are listed one by one. */
const maxRefusals = 100

const isCounted = ({ title }: BatchStep): boolean => title !== ""

/** Whether all of it was made. */
export const isWhole = ({ phase, refusals }: Pick<Progress, "phase" | "refusals">): boolean =>
  phase === "finished" && refusals.length === 0

export const isEnded = ({ phase }: Pick<Progress, "phase">): boolean => phase === "stopped" || phase === "finished"

/** With the steps of an import in the order that they need, so that several can be sent at the same time. */
export const inNeededOrder = (batch: Batch): Batch => {
  if (batch.undoOf !== undefined) return batch
  const earlier = earlierSteps(batch.steps.map(({ body: { targetId = null, data } }) => ({ targetId, data })))
  return { ...batch, steps: batch.steps.map((step, index) => ({ ...step, after: earlier[index] })) }
}

/** Ends a batch with no step left. */
const withPhase = (batch: Batch, progress: Progress): Progress =>
  progress.done < batch.steps.length ? progress : { ...progress, phase: "finished" }

/** Where a batch begins, or goes on from what is `known` of it. */
export const beginning = (batch: Batch, known: Partial<Progress> = {}): Progress =>
  withPhase(batch, {
    ...{ error: "", done: 0, ahead: [], made: 0, latest: 0, refusals: [], total: batch.steps.filter(isCounted).length },
    ...known,
    phase: known.phase === "stopped" ? "stopped" : "running"
  })

const keyOf = ({ id }: Batch, index: number): string => `${id}.${index}`

/** The first step that is not under way and waits for none. */
export const nextStep = (
  batch: Batch,
  { phase, done, ahead }: Progress,
  underWay: UnderWay
): Submission | undefined => {
  if (phase !== "running") return undefined
  const isDone = (index: number): boolean => index < done || ahead.includes(index)
  for (let index = done; index < batch.steps.length; index++) {
    const step = batch.steps[index]
    const earlier = step?.after ?? [index - 1]
    const key = keyOf(batch, index)
    if (step === undefined || underWay.has(key) || isDone(index) || !earlier.every(isDone)) continue
    const { body, undoes } = step
    const { changeSet } = batch
    return { key, body, ...(changeSet && { changeSet }), ...(undoes !== undefined && { undoes }) }
  }
  return undefined
}

/** The indexes of the steps below one that was refused: nothing can be put into what was not made. */
const stepsBelow = ({ steps }: Batch, refused: number): ReadonlyArray<number> => {
  const lost = new Set([steps[refused]?.body.data.id])
  return steps.flatMap(({ body: { targetId, data } }, index) => {
    if (index <= refused || targetId === undefined || !lost.has(targetId)) return []
    lost.add(data.id)
    return index
  })
}

/** The progress after the answer to a step; `reason`: why it was refused, or empty. */
export const afterStep = (batch: Batch, progress: Progress, key: string, reason: string): Progress => {
  const index = Number(key.slice(batch.id.length + 1))
  const below = reason === "" ? [] : stepsBelow(batch, index)
  const ahead = new Set([...progress.ahead, index, ...below])
  let { done } = progress
  while (ahead.delete(done)) done += 1
  const refusalOf = (at: number): Refusal => {
    const { row = 0, title = "" } = batch.steps[at] ?? {}
    return { row, title, reason: at === index ? reason : texts.batches.parentRejected }
  }
  const refused = reason === "" ? [] : [index, ...below]
  const step = batch.steps[index]
  return withPhase(batch, {
    ...progress,
    done,
    ahead: [...ahead],
    made: progress.made + (reason === "" && step !== undefined && isCounted(step) ? 1 : 0),
    refusals: [...progress.refusals, ...refused.map(refusalOf)].slice(0, maxRefusals)
  })
}
