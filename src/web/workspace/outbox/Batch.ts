import type { ChangeSet, SubmitBody } from "../../contract/Api.ts"
import * as texts from "../../texts/SharedTexts.ts"

export interface BatchStep {
  readonly body: SubmitBody
  /** The sequence number of the event that it takes back. */
  readonly undoes?: number
  /** In the text that was imported; 0 where there is none. */
  readonly row?: number
  /** That of what is made or taken back; empty for steps that are not counted. */
  readonly title: string
}

/** What a batch takes back: one event, or a change set. */
export type UndoTarget = { readonly sequenceNumber: number } | { readonly changeSetId: string }

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
  /** How many steps of each lane are done. */
  readonly done: ReadonlyArray<number>
  /** How many steps with a title were applied, or changed nothing. */
  readonly made: number
  readonly refusals: ReadonlyArray<Refusal>
}

/** Steps that are sent one after the other, by their indexes, once `after` steps of the lane `of` are done. */
interface Lane {
  readonly of: number
  readonly after: number
  readonly steps: ReadonlyArray<number>
}

/** A batch and how far it is. */
export interface SentBatch extends Progress {
  readonly batch: Batch
  readonly lanes: ReadonlyArray<Lane>
  /** The number that `made` reaches at the end. */
  readonly total: number
}

/** Where the next step of a batch is. */
export interface StepPlace {
  readonly lane: number
  readonly index: number
  readonly step: BatchStep
}

/** Refusals that are listed one by one. */
const maxRefusals = 100

const isCounted = ({ title }: BatchStep): boolean => title !== ""

/**
 * What takes changes back is sent in its order. Of an import, what is put into one entity is a lane, which waits until the
 * import has made that entity.
 */
const lanesOf = ({ steps, undoOf }: Batch): ReadonlyArray<Lane> => {
  if (undoOf !== undefined) return [{ of: 0, after: 0, steps: [...steps.keys()] }]
  const byTarget = [...Map.groupBy(steps.keys(), (index) => steps[index]?.body.targetId ?? null).entries()]
  const places = new Map<unknown, Pick<Lane, "of" | "after">>()
  for (const [of, [, indexes]] of byTarget.entries())
    for (const [at, index] of indexes.entries()) places.set(steps[index]?.body.data.id, { of, after: at + 1 })
  return byTarget.map(([target, indexes], lane) => ({
    ...(places.get(target) ?? { of: lane, after: 0 }),
    steps: indexes
  }))
}

export const beginning = (batch: Batch, progress?: Progress): SentBatch => {
  const lanes = lanesOf(batch)
  return {
    ...{ error: "", made: 0, refusals: [], ...progress },
    batch,
    lanes,
    done: lanes.map((_, lane) => progress?.done[lane] ?? 0),
    total: batch.steps.filter(isCounted).length,
    phase: progress?.phase === "stopped" || progress?.phase === "finished" ? progress.phase : "running"
  }
}

/** The next step of a lane that waits for no other, and is not `busy`. */
export const nextStep = ({ batch, lanes, done }: SentBatch, busy: ReadonlySet<number>): StepPlace | undefined => {
  for (const [lane, { of, after, steps }] of lanes.entries()) {
    const index = steps[done[lane] ?? 0] ?? -1
    const step = batch.steps[index]
    if (step !== undefined && !busy.has(lane) && (done[of] ?? 0) >= after) return { lane, index, step }
  }
  return undefined
}

/** The progress after a step; `reason`: why it was refused, or empty. */
export const afterStep = (sent: SentBatch, { lane, step }: StepPlace, reason: string): SentBatch => {
  const { row = 0, title } = step
  const refusal = { row, title, reason }
  return {
    ...sent,
    done: sent.done.with(lane, (sent.done[lane] ?? 0) + 1),
    refusals: reason === "" ? sent.refusals : [...sent.refusals, refusal].slice(0, maxRefusals),
    made: sent.made + (reason === "" && isCounted(step) ? 1 : 0)
  }
}

/** Passes over steps whose parent was refused: nothing can be put into what is not there. */
export const withoutLost = (sent: SentBatch, busy: ReadonlySet<number>, lost: ReadonlySet<unknown>): SentBatch => {
  let next = sent
  for (;;) {
    const place = nextStep(next, busy)
    if (place === undefined || !lost.has(place.step.body.targetId)) return next
    next = afterStep(next, place, texts.batches.parentRejected)
  }
}

export const isEnded = ({ phase }: Progress): boolean => phase === "stopped" || phase === "finished"

/** Checks a value read from the browser's storage, as `isProgress` does. */
export const isBatch = (value: unknown): value is Batch => {
  const { id, subject, steps, teams }: Partial<Batch> = Object(value)
  return typeof id === "string" && typeof subject === "string" && Array.isArray(steps) && Array.isArray(teams)
}

export const isProgress = (value: unknown): value is Progress => {
  const { done, refusals }: Partial<Progress> = Object(value)
  return Array.isArray(done) && Array.isArray(refusals)
}
