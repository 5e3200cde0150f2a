import { Clock, Duration, Effect, Layer, Queue, Semaphore } from "effect"
import { Projector } from "../log/projection/Projector.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { observed } from "../observability/Observed.ts"
import { inRealTime } from "../sql/BoundedClient.ts"
import { elapsedMs, readClock } from "../sql/ClockReading.ts"
import { ServiceDays } from "../time/ServiceDays.ts"
import * as DeliveryPace from "./DeliveryPace.ts"
import * as Digests from "./Digests.ts"
import * as LogActivity from "./LogActivity.ts"
import * as NextEvent from "./NextEvent.ts"
import { Receiver } from "./Receiver.ts"
import * as RunningHooks from "./RunningHooks.ts"
import * as WebhookMetrics from "./WebhookMetrics.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { Webhooks } from "./Webhooks.ts"

/** When a server is killed, another one takes over within this time and `claimInterval`. */
const leaseMs = 8_000
const claimInterval = Duration.seconds(2)

/**
 * A lease counts as over this long before its end, so that the last delivery has arrived when another server begins.
 */
const leaseMarginMs = 1_000

const releaseTimeout = Duration.seconds(1)

/**
 * Delivers to all webhooks that this server has leased. To be built when the server answers; when the scope closes,
 * what is in flight is interrupted and other servers may take over at once.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const { awaitChange } = yield* Webhooks
    const { stateNow } = yield* Projector
    const { writer: owner } = yield* EventStore
    // Leases are kept in real time, because other servers and the database do not follow the clock of a test.
    const clock = Clock.Clock.defaultValue()
    const metrics = yield* WebhookMetrics.make

    // Runs last, when no sender is left.
    yield* Effect.addFinalizer(() => Effect.exit(Effect.timeout(store.release(owner), releaseTimeout)))

    const log = yield* LogActivity.make
    // One at a time: whatever the number of webhooks, they take at most one of the database's connections.
    const saving = Semaphore.makeUnsafe(1)
    const claimRequests = yield* Queue.sliding<void>(1)
    const requestClaim = Queue.offer(claimRequests, undefined)
    let leasedAt = readClock(clock)
    let reportedFailure: string | undefined

    const hooks = yield* RunningHooks.make(
      {
        log,
        receiver: yield* Receiver,
        digest: yield* Digests.make,
        days: yield* ServiceDays,
        nextEvent: yield* NextEvent.make(log),
        pace: yield* DeliveryPace.make(log.isBusy),
        save: (progress) => saving.withPermit(store.save(owner, progress)),
        attempted: ({ outcome }) => metrics.attempted(outcome),
        isLeased: () => elapsedMs(leasedAt, readClock(clock)) < leaseMs - leaseMarginMs
      },
      requestClaim
    )
    yield* observed(WebhookMetrics.lag, () => {
      const head = stateNow().sequenceNumber
      return { value: Math.max(0, head - (hooks.lastPosition() ?? head)) }
    })

    const claim = Effect.gen(function* () {
      const before = readClock(clock)
      const claimed = yield* store.claim(owner, leaseMs)
      leasedAt = before
      reportedFailure = undefined
      yield* hooks.follow(claimed)
    }).pipe(
      Effect.catchTag("StorageError", (error) => {
        if (reportedFailure === error.message) return Effect.void
        reportedFailure = error.message
        return Effect.logWarning(`Deliveries to webhooks are paused. ${error.message}`, error)
      })
    )

    yield* awaitChange.pipe(Effect.andThen(requestClaim), Effect.forever, Effect.forkScoped)
    yield* claim.pipe(
      Effect.andThen(Effect.raceFirst(Queue.take(claimRequests), inRealTime(Effect.sleep(claimInterval)))),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
