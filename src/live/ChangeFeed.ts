import { Cause, Duration, Effect, Layer, Metric, Option, Queue } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { CatchUp } from "../log/projection/CatchUp.ts"
import { Projector } from "../log/projection/Projector.ts"
import { channel, readNotice } from "../log/store/EventRows.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { LogWentBack } from "../log/store/LogWentBack.ts"
import { Listener } from "../sql/Listener.ts"

/** How long what other servers wrote may stay unseen when no notification tells of it. */
const period = Duration.seconds(1)

const missed = Metric.counter("strategy_notifications_missed_total", {
  description: "Times the poll of the log found events that no notification told of",
  incremental: true
})

/** `isPassing`: trying again may help. */
const reasonOf = (cause: Cause.Cause<StorageError>): { readonly message: string; readonly isPassing: boolean } => {
  const failure = Cause.findErrorOption(cause)
  if (Option.isNone(failure)) return { message: "This server is at fault.", isPassing: false }
  const { cause: found, message, unavailable } = failure.value
  return { message: found instanceof LogWentBack ? found.message : message, isPassing: unavailable }
}

/**
 * Shows what other servers write soon after they did: on their notification, on hearing them again after an outage, and
 * from a poll of the log, whatever becomes of notifications. This server's own Planner shows what it wrote by itself, and
 * notifies nobody while this is the only server that listens.
 * Not for the embedded database: it has one server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { run } = yield* CatchUp
    const { writer, written, listen } = yield* EventStore
    const projector = yield* Projector
    const context = yield* Effect.context<never>()
    missed.updateUnsafe(0, context)

    /** What comes while a run is under way asks for one more. */
    const wanted = yield* Queue.sliding<void>(1)
    let isListening = false
    let connections = 0
    let announced = 0
    let told = 0
    let found = 0
    let reported: string | undefined

    const shown = Effect.map(projector.state, ({ sequenceNumber }) => sequenceNumber)

    /** Tells the log of each connection once, and before it is read. */
    const announce = Effect.suspend(() => {
      const connection = connections
      if (!isListening || connection === announced) return Effect.void
      return Effect.map(listen, () => {
        announced = connection
      })
    })

    // Reads go on where nothing can be written: what no notification tells of is found a second later.
    const announceAndRun = Effect.flatMap(Effect.exit(announce), (announced) => Effect.andThen(run, announced))

    const catchUp = announceAndRun.pipe(
      Effect.andThen(
        Effect.suspend(() => {
          if (reported === undefined) return Effect.void
          reported = undefined
          return Effect.logInfo("What other servers write is seen again.")
        })
      ),
      Effect.catchCause((cause) => {
        const { message, isPassing } = reasonOf(cause)
        // Once as long as it lasts, not for each try.
        if (Cause.hasInterruptsOnly(cause) || reported === message) return Effect.void
        reported = message
        const text = `What other servers write is not seen. ${message}`
        return isPassing ? Effect.logWarning(text, cause) : Effect.logError(text, cause)
      })
    )

    const poll = Effect.gen(function* () {
      // A second later: when the poll found it, its notification may have been on the way.
      if (found > Math.max(told, written())) missed.updateUnsafe(1, context)
      const before = yield* shown
      yield* catchUp
      const after = yield* shown
      found = after > before ? after : 0
    })

    const want = Effect.asVoid(Queue.offer(wanted, undefined))

    const notified = (payload: string) =>
      Effect.suspend(() => {
        const notice = readNotice(payload)
        if (notice === undefined) return want
        told = Math.max(told, notice.sequenceNumber)
        if (notice.writer === writer || notice.sequenceNumber <= projector.stateNow().sequenceNumber) return Effect.void
        return want
      })

    const connected = Effect.suspend(() => {
      isListening = true
      connections += 1
      return want
    })
    const lost = Effect.sync(() => {
      isListening = false
    })

    yield* (yield* Listener).subscribe(channel, { connected, lost, notified })
    yield* Queue.take(wanted).pipe(Effect.andThen(catchUp), Effect.forever, Effect.forkScoped)
    yield* Effect.sleep(period).pipe(Effect.andThen(poll), Effect.forever, Effect.forkScoped)
  })
)
