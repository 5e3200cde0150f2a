import { Cause, Duration, Effect, Layer, Metric, Option, Queue } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { CatchUp } from "../log/projection/CatchUp.ts"
import { Projector } from "../log/projection/Projector.ts"
import { logChannel, parseNotification } from "../log/store/EventRows.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { LogWentBack } from "../log/store/LogWentBack.ts"
import { Listener } from "../sql/Listener.ts"

/** How long an event of another server can stay unseen when no notification arrives. */
const pollInterval = Duration.seconds(1)

const missedNotifications = Metric.counter("strategy_notifications_missed_total", {
  description: "Times the poll of the log found events that no notification had announced",
  incremental: true
})

/** `isTemporary` means that trying again may help. */
const reasonOf = (cause: Cause.Cause<StorageError>): { readonly message: string; readonly isTemporary: boolean } => {
  const failure = Cause.findErrorOption(cause)
  if (Option.isNone(failure)) return { message: "Internal error.", isTemporary: false }
  const { cause: found, message, unavailable } = failure.value
  return { message: found instanceof LogWentBack ? found.message : message, isTemporary: unavailable }
}

/** Logs a failure once, not for each try, and that it is over. */
const reportingFailures = (run: Effect.Effect<void, StorageError>): Effect.Effect<void> => {
  let reportedFailure: string | undefined
  return run.pipe(
    Effect.andThen(
      Effect.suspend(() => {
        if (reportedFailure === undefined) return Effect.void
        reportedFailure = undefined
        return Effect.logInfo("Changes from other servers are visible again.")
      })
    ),
    Effect.catchCause((cause) => {
      const { message, isTemporary } = reasonOf(cause)
      if (Cause.hasInterruptsOnly(cause) || reportedFailure === message) return Effect.void
      reportedFailure = message
      const text = `Changes from other servers are not visible. ${message}`
      return isTemporary ? Effect.logWarning(text, cause) : Effect.logError(text, cause)
    })
  )
}

/**
 * Shows what other servers write: when their notification arrives, when the listener reconnects, and from a poll of the
 * log that does not depend on notifications. What this server writes is shown by its own Planner, which sends no
 * notification while no other server listens. Not for the embedded database, which has one server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { run } = yield* CatchUp
    const { writer, lastAppended, announceListening } = yield* EventStore
    const projector = yield* Projector
    const context = yield* Effect.context<never>()
    missedNotifications.updateUnsafe(0, context)

    /** Requests that arrive during a run lead to one more run. */
    const catchUpRequests = yield* Queue.sliding<void>(1)
    let isListening = false
    let connections = 0
    let announcedConnection = 0
    let notifiedUpTo = 0
    let foundByPoll = 0

    const shownSequence = Effect.map(projector.state, ({ sequenceNumber }) => sequenceNumber)

    /** Announces each new connection to the log once, before the log is read. */
    const announce = Effect.suspend(() => {
      const connection = connections
      if (!isListening || connection === announcedConnection) return Effect.void
      return Effect.map(announceListening, () => {
        announcedConnection = connection
      })
    })

    // On a database that takes no writes the announcement fails, but events can still be read by polling.
    const announceAndRun = Effect.flatMap(Effect.exit(announce), (announced) => Effect.andThen(run, announced))

    const catchUp = reportingFailures(announceAndRun)

    const poll = Effect.gen(function* () {
      // Judged one poll later, because the notification may have been under way when the poll found the event.
      if (foundByPoll > Math.max(notifiedUpTo, lastAppended())) missedNotifications.updateUnsafe(1, context)
      const before = yield* shownSequence
      yield* catchUp
      const after = yield* shownSequence
      foundByPoll = after > before ? after : 0
    })

    const requestCatchUp = Effect.asVoid(Queue.offer(catchUpRequests, undefined))

    const notified = (payload: string) =>
      Effect.suspend(() => {
        const notice = parseNotification(payload)
        if (notice === undefined) return requestCatchUp
        notifiedUpTo = Math.max(notifiedUpTo, notice.sequenceNumber)
        if (notice.writer === writer || notice.sequenceNumber <= projector.stateNow().sequenceNumber) return Effect.void
        return requestCatchUp
      })

    const connected = Effect.suspend(() => {
      isListening = true
      connections += 1
      return requestCatchUp
    })
    const lost = Effect.sync(() => {
      isListening = false
    })

    yield* (yield* Listener).subscribe(logChannel, { connected, lost, notified })
    yield* Queue.take(catchUpRequests).pipe(Effect.andThen(catchUp), Effect.forever, Effect.forkScoped)
    yield* Effect.sleep(pollInterval).pipe(Effect.andThen(poll), Effect.forever, Effect.forkScoped)
  })
)
