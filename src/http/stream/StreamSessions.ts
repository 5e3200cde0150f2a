import { Cause, Clock, Duration, Effect, Fiber, Layer, Queue } from "effect"
import { everySession, type SessionFilter } from "../../accounts/SessionCache.ts"
import { isFreshFromNow } from "../../accounts/SessionFreshness.ts"
import { SessionStore } from "../../accounts/SessionStore.ts"
import type { Identity } from "../../domain/Identity.ts"
import { Credentials, credentialIdOf } from "../../identity/Credentials.ts"
import { Broadcaster } from "../../live/Broadcaster.ts"

/** The longest time between two checks, for which a stream may outlive the end of its session. */
const checkInterval = Duration.millis(500)

/** The pause after each check, which lets the next one cover many evictions at once. */
const pauseAfterCheck = Duration.millis(20)

/** How long the store may take before it is asked again, perhaps over a better connection. */
const confirmTimeout = Duration.seconds(2)

/** With more pending doubts than these, all streams are in doubt. */
const maxDoubts = 64

/** The rights of those sessions and tokens that are valid. */
const confirmInTime = Effect.fnUntraced(function* (credentials: Credentials["Service"], all: Iterable<Identity>) {
  const answer = yield* Effect.forkChild(credentials.confirm(all))
  return yield* Fiber.join(answer).pipe(
    Effect.timeout(confirmTimeout),
    // The interruption is not awaited, since over a silent connection it takes long itself.
    Effect.ensuring(Effect.sync(() => answer.interruptUnsafe()))
  )
})

/** How often an open stream counts as a use of its session or token. */
const useInterval = Duration.minutes(1)

const noteUses = ({ awaitStream, subscribers }: Broadcaster["Service"], { noteUse }: Credentials["Service"]) =>
  awaitStream.pipe(
    Effect.andThen(subscribers),
    Effect.map((open) => open.forEach(noteUse)),
    Effect.andThen(Effect.sleep(useInterval)),
    Effect.forever
  )

const endExpired = ({ awaitStream, endStreams }: Broadcaster["Service"]) =>
  awaitStream.pipe(
    Effect.andThen(Clock.currentTimeMillis),
    Effect.flatMap((now) => endStreams(({ expiresAt }) => expiresAt <= now)),
    Effect.andThen(Effect.sleep(checkInterval)),
    Effect.forever
  )

/**
 * Ends the streams whose session or token (below: session) has ended or expired, or has other rights than when they were opened. A stream's session is
 * checked once it is open, since it may have ended meanwhile, and after each eviction that concerns it. While the store
 * cannot be read, streams in doubt stay open: new events cannot be read then either.
 *
 * While it is unknown what other servers have done to the sessions, for example after the process was suspended, events are
 * held back until all streams have been checked. So no stream shows an event from after the end of its session.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const credentials = yield* Credentials
    const broadcaster = yield* Broadcaster
    const wake = yield* Queue.sliding<void>(1)
    let doubts: ReadonlyArray<SessionFilter> = []
    // Holds only streams that were open at the last check: streams of one session may share an identity, and one that is
    // opened after the others have closed must be checked anew.
    let confirmed: ReadonlySet<Identity> = new Set()
    let isReadable = true
    // All streams are in doubt and have not been checked since.
    let areAllDoubted = false
    let areJustConfirmed = () => false
    const clock = yield* Clock.Clock

    yield* broadcaster.sendOnlyWhile(() => (sessions.isFresh() && !areAllDoubted) || areJustConfirmed())

    yield* sessions.watch((doubt) => {
      doubts = doubts.length < maxDoubts ? [...doubts, doubt] : [everySession]
      if (doubt === everySession) areAllDoubted = true
      Queue.offerUnsafe(wake, undefined)
    })

    /** Notes that all open streams were valid when `isRecent` was made, and releases the events that were held back. */
    const allConfirmed = (isRecent: () => boolean) =>
      Effect.suspend(() => {
        areAllDoubted = doubts.includes(everySession)
        areJustConfirmed = isRecent
        return broadcaster.sendHeldBack
      })

    const check = Effect.gen(function* () {
      const isRecent = isFreshFromNow(clock)
      const subscribers = yield* broadcaster.subscribers
      const [checkedDoubts, confirmedBefore] = [doubts, confirmed]
      doubts = []
      const valid = new Set<Identity>()
      const doubtful = new Set<Identity>()
      for (const subscriber of subscribers) {
        const holds = confirmedBefore.has(subscriber) && !checkedDoubts.some((doubt) => doubt(subscriber))
        if (holds) valid.add(subscriber)
        else doubtful.add(subscriber)
      }
      confirmed = valid
      const checksAll = valid.size === 0
      if (doubtful.size === 0) return yield* checksAll ? allConfirmed(isRecent) : Effect.void
      const ids = new Set(Array.from(doubtful, credentialIdOf))
      const alive = yield* confirmInTime(credentials, doubtful)
      isReadable = true
      const isOver = (identity: Identity) =>
        ids.has(credentialIdOf(identity)) && alive.get(credentialIdOf(identity)) !== identity.role
      yield* broadcaster.endStreams(isOver)
      for (const subscriber of doubtful) if (!isOver(subscriber)) valid.add(subscriber)
      if (checksAll) yield* allConfirmed(isRecent)
    })

    const warnOnce = (cause: Cause.Cause<unknown>) =>
      Effect.suspend(() => {
        const wasReadable = isReadable
        isReadable = false
        // Logged once per outage, not at each attempt.
        return wasReadable ? Effect.logWarning("Could not check which streams must end.", cause) : Effect.void
      })

    yield* broadcaster.awaitStream.pipe(
      Effect.andThen(Effect.timeoutOption(Queue.take(wake), checkInterval)),
      Effect.andThen(check),
      Effect.catchCauseIf((cause) => !Cause.hasInterruptsOnly(cause), warnOnce),
      Effect.andThen(Effect.sleep(pauseAfterCheck)),
      Effect.forever,
      Effect.forkScoped
    )

    yield* Effect.forkScoped(endExpired(broadcaster))
    yield* Effect.forkScoped(noteUses(broadcaster, credentials))
  })
)
