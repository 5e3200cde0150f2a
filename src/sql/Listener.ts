import { PgClient, PgConnection } from "@effect/sql-pg"
import {
  type Cause,
  Clock,
  Context,
  Data,
  Duration,
  Effect,
  Fiber,
  Layer,
  Metric,
  Option,
  Queue,
  Random,
  Scope
} from "effect"
import { inRealTime } from "./BoundedClient.ts"
import { type ClockReading, readClock } from "./ClockReading.ts"

/** The channels on which servers notify each other: of changed sessions, and of the log's new head. */
const channels = ["accounts", "strategy_log"] as const
export type Channel = (typeof channels)[number]

/** The callbacks run while listening, one at a time per channel, and must be quick. */
export interface Subscriber {
  /** From now on every notification is received. Any number may have been missed before. */
  readonly connected: Effect.Effect<void>
  /** Until `connected` is run again, notifications may be missed. */
  readonly lost: Effect.Effect<void>
  readonly notified: (payload: string) => Effect.Effect<void>
  /** All notifications sent between `connected` and `asOf` have been received. Run several times a second. */
  readonly proved?: (asOf: ClockReading) => Effect.Effect<void>
}

/** Distinguishes the listening connection from the others in `pg_stat_activity`. */
export const applicationName = "strategy-planning listener"

/** The shared advisory lock that each listening connection holds, so that listeners can be counted. */
const listenerLockKey = [1_953_719_657, 1] as const

/** Counts the servers that listen on this database, including those whose end PostgreSQL has not noticed yet. */
export const countListeners = `
  SELECT count(*) FROM pg_locks
  WHERE locktype = 'advisory' AND (classid, objid, objsubid) = (${listenerLockKey.join(", ")}, 2)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** A lost connection is replaced at once; further attempts follow after pauses that begin with this one and double. */
const shortestPause = Duration.millis(50)
const longestPause = Duration.seconds(1)

/** The pause between an answer and the next check of the connection. */
const probeInterval = Duration.millis(100)

/**
 * The channel on which the server notifies itself. PostgreSQL delivers notifications in commit order, so when the
 * server's own arrives, all earlier ones have arrived too. Over a stalled connection, or a pooler that passes answers
 * but no notifications, it does not arrive.
 */
const provedChannel: Channel = "accounts"

/** A notification to itself has this prefix, the sender's id and a number. */
const proofPrefix = "proof "

/**
 * After this long without an answer, notifications may be missing. It is noticed within a second of the last answer.
 */
const doubtTimeout = Duration.millis(400)

/** Without an answer for this long the connection is replaced. */
const replaceTimeout = Duration.seconds(2)

const reconnects = Metric.counter("strategy_listener_reconnects_total", {
  description: "Times the connection for other servers' notifications was replaced",
  incremental: true
})

class ConnectionSilent extends Data.TaggedError("ConnectionSilent") {
  override get message(): string {
    return `The database did not answer within ${Duration.format(replaceTimeout)}.`
  }
}

/** None when there is no answer in time. The statement is not interrupted, as that would wait for an answer too. */
const awaitUpTo = <A, E>(answer: Fiber.Fiber<A, E>, duration: Duration.Duration) =>
  inRealTime(Effect.timeoutOption(Fiber.join(answer), duration))

const awaitOrFail = <A, E>(answer: Fiber.Fiber<A, E>) =>
  Effect.flatMap(
    awaitUpTo(answer, replaceTimeout),
    Option.match({ onNone: () => Effect.fail(new ConnectionSilent()), onSome: (value) => Effect.succeed(value) })
  )

/** The configuration of a connection, and what is run when its state changes. */
interface ConnectionCallbacks {
  readonly config: Parameters<typeof PgConnection.make>[0]
  readonly on: (channel: Channel) => Iterable<Subscriber>
  /** Run once when the connection starts to listen. After a `lost`, `connected` is run instead. */
  readonly heard: Effect.Effect<void>
  readonly connected: Effect.Effect<void>
  readonly lost: Effect.Effect<void>
  readonly answered: Effect.Effect<void>
  readonly proved: Effect.Effect<void>
  readonly proofRefused: (cause: unknown) => Effect.Effect<void>
}

/** Takes the lock by which listeners are counted. Proofs need not survive a crash: commits skip the disk. */
const registerListener = `SELECT pg_advisory_lock_shared(${listenerLockKey.join(", ")}), set_config('synchronous_commit', 'off', false)`

/** Makes and recognises the notifications that the server sends to itself. */
const makeProofs = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const sender = `${proofPrefix}${yield* Random.nextInt} `
  let latest = { payload: sender, asOf: readClock(clock) }
  let proofs = 0
  return {
    next: () => {
      latest = { payload: `${sender}${++proofs}`, asOf: readClock(clock) }
      return latest.payload
    },
    /** When the notification was sent; undefined for any but the latest one. */
    asOf: (payload: string) => (payload === latest.payload ? latest.asOf : undefined)
  }
})

/** Listens on one connection until it fails. */
const listenOnConnection = ({
  config,
  on,
  heard,
  connected,
  lost,
  answered,
  proved,
  proofRefused
}: ConnectionCallbacks) =>
  Effect.gen(function* () {
    const proofs = yield* makeProofs

    /** Handles notifications in order, so that those before a proof have been handled when it is reported. */
    const hear = (channel: Channel, notifications: Queue.Dequeue<PgConnection.Notification, unknown>) =>
      Queue.take(notifications).pipe(
        Effect.flatMap(({ payload }) => {
          if (!payload.startsWith(proofPrefix)) {
            return Effect.forEach(on(channel), ({ notified }) => notified(payload), { discard: true })
          }
          const asOf = proofs.asOf(payload)
          if (asOf === undefined) return Effect.void
          return Effect.forEach(on(channel), ({ proved }) => proved?.(asOf) ?? Effect.void, { discard: true })
        }),
        Effect.forever
      )

    // The configuration is read for each connection, because its encryption may change.
    const connection = yield* inRealTime(PgConnection.make({ ...config, applicationName }))
    const statementScope = yield* Scope.make()
    yield* Effect.addFinalizer((exit) => Scope.close(statementScope, exit))
    // The pin is released first and closes the connection at once; the others would wait for an answer to UNLISTEN.
    const pinned = yield* connection.pin

    const listen = Effect.fnUntraced(function* (channel: Channel) {
      const answer = yield* Effect.forkIn(Scope.provide(pinned.listen(channel), statementScope), statementScope)
      return hear(channel, yield* awaitOrFail(answer))
    })

    // Listening already, so this changes nothing and only checks the connection.
    const stillThere = pinned.query(`LISTEN ${provedChannel}`)

    // Every role may use the statement NOTIFY, while EXECUTE on the function pg_notify() may be revoked.
    const prove = Effect.suspend(() => pinned.query(`NOTIFY ${provedChannel}, '${proofs.next()}'`)).pipe(
      Effect.tap(() => proved),
      Effect.catch((error) => Effect.andThen(stillThere, proofRefused(error)))
    )

    const check = Effect.gen(function* () {
      const answer = yield* Effect.forkIn(prove, statementScope)
      if (Option.isNone(yield* awaitUpTo(answer, doubtTimeout))) {
        yield* lost
        yield* awaitOrFail(answer)
        yield* connected
      }
      yield* answered
      yield* Effect.sleep(probeInterval)
    })

    const hearing = yield* Effect.forEach(channels, listen)
    yield* awaitOrFail(yield* Effect.forkIn(pinned.query(registerListener), statementScope))
    yield* heard
    return yield* Effect.all([...hearing, Effect.forever(check)], { concurrency: "unbounded", discard: true })
  }).pipe(Effect.scoped)

/**
 * Receives the notifications of other servers on a connection of its own, beside the pool. The connection is replaced
 * when it is lost or does not answer. Not for the embedded database, which has one server and one connection.
 */
export class Listener extends Context.Service<
  Listener,
  {
    /** Subscribes until the scope closes. Runs `connected` first if the connection is up. */
    readonly subscribe: (channel: Channel, subscriber: Subscriber) => Effect.Effect<void, never, Scope.Scope>
  }
>()("strategy/sql/Listener") {
  static readonly layer = Layer.effect(
    Listener,
    Effect.gen(function* () {
      const { config } = yield* PgClient.PgClient
      const subscribers = new Map<Channel, Set<Subscriber>>(channels.map((channel) => [channel, new Set()]))
      const on = (channel: Channel) => subscribers.get(channel) ?? new Set()
      const allSubscribers = () => channels.flatMap((channel) => [...on(channel)])
      const reconnected = yield* Effect.map(
        Effect.context<never>(),
        (context) => (times: number) => reconnects.updateUnsafe(times, context)
      )
      reconnected(0)

      let isConnected = false
      let connections = 0
      let failures = 0
      let isProofRefused = false

      const connected = Effect.suspend(() => {
        isConnected = true
        return Effect.forEach(allSubscribers(), (subscriber) => subscriber.connected, { discard: true })
      })

      const lost = Effect.suspend(() => {
        if (!isConnected) return Effect.void
        isConnected = false
        return Effect.forEach(allSubscribers(), (subscriber) => subscriber.lost, { discard: true })
      })

      const proofRefused = Effect.fnUntraced(function* (cause: unknown) {
        if (isProofRefused) return
        isProofRefused = true
        yield* Effect.logWarning(
          "Notifications cannot be sent, so every request reads its session from the database.",
          cause
        )
      })

      const oneConnection = listenOnConnection({
        config,
        on,
        connected,
        lost,
        proved: Effect.sync(() => {
          isProofRefused = false
        }),
        proofRefused,
        heard: Effect.suspend(() => {
          if (connections++ === 0) return connected
          reconnected(1)
          return Effect.andThen(Effect.logInfo("Receiving notifications from other servers again."), connected)
        }),
        answered: Effect.sync(() => {
          failures = 0
        })
      })

      const ended = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
        const wasReported = failures > 0
        yield* lost
        const pause = failures === 0 ? Duration.zero : Duration.times(shortestPause, 2 ** (failures - 1))
        failures += 1
        if (!wasReported) {
          yield* Effect.logWarning("Not receiving notifications from other servers. Reconnecting.", cause)
        }
        yield* Effect.sleep(Duration.min(pause, longestPause))
      })

      yield* oneConnection.pipe(Effect.catchCause(ended), Effect.forever, Effect.forkScoped)

      const subscribe = Effect.fnUntraced(function* (channel: Channel, subscriber: Subscriber) {
        yield* Effect.acquireRelease(
          Effect.sync(() => on(channel).add(subscriber)),
          () => Effect.sync(() => on(channel).delete(subscriber))
        )
        if (isConnected) yield* subscriber.connected
      })

      return Listener.of({ subscribe })
    })
  )
}
