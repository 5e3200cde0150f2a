import { type ReadonlySignal, signal } from "@preact/signals"
import type { Submission } from "../../contract/Api.ts"
import { failureText, refusalText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import {
  afterStep,
  type Batch,
  beginning,
  isBatch,
  isEnded,
  isProgress,
  nextStep,
  type Progress,
  type SentBatch,
  type StepPlace
} from "./Batch.ts"
import type { OutboxStorage, StoredEntry } from "./OutboxStorage.ts"
import type { Lane, SendLoop } from "./SendLoop.ts"

/** The imports, and what takes changes back, that this tab is busy with or has ended and not dismissed. */
export interface Batches {
  readonly all: ReadonlySignal<ReadonlyArray<SentBatch>>
  /** Sends a batch; resolves when it is stopped or finished. */
  readonly send: (batch: Batch) => Promise<SentBatch>
  readonly stop: (id: string) => void
  /** Goes on with a batch that was stopped; resolves as above. */
  readonly resume: (id: string) => Promise<SentBatch>
  /** Forgets a batch that is not in progress. */
  readonly dismiss: (id: string) => void
  /** Takes over what a closed tab left, and goes on with it. */
  readonly adopt: (stored: StoredEntry) => void
}

/** Requests at the same time: browsers open six connections, which the stream and the views use too. */
const maxInFlight = 4

const entryId = (id: string): string => `batch ${id}`

const submissionOf = ({ id, changeSet }: Batch, { index, step: { body, undoes } }: StepPlace): Submission => ({
  key: `${id}.${index}`,
  body,
  ...(changeSet && { changeSet }),
  ...(undoes !== undefined && { undoes })
})

/** Makes lanes of the send loop that share the steps of one batch; returns what starts them. */
const makeWorkers = (loop: SendLoop, read: () => SentBatch | undefined, write: (next: SentBatch) => void) => {
  const busy = new Set<number>()
  /** Ids of what was refused: nothing can be put into it. */
  const lost = new Set<unknown>()
  const lose = ({ step }: StepPlace): void => {
    const { id } = step.body.data
    if (typeof id === "string") lost.add(id)
  }
  /** The step to send, if there is one. Those whose parent was refused are passed over. */
  const take = (before: SentBatch): StepPlace | undefined => {
    let now = before.phase === "running" ? before : { ...before, phase: "running" as const }
    let place = nextStep(now, busy)
    while (place !== undefined && lost.has(place.step.body.targetId)) {
      lose(place)
      now = afterStep(now, place, texts.batches.parentRejected)
      place = nextStep(now, busy)
    }
    if (place !== undefined) busy.add(place.index)
    else if (busy.size === 0) now = { ...now, phase: "finished" }
    if (now !== before) write(now)
    return place
  }
  const makeWorker = (): Lane => {
    let place: StepPlace | undefined
    /** Gives back the batch, of which the step is not under way any more. */
    const ended = (): SentBatch | undefined => {
      if (place !== undefined) busy.delete(place.index)
      return read()
    }
    return {
      next: () => {
        const sent = read()
        place = sent === undefined || isEnded(sent) ? undefined : take(sent)
        return sent && place && submissionOf(sent.batch, place)
      },
      onAnswer: (_, answer) => {
        const sent = ended()
        if (sent === undefined || place === undefined) return
        if (!answer.ok) return write({ ...sent, phase: "stopped", error: failureText(answer.failure) })
        const reason = refusalText(answer)
        if (reason !== "") lose(place)
        write(afterStep(sent, place, reason))
        // Other lanes may have waited for this step.
        start()
      },
      onNoAnswer: () => {
        const sent = ended()
        if (sent?.phase === "running") write({ ...sent, phase: "waiting" })
      }
    }
  }
  const workers = Array.from({ length: maxInFlight }, makeWorker)
  const start = (): void => {
    for (const worker of workers) void loop.run(worker)
  }
  return start
}

export const makeBatches = (loop: SendLoop, storage: OutboxStorage): Batches => {
  const all = signal<ReadonlyArray<SentBatch>>([])
  const starts = new Map<string, () => void>()
  const find = (id: string): SentBatch | undefined => all.peek().find(({ batch }) => batch.id === id)
  const write = (next: SentBatch): void => {
    const { batch, earlier, total, ...progress } = next
    storage.putProgress(entryId(batch.id), progress)
    all.value = all.peek().map((one) => (one.batch === batch ? next : one))
  }
  const ended = (id: string): Promise<SentBatch> =>
    new Promise((resolve) => {
      const stop = all.subscribe(() => {
        const sent = find(id)
        if (sent === undefined || !isEnded(sent)) return
        queueMicrotask(() => stop())
        resolve(sent)
      })
    })
  const begin = (batch: Batch, progress?: Progress): Promise<SentBatch> => {
    const { id } = batch
    const sent = beginning(batch, progress)
    storage.put(entryId(id), batch)
    all.value = [...all.peek(), sent]
    write(sent)
    const start = makeWorkers(loop, () => find(id), write)
    starts.set(id, start)
    start()
    return ended(id)
  }
  const dismiss: Batches["dismiss"] = (id) => {
    starts.delete(id)
    storage.put(entryId(id), undefined)
    all.value = all.peek().filter(({ batch }) => batch.id !== id)
  }
  return {
    all,
    send: (batch) => begin(batch),
    stop: (id) => {
      const sent = find(id)
      if (sent !== undefined && !isEnded(sent)) write({ ...sent, phase: "stopped" })
    },
    resume: (id) => {
      const sent = find(id)
      if (sent !== undefined) write({ ...sent, phase: "running", error: "" })
      starts.get(id)?.()
      return ended(id)
    },
    dismiss,
    adopt: ({ value, progress, forget }) => {
      forget()
      if (!isBatch(value)) return
      const ended = begin(value, isProgress(progress) ? progress : undefined)
      // Nobody waits for the end of an undo that a closed tab began.
      if (value.undoOf !== undefined) void ended.then(() => dismiss(value.id))
    }
  }
}
