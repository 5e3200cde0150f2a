import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, Deferred, Effect, Layer, Logger, References } from "effect"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { GateFull, type GateRefused } from "../../src/bounded/Gate.ts"
import { gateLimits } from "../../src/bounded/GateLimits.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import type { SubmitError } from "../../src/log/writer/SubmitError.ts"
import { served } from "../support/TestServer.ts"

/** The message of a store's error, which no caller may see. */
export const secret = "SELECT password_hash FROM users at /srv/strategy/db.ts:7"

/** `away`: no connection; `broken`: the database answers with an error; `dead`: our code dies; `silent`: no answer ever comes. */
type Condition = "well" | "away" | "broken" | "dead" | "silent"

interface Logged {
  readonly level: string
  readonly text: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** The faults of the server under test, which the test sets while it runs, and what the server has logged. */
export class Fault extends Context.Service<
  Fault,
  {
    events: Condition
    users: Condition
    sessions: Condition
    hasherBusy: boolean
    submission: SubmitError | undefined
    /** Completed when a silent store is called. */
    asked: Deferred.Deferred<void>
    readonly logged: Array<Logged>
  }
>()("strategy/test/http/Fault") {
  static readonly layer = Layer.sync(Fault, (): Fault["Service"] => ({
    events: "well",
    users: "well",
    sessions: "well",
    hasherBusy: false,
    submission: undefined,
    asked: Deferred.makeUnsafe<void>(),
    logged: []
  }))
}

type StoreName = "events" | "users" | "sessions"

const through =
  (fault: Fault["Service"], store: StoreName) =>
  <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | StorageError> =>
    Effect.suspend((): Effect.Effect<A, E | StorageError> => {
      const failure = (unavailable: boolean) => new StorageError({ operation: store, unavailable, cause: secret })
      switch (fault[store]) {
        case "well":
          return effect
        case "away":
          return Effect.fail(failure(true))
        case "broken":
          return Effect.fail(failure(false))
        case "dead":
          return Effect.die(new Error(secret))
        case "silent":
          return Effect.andThen(Deferred.succeed(fault.asked, undefined), Effect.never)
      }
    })

const stores = Layer.mergeAll(
  Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const store = yield* EventStore
      const guard = through(yield* Fault, "events")
      return EventStore.of({
        ...store,
        head: guard(store.head),
        takesWrites: guard(store.takesWrites),
        append: (known, keys, plan) => guard(store.append(known, keys, plan)),
        read: (after, limit) => guard(store.read(after, limit)),
        page: (before, bounds) => guard(store.page(before, bounds)),
        history: (id, before, bounds) => guard(store.history(id, before, bounds))
      })
    })
  ),
  Layer.effect(
    UserStore,
    Effect.gen(function* () {
      const store = yield* UserStore
      const guard = through(yield* Fault, "users")
      return UserStore.of({
        ...store,
        findByUsername: (username) => guard(store.findByUsername(username)),
        list: guard(store.list)
      })
    })
  ),
  Layer.effect(
    SessionStore,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const guard = through(yield* Fault, "sessions")
      return SessionStore.of({ ...store, peek: () => undefined, resolve: (token) => guard(store.resolve(token)) })
    })
  )
).pipe(Layer.provideMerge(App.memoryStores))

const hasher = Layer.effect(
  PasswordHasher,
  Effect.gen(function* () {
    const { hash, verify, refusal } = yield* PasswordHasher
    const fault = yield* Fault
    const guard = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.suspend(
        (): Effect.Effect<A, E | GateRefused> =>
          fault.hasherBusy ? Effect.fail(new GateFull(gateLimits.passwordChecks)) : effect
      )
    return PasswordHasher.of({
      refusal,
      hash: (password) => guard(hash(password)),
      verify: (password, stored) => guard(verify(password, stored))
    })
  })
).pipe(Layer.provide(PasswordHasher.layerWith({ iterations: 10 })))

const planner = Layer.effect(
  Planner,
  Effect.gen(function* () {
    const { submit } = yield* Planner
    const fault = yield* Fault
    return Planner.of({
      submit: (envelope) =>
        Effect.suspend(() => (fault.submission === undefined ? submit(envelope) : Effect.fail(fault.submission)))
    })
  })
)

const logger = Layer.unwrap(
  Effect.map(Fault, ({ logged }) =>
    Logger.layer([
      Logger.make(({ message, cause, logLevel, fiber }) => {
        const parts = [message, ...cause.reasons].flat().map(String)
        const nested = cause.reasons.map((reason) => JSON.stringify(reason))
        logged.push({
          level: logLevel,
          text: [...parts, ...nested].join(" "),
          annotations: fiber.getRef(References.CurrentLogAnnotations)
        })
      })
    ])
  )
)

/** The whole service on stores in memory that fail according to `Fault`. */
export const faultyServer = served(planner).pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(hasher),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provideMerge(logger),
  Layer.provideMerge(Fault.layer)
)
