import { computed, type ReadonlySignal } from "@preact/signals"
import { failureText, refusalText } from "../../texts/FailureTexts.ts"
import { afterStep, type Batch, beginning, inNeededOrder, isEnded, isWhole, nextStep, type Progress } from "./Batch.ts"
import { type Entries, type Form, type Keeping, makeEntries } from "./Entries.ts"

/** A batch and how far it is. `isWaiting`: no answer came, it goes on by itself. */
export interface SentBatch extends Progress {
  readonly batch: Batch
  readonly isWaiting: boolean
}

/** Whether it is shown to the user: an import is from its beginning. */
export const isShown = (sent: SentBatch): boolean => {
  const { batch, phase, refusals, isWaiting } = sent
  if (batch.undoOf !== undefined) return false
  return batch.isQuiet !== true || isWaiting || phase === "stopped" || refusals.length > 0
}

/** The imports, the edits of many items, and what takes changes back, that this tab is busy with or has ended and not dismissed. */
export interface Batches extends Pick<Entries<Batch, Progress>, "discard" | "adopt"> {
  readonly all: ReadonlySignal<ReadonlyArray<SentBatch>>
  /** Sends a batch; resolves when it is stopped or finished. What takes changes back, or is quiet, is forgotten then. */
  readonly send: (batch: Batch) => Promise<SentBatch>
  readonly stop: (batch: Batch) => void
  /** Goes on with a batch that was stopped; resolves as above. */
  readonly resume: (batch: Batch) => Promise<SentBatch>
}

const form: Form<Batch, Progress> = {
  name: "batch",
  // Browsers open six connections, which the stream and the views use too.
  maxUnderWay: 4,
  keyOf: ({ id }) => id,
  next: ({ target, value }, underWay) => nextStep(target, value, underWay),
  answered: ({ target, value }, { key }, answer) => {
    if (!answer.ok) return { ...value, phase: "stopped", error: failureText(answer.failure) }
    const { status, sequenceNumber } = answer.value
    const latest = Math.max(value.latest, status === "applied" ? sequenceNumber : 0)
    return afterStep(target, { ...value, latest }, key, refusalText(answer))
  },
  stored: ({ target, value }) => ({ value: target, progress: value }),
  read: ({ value, progress }) => {
    if (!Array.isArray(Object(value).steps)) return undefined
    const batch: Batch = Object(value)
    return { target: batch, value: beginning(batch, Array.isArray(Object(progress).ahead) ? Object(progress) : {}) }
  }
}

export const makeBatches = (keeping: Keeping): Batches => {
  const { targets, of, isWaiting, change, discard, send, adopt } = makeEntries(form, keeping)
  const all = computed(() =>
    targets.value.flatMap((batch) => {
      const progress = of(batch).value
      return progress === undefined ? [] : { batch, ...progress, isWaiting: isWaiting(batch) }
    })
  )
  const ended = (batch: Batch): Promise<SentBatch> =>
    new Promise((resolve) => {
      const stop = all.subscribe((now) => {
        const sent = now.find((one) => one.batch.id === batch.id)
        if (sent === undefined || !isEnded(sent)) return
        queueMicrotask(() => stop())
        resolve(sent)
      })
    })
  const run = (batch: Batch): Promise<SentBatch> => {
    void send(batch)
    return ended(batch)
  }
  // Also an undo that a closed tab began, whose end nobody waits for.
  all.subscribe((now) => {
    const done = now.filter(
      (sent) => isEnded(sent) && (sent.batch.undoOf !== undefined || (sent.batch.isQuiet === true && isWhole(sent)))
    )
    queueMicrotask(() => {
      for (const { batch } of done) discard(batch)
    })
  })
  return {
    all,
    discard,
    adopt,
    send: (batch) => {
      const sent = inNeededOrder(batch)
      change(sent, () => beginning(sent))
      return run(sent)
    },
    stop: (batch) => change(batch, (now) => now && { ...now, phase: isEnded(now) ? now.phase : "stopped" }),
    resume: (batch) => {
      change(batch, (now) => now && { ...now, phase: "running", error: "" })
      return run(batch)
    }
  }
}
