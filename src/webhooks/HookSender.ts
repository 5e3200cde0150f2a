import { Clock, DateTime, Duration, Effect, Schedule } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { requestKept, type WebhookDeliveryDetails } from "../domain/Webhook.ts"
import type { Days } from "../shared/Days.ts"
import type { Attempt } from "./Attempt.ts"
import { changeBody, digestId, messageId } from "./DeliveryMessage.ts"
import type { DeliveryPace } from "./DeliveryPace.ts"
import type { MakeDigest } from "./Digests.ts"
import { makeIsDue, weekAt } from "./DigestWeek.ts"
import { afterFailure, maxWaitMs } from "./FailureState.ts"
import type { LogActivity } from "./LogActivity.ts"
import type * as NextEvent from "./NextEvent.ts"
import type { Receiver } from "./Receiver.ts"
import { secretsAt, signedHeaders } from "./Signature.ts"
import { type FailureState, noFailure, type Progress, type StoredWebhook } from "./WebhookStore.ts"

/** A position that was moved only by filtered events is saved after this time. */
const maxUnsavedMs = 10_000

/** How often the clock is looked at while a digest is not due. */
const digestCheck = Duration.minutes(1)

/** The pause before the database is asked again after a failure, or before the lease is checked again. */
const retryDelay = Duration.seconds(1)

export interface Dependencies {
  readonly nextEvent: Effect.Success<ReturnType<typeof NextEvent.make>>
  readonly digest: MakeDigest
  readonly days: Days
  readonly log: LogActivity
  readonly pace: DeliveryPace
  /** Whether the progress was saved. */
  readonly save: (progress: Progress) => Effect.Effect<boolean, StorageError>
  readonly receiver: Receiver["Service"]
  readonly attempted: (attempt: Attempt) => void
  /** Whether the lease is valid: no other server may deliver now. */
  readonly isLeased: () => boolean
}

/** The connection between the sender and a running webhook. */
export interface Control {
  readonly isRetired: () => boolean
  /** Waits until the webhook is retired. */
  readonly retired: Effect.Effect<void>
  /** Called with the position up to which all events are delivered or filtered out. */
  readonly moved: (sequenceNumber: number) => void
}

/** What is posted at once: an event, or a digest. */
interface Parcel {
  readonly messageId: string
  readonly body: string
  readonly eventType: WebhookDeliveryDetails["eventType"]
  /** All events up to this one are delivered with it. */
  readonly sequenceNumber: number
  /** The position while it is not delivered. */
  readonly before: number
  readonly digestWeek: number | null
}

/** What of a webhook says how deliveries fail. */
const failureIn = ({
  failures,
  failingSince,
  nextAttemptAt,
  retryAfterMs,
  disabledReason
}: FailureState): FailureState => ({ failures, failingSince, nextAttemptAt, retryAfterMs, disabledReason })

const nothing = { delivery: null, digestWeek: null }

/** Waits for the next attempt. The wait is not longer than it was to be, even if the clock was ahead when it began. */
const awaitAttempt = (failure: FailureState) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    failure.nextAttemptAt === null
      ? Effect.void
      : Effect.sleep(Math.min(Math.max(0, Date.parse(failure.nextAttemptAt) - now), maxWaitMs(failure)))
  )

const retrying = <A>(what: Effect.Effect<A, StorageError>): Effect.Effect<A> => {
  let isReported = false
  return what.pipe(
    Effect.tapError((error) => {
      if (isReported) return Effect.void
      isReported = true
      return Effect.logWarning(`Deliveries to a webhook are paused. ${error.message}`, error)
    }),
    Effect.retry(Schedule.spaced(retryDelay)),
    Effect.orDie
  )
}

/**
 * Delivers to one webhook: one event after the other, each saved before the next is sent, so that after a crash only
 * the one in flight is sent again. Ends when it is retired, when its progress is not saved because the webhook was
 * changed, moved, deleted or leased by another server, and when it has failed for too long.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the steps share the position and the failures.
export const run = Effect.fnUntraced(function* (hook: StoredWebhook, dependencies: Dependencies, control: Control) {
  const { pace, log, receiver, save, isLeased, attempted } = dependencies
  const { id, url, epoch } = hook
  const next = dependencies.nextEvent(hook)
  const post = receiver.at(url)
  let failure: FailureState = hook
  let saved = hook.sequenceNumber
  let scanned = saved
  let savedAt = yield* Clock.monotonicTimeNanos

  let digestWeek = hook.digestWeek ?? 0
  const isDue = makeIsDue()

  const untilRetired = (wait: Effect.Effect<void>) => Effect.raceFirst(wait, control.retired)

  const saveAs = Effect.fnUntraced(function* (
    state: FailureState,
    to: number,
    done: Pick<Progress, "delivery" | "digestWeek">
  ) {
    const isSaved = yield* retrying(save({ id, from: saved, sequenceNumber: to, ...failureIn(state), ...done }))
    failure = state
    saved = to
    digestWeek = done.digestWeek ?? digestWeek
    scanned = to
    savedAt = yield* Clock.monotonicTimeNanos
    control.moved(to)
    return isSaved && state.disabledReason === null
  })

  const deliver = Effect.fnUntraced(function* (parcel: Parcel) {
    const { sequenceNumber, eventType, body } = parcel
    const startedAt = yield* Clock.currentTimeMillis
    const timestamp = Math.floor(startedAt / 1_000)
    const headers = signedHeaders(secretsAt(hook, startedAt), { id: parcel.messageId, timestamp, body })
    const [took, attempt] = yield* Effect.timed(post({ headers, body }))
    attempted(attempt)
    const { outcome, status, error } = attempt
    const delivery: Progress["delivery"] = {
      outcome,
      status,
      error,
      sequenceNumber,
      eventType,
      attemptedAt: DateTime.formatIso(DateTime.makeUnsafe(startedAt)),
      attempt: failure.failures + 1,
      durationMs: Math.round(Duration.toMillis(took)),
      request: body.slice(0, requestKept).toWellFormed(),
      answer: attempt.answer ?? null
    }
    if (error === null) return yield* saveAs(noFailure, sequenceNumber, { delivery, digestWeek: parcel.digestWeek })
    const state = afterFailure(failure, attempt, yield* Clock.currentTimeMillis)
    if (state.disabledReason !== null)
      yield* Effect.logWarning(`The webhook ${id} is disabled. ${state.disabledReason}`)
    return yield* saveAs(state, parcel.before, { delivery, digestWeek: null })
  })

  /**
   * Moves past events that the webhook does not want, saves the position from time to time, and waits at the end of the
   * log.
   */
  const passOver = Effect.fnUntraced(function* (scannedTo: number) {
    const isAtEnd = scannedTo === scanned
    scanned = scannedTo
    control.moved(scanned)
    const unsavedFor = Number((yield* Clock.monotonicTimeNanos) - savedAt) / 1e6
    if (scanned > saved && unsavedFor >= maxUnsavedMs) return yield* saveAs(failure, scanned, nothing)
    const arrival = log.awaitAfter(scanned)
    if (!isAtEnd) yield* Effect.yieldNow
    else if (scanned === saved) yield* untilRetired(arrival)
    else yield* untilRetired(Effect.raceFirst(arrival, Effect.sleep(maxUnsavedMs - unsavedFor)))
    return true
  })

  /** The next event or digest; undefined after having waited for one, and false if the webhook has ended. */
  const nextParcel = Effect.fnUntraced(function* () {
    if (hook.digest === null) {
      const { found, scannedTo } = yield* retrying(next(scanned))
      if (found === undefined) return (yield* passOver(scannedTo)) ? undefined : false
      const { sequenceNumber, eventType } = found
      return {
        messageId: messageId(epoch, sequenceNumber),
        ...{
          body: changeBody(hook.format, found),
          eventType,
          sequenceNumber,
          before: sequenceNumber - 1,
          digestWeek: null
        }
      } satisfies Parcel
    }
    const week = weekAt(yield* Clock.currentTimeMillis, dependencies.days)
    if (!isDue(digestWeek, week)) {
      yield* untilRetired(Effect.sleep(digestCheck))
      return undefined
    }
    const { body, sequenceNumber } = yield* retrying(dependencies.digest(hook, saved))
    return {
      messageId: digestId(epoch, week),
      ...{ body, eventType: "weekly_digest", sequenceNumber, before: saved, digestWeek: week }
    } satisfies Parcel
  })

  /** Does the next thing; false when the webhook has ended. */
  const step = Effect.fnUntraced(function* () {
    if (failure.nextAttemptAt !== null) yield* untilRetired(awaitAttempt(failure))
    if (control.isRetired()) return false
    const parcel = yield* nextParcel()
    if (parcel === false) return false
    if (parcel === undefined) return true
    yield* pace.take
    if (control.isRetired()) return false
    if (isLeased()) return yield* deliver(parcel)
    yield* untilRetired(Effect.sleep(retryDelay))
    return true
  })

  while (yield* step()) {
    // Each step waits for what it needs.
  }
})
