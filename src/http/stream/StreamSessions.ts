import { Cause, Clock, Duration, Effect, Fiber, Layer, Queue } from "effect"
import { everySession, type SessionFilter } from "../../accounts/sessions/SessionCache.ts"
import { isFreshFromNow } from "../../accounts/sessions/SessionFreshness.ts"
import { SessionStore } from "../../accounts/sessions/SessionStore.ts"
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

const anySession: SessionFilter = () => true

/** Whether a change that was made by this server, or is known to concern the session, leaves it in doubt. */
const isDoubted = (subscriber: Identity, doubts: ReadonlyArray<SessionFilter>): boolean =>
  doubts.some((doubt) => doubt !== everySession && doubt(subscriber))

/** What is known about the subscribers of open streams before a check. */
interface Known {
  /** They need no check. */
  readonly valid: Set<Identity>
  /** They are to be checked. */
  readonly doubtful: Set<Identity>
  /** They may get events meanwhile, unless other servers are not heard. */
  readonly sendable: Set<Identity>
}

const sortOut = (
  subscribers: ReadonlyArray<Identity>,
  before: { readonly [Name in "confirmed" | "sendable"]: ReadonlySet<Identity> },
  doubts: ReadonlyArray<SessionFilter>
): Known => {
  const known: Known = { valid: new Set(), doubtful: new Set(), sendable: new Set() }
  for (const subscriber of subscribers) {
    const holds = before.confirmed.has(subscriber) && !doubts.some((doubt) => doubt(subscriber))
    if (holds) known.valid.add(subscriber)
    else known.doubtful.add(subscriber)
    if (before.sendable.has(subscriber) && !isDoubted(subscriber, doubts)) known.sendable.add(subscriber)
  }
  return known
}

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
 * Ends the streams whose session or token (below: session) has ended or expired, or has other rights than when they were
 * opened. A stream's session is checked once it is open, since it may have ended meanwhile, and after each eviction that
 * concerns it. Until then the stream gets no events. The eviction comes before the answer to a logout, for example, so no
 * event from after the answer reaches the stream. While the store cannot be read, streams in doubt stay open: new events
 * cannot be read then either.
 *
 * While it is unknown what other servers have done to the sessions, for example after the process was suspended, events are
 * held back until all streams have been checked. So no stream shows an event from after the end of its session.
 */
const byEviction = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    const credentials = yield* Credentials
    const broadcaster = yield* Broadcaster
    const wake = yield* Queue.sliding<void>(1)
    let doubts: ReadonlyArray<SessionFilter> = []
    // Holds only streams that were open at the last check: streams of one session may share an identity, and one that is
    // opened after the others have closed must be checked anew.
    let confirmed: ReadonlySet<Identity> = new Set()
    // Sessions that were valid when they were checked, without those that a later doubt concerned. Unlike `confirmed`, it
    // keeps those that are checked again only because other servers are not heard.
    let sendable: ReadonlySet<Identity> = new Set()
    let isReadable = true
    // All streams are in doubt and have not been checked since.
    let areAllDoubted = false
    let areJustConfirmed = () => false
    const clock = yield* Clock.Clock

    yield* broadcaster.sendOnlyWhile((subscriber) => {
      const isChecked = sendable.has(subscriber) && !isDoubted(subscriber, doubts)
      // A stream that has just been opened is checked now rather than by the next periodic check.
      if (!isChecked) Queue.offerUnsafe(wake, undefined)
      return isChecked && ((sessions.isFresh() && !areAllDoubted) || areJustConfirmed())
    })

    yield* sessions.watch((doubt) => {
      doubts = doubts.length < maxDoubts ? [...doubts, doubt] : [anySession]
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
      const { valid, doubtful, ...known } = sortOut(subscribers, { confirmed, sendable }, doubts)
      doubts = []
      confirmed = valid
      sendable = known.sendable
      const checksAll = valid.size === 0
      if (doubtful.size === 0) return yield* checksAll ? allConfirmed(isRecent) : Effect.void
      const ids = new Set(Array.from(doubtful, credentialIdOf))
      const alive = yield* confirmInTime(credentials, doubtful)
      isReadable = true
      const isOver = (identity: Identity) =>
        ids.has(credentialIdOf(identity)) && alive.get(credentialIdOf(identity)) !== identity.role
      yield* broadcaster.endStreams(isOver)
      for (const subscriber of doubtful) if (!isOver(subscriber)) valid.add(subscriber)
      for (const subscriber of valid) known.sendable.add(subscriber)
      yield* checksAll ? allConfirmed(isRecent) : broadcaster.sendHeldBack
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
  })
)

const byTime = Layer.effectDiscard(
  Effect.gen(function* () {
    const broadcaster = yield* Broadcaster
    yield* Effect.forkScoped(endExpired(broadcaster))
    yield* Effect.forkScoped(noteUses(broadcaster, yield* Credentials))
  })
)

export const layer = Layer.merge(byEviction, byTime)
