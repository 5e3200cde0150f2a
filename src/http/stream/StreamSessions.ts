import { Cause, Clock, Duration, Effect, Fiber, Layer, Queue } from "effect"
import { type Doubt, everySession } from "../../accounts/SessionCache.ts"
import { countsFromNow } from "../../accounts/SessionFreshness.ts"
import { SessionStore } from "../../accounts/SessionStore.ts"
import type { Identity } from "../../domain/Identity.ts"
import { Broadcaster } from "../../live/Broadcaster.ts"

/** How long a new stream may go unconfirmed, and one whose session expires go on. */
const period = Duration.millis(500)

/** After each look, so that many evictions in a row are one. */
const pause = Duration.millis(20)

/** How long the store may take before it is asked anew, perhaps over a better connection. */
const patience = Duration.seconds(2)

/** Beyond so many that wait to be looked into, everything is in doubt. */
const mostDoubts = 64

/**
 * Ends the streams whose session has ended, expired or has another role than when they were opened. A stream is asked
 * about once it is open, since its session may have ended while it was being opened, and after each eviction that
 * concerns it. While the store cannot be read, streams in doubt stay: neither can what is in the log.
 *
 * Events are held back while it is not known what other servers have done to the streams' sessions, as after the process was
 * stopped for a while: until all streams have been asked about, so that none of them is told of what came after its end.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const broadcaster = yield* Broadcaster
    const wake = yield* Queue.sliding<void>(1)
    let doubts: ReadonlyArray<Doubt> = []
    // Only of streams open at the last look: streams of one session may share an object, and a stream that is opened
    // after the others are gone knows nothing of what happened in between.
    let confirmed: ReadonlySet<Identity> = new Set()
    let isReadable = true
    // All streams are in doubt, and have not been asked about since.
    let areAllDoubted = false
    let wasJustConfirmed = () => false
    const clock = yield* Clock.Clock

    yield* broadcaster.sendOnlyWhile(() => (sessions.isFresh() && !areAllDoubted) || wasJustConfirmed())

    yield* sessions.watch((doubt) => {
      doubts = doubts.length < mostDoubts ? [...doubts, doubt] : [everySession]
      if (doubt === everySession) areAllDoubted = true
      Queue.offerUnsafe(wake, undefined)
    })

    /** All streams that are open hold, as of when all of them were asked about. */
    const allConfirmed = (counts: () => boolean) =>
      Effect.suspend(() => {
        areAllDoubted = doubts.includes(everySession)
        wasJustConfirmed = counts
        return broadcaster.sendHeldBack
      })

    const look = Effect.gen(function* () {
      const counts = countsFromNow(clock)
      const subscribers = yield* broadcaster.subscribers
      const [asked, before] = [doubts, confirmed]
      doubts = []
      const settled = new Set<Identity>()
      const doubtful = new Set<Identity>()
      for (const subscriber of subscribers) {
        const holds = before.has(subscriber) && !asked.some((doubt) => doubt(subscriber))
        if (holds) settled.add(subscriber)
        else doubtful.add(subscriber)
      }
      confirmed = settled
      const coversAll = settled.size === 0
      if (doubtful.size === 0) return yield* coversAll ? allConfirmed(counts) : Effect.void
      const ids = new Set(Array.from(doubtful, ({ sessionId }) => sessionId))
      const answer = yield* Effect.forkChild(sessions.confirm([...ids]))
      const alive = yield* Fiber.join(answer).pipe(
        Effect.timeout(patience),
        // Not waited for: over a connection that is silent an interruption takes long itself.
        Effect.ensuring(Effect.sync(() => answer.interruptUnsafe()))
      )
      isReadable = true
      const isOver = ({ sessionId, role }: Identity) => ids.has(sessionId) && alive.get(sessionId) !== role
      yield* broadcaster.endStreams(isOver)
      for (const subscriber of doubtful) if (!isOver(subscriber)) settled.add(subscriber)
      if (coversAll) yield* allConfirmed(counts)
    })

    const lost = (cause: Cause.Cause<unknown>) =>
      Effect.suspend(() => {
        const wasReadable = isReadable
        isReadable = false
        // Once per loss, not for each try.
        return wasReadable ? Effect.logWarning("Could not read whose streams are to end", cause) : Effect.void
      })

    yield* broadcaster.awaitStream.pipe(
      Effect.andThen(Effect.timeoutOption(Queue.take(wake), period)),
      Effect.andThen(look),
      Effect.catchCauseIf((cause) => !Cause.hasInterruptsOnly(cause), lost),
      Effect.andThen(Effect.sleep(pause)),
      Effect.forever,
      Effect.forkScoped
    )

    yield* broadcaster.awaitStream.pipe(
      Effect.andThen(Clock.currentTimeMillis),
      Effect.flatMap((now) => broadcaster.endStreams(({ expiresAt }) => expiresAt <= now)),
      Effect.andThen(Effect.sleep(period)),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
