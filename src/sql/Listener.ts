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

/** What servers on one database tell each other: whose sessions changed, and how far the log goes. */
export const channels = ["accounts", "strategy_log"] as const
export type Channel = (typeof channels)[number]

/** Each is called in the midst of listening, one at a time for a channel, and is to be quick. */
export interface Subscriber {
  /** From now on every notification is heard. Any number may have been missed before. */
  readonly connected: Effect.Effect<void>
  /** Until `connected` comes again, nothing need be heard. */
  readonly lost: Effect.Effect<void>
  readonly notified: (payload: string) => Effect.Effect<void>
  /** Since `connected`, every notification that was sent before `asOf` has been heard; proved several times a second. */
  readonly proved?: (asOf: ClockReading) => Effect.Effect<void>
}

/** So that it can be told from the others in `pg_stat_activity`. */
export const applicationName = "strategy-planning listener"

/** A shared advisory lock that each listening connection holds: so it can be seen how many there are. */
const listenerLockKey = [1_953_719_657, 1] as const

/** Counts the servers that listen on this database. What has ended unnoticed counts, too, as long as PostgreSQL takes it for alive. */
export const countListeners = `
  SELECT count(*) FROM pg_locks
  WHERE locktype = 'advisory' AND (classid, objid, objsubid) = (${listenerLockKey.join(", ")}, 2)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** A connection that was lost is replaced at once, then after pauses that double. */
const shortestPause = Duration.millis(50)
const longestPause = Duration.seconds(1)

/** Between an answer and the next question whether the connection still lives. */
const probeInterval = Duration.millis(100)

/**
 * Where the server notifies itself to prove what it hears. PostgreSQL delivers notifications in the order of their commits,
 * so that with its own each one before it has come too. A connection that is held up on its way, or a pooler that passes
 * answers but no notifications, delivers none.
 */
const provedChannel: Channel = "accounts"

/** How such a notification begins; then who sent it, and which it is. */
const proofPrefix = "proof "

/** Without an answer for so long nothing is taken for heard any more: less than a second after the last answer. */
const doubtTimeout = Duration.millis(400)

/** Without an answer for so long the connection is replaced. */
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

/** None while there is no answer yet. What was asked goes on: to interrupt it would be to wait for an answer too. */
const awaitUpTo = <A, E>(answer: Fiber.Fiber<A, E>, duration: Duration.Duration) =>
  inRealTime(Effect.timeoutOption(Fiber.join(answer), duration))

const awaitOrFail = <A, E>(answer: Fiber.Fiber<A, E>) =>
  Effect.flatMap(
    awaitUpTo(answer, replaceTimeout),
    Option.match({ onNone: () => Effect.fail(new ConnectionSilent()), onSome: (value) => Effect.succeed(value) })
  )

/** What a connection tells of. */
interface ConnectionCallbacks {
  readonly config: Parameters<typeof PgConnection.make>[0]
  readonly on: (channel: Channel) => Iterable<Subscriber>
  /** Every notification is heard from now on: the first time on this connection, and again after `lost`. */
  readonly heard: Effect.Effect<void>
  readonly connected: Effect.Effect<void>
  readonly lost: Effect.Effect<void>
  readonly answered: Effect.Effect<void>
  readonly proved: Effect.Effect<void>
  readonly proofRefused: (cause: unknown) => Effect.Effect<void>
}

/** Takes the shared lock by which listeners are counted. A proof is worth nothing after a crash: none waits for the disk. */
const registerListener = `SELECT pg_advisory_lock_shared(${listenerLockKey.join(", ")}), set_config('synchronous_commit', 'off', false)`

/** The notifications by which the server proves to itself what it hears. */
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
    /** Undefined for what is not the latest one. */
    asOf: (payload: string) => (payload === latest.payload ? latest.asOf : undefined)
  }
})

/** Listens on one connection; ends in failure only. */
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

    /** Each in its turn, so that what is proved to have been heard has been dealt with. */
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

    const connection = yield* inRealTime(PgConnection.make(config))
    const statementScope = yield* Scope.make()
    yield* Effect.addFinalizer((exit) => Scope.close(statementScope, exit))
    // Released before the others, it ends the connection at once; they would wait for an answer to UNLISTEN.
    const pinned = yield* connection.pin

    const listen = Effect.fnUntraced(function* (channel: Channel) {
      const answer = yield* Effect.forkIn(Scope.provide(pinned.listen(channel), statementScope), statementScope)
      return hear(channel, yield* awaitOrFail(answer))
    })

    // In force already: it changes nothing.
    const stillThere = pinned.query(`LISTEN ${provedChannel}`)

    // The statement, which every role may use, and not the function, on which EXECUTE may be revoked.
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
 * The one connection of this server, beside its pool, on which PostgreSQL tells of other servers. It is replaced when it
 * is lost, or falls silent. Not for the embedded database: it has one server, and one connection.
 */
export class Listener extends Context.Service<
  Listener,
  {
    /** Until the scope closes. Begins with `connected` if that is how it is. */
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
        yield* Effect.logWarning("Notifications cannot be sent; sessions are read for every request.", cause)
      })

      const oneConnection = listenOnConnection({
        config: { ...config, applicationName },
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
          return Effect.andThen(Effect.logInfo("Other servers can be heard again."), connected)
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
          yield* Effect.logWarning("Other servers cannot be heard; connecting again.", cause)
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
