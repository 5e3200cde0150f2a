import { Context, Data, type Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Identity } from "../domain/Identity.ts"
import { StorageError } from "../domain/StorageError.ts"
import type { Caller } from "../queue/FairQueue.ts"
import * as AccountMetrics from "./AccountMetrics.ts"
import { type Attempt, FailedSignIns, type Lock } from "./FailedSignIns.ts"
import { HashCaller, type HashRefused } from "./HashQueue.ts"
import { type LockedOut, LoginThrottle, PasswordChangeThrottle } from "./LoginThrottle.ts"
import { type InvalidPassword, parsePassword } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { SessionStore } from "./SessionStore.ts"
import { type UserRecord, UserStore } from "./UserStore.ts"

/** The same for an unknown name and for a wrong, empty or enormous password. */
export class InvalidCredentials extends Data.TaggedError("InvalidCredentials") {
  override readonly message = "Invalid username or password."
}

export class WrongPassword extends Data.TaggedError("WrongPassword") {
  override readonly message = "The current password is wrong."
}

export interface LoggedIn {
  readonly user: UserRecord
  readonly token: Redacted.Redacted
  /** Unix time in milliseconds. */
  readonly expiresAt: number
}

type LoginError = InvalidCredentials | LockedOut | HashRefused | StorageError

const outcomes: Readonly<Record<LoginError["_tag"], AccountMetrics.LoginOutcome>> = {
  InvalidCredentials: "invalid",
  LockedOut: "locked",
  HasherBusy: "busy",
  HashShareExceeded: "limited",
  StorageError: "unavailable"
}

/** No password set here is nearly as long, nor is one from elsewhere: wrong without hashing a megabyte. */
const longestGuess = 1_024

/** How long the store may take to look up a user, and a guess to be checked with what it waits for others. */
const maxLookUp = "5 seconds"
const maxCheck = "14 seconds"

const within = <A, E>(duration: Duration.Input, effect: Effect.Effect<A, E>) =>
  Effect.timeoutOrElse(effect, {
    duration,
    orElse: () =>
      Effect.fail(new StorageError({ operation: "Login.check", unavailable: true, cause: "The store takes too long." }))
  })

/** A guess of a password, and what is done where it is wrong. */
interface Guess {
  readonly username: string
  readonly find: Effect.Effect<Option.Option<UserRecord>, StorageError>
  readonly password: string
  readonly throttle: LoginThrottle["Service"]
  readonly failed: (attempt: Attempt) => Effect.Effect<void>
  /** What the entry of a lock says besides the name. */
  readonly lock: Pick<Lock, "actorName" | "detail">
}

/** What judges a guess: it gives the user when the guess is right. It is counted beforehand as failed, and not at all when it could not be judged. */
const makeJudge = Effect.gen(function* () {
  const hasher = yield* PasswordHasher
  const failures = yield* FailedSignIns
  const random = yield* SecureRandom.SecureRandom
  const nobody = Buffer.from(yield* random.randomBytes(32)).toString("base64")
  const nobodysHash = yield* hasher.hash(nobody)

  /** Whom the store finds, and whether the password is theirs. Looked up only when it is the caller's turn to hash. */
  const check = Effect.fnUntraced(function* ({ find, password }: Pick<Guess, "find" | "password">) {
    let found = Option.none<UserRecord>()
    const stored = Effect.map(within(maxLookUp, find), (user) => {
      found = user
      return Option.match(user, { onNone: () => nobodysHash, onSome: ({ passwordHash }) => passwordHash })
    })
    const isTooLong = password.length > longestGuess
    const matches = yield* within(maxCheck, hasher.verify(isTooLong ? "" : password, stored))
    return { found, isRight: matches && !isTooLong && Option.isSome(found) }
  })

  return Effect.fnUntraced(function* ({ username, find, password, throttle, failed, lock }: Guess) {
    // A refusal costs nothing, counts nothing and asks no store.
    const refusal = hasher.refusal(yield* HashCaller)
    if (refusal !== undefined) return yield* refusal
    const { at, locks } = yield* throttle
      .attempt(username)
      .pipe(Effect.tapError(({ since }) => failures.refused({ username, since, ...lock })))
    const { found, isRight } = yield* Effect.tapError(check({ find, password }), () => throttle.withdraw(username))
    if (isRight) {
      yield* throttle.clear(username)
      return found
    }
    const name = Option.match(found, { onNone: () => username, onSome: (user) => user.username })
    const attempt = { username: name, isUser: Option.isSome(found) }
    yield* failed(attempt)
    if (locks) yield* failures.locked({ ...attempt, since: at, ...lock })
    return Option.none()
  })
})

/** Where passwords are checked; all guesses count, those of a current password by themselves. */
export class Login extends Context.Service<
  Login,
  {
    /** Starts a session, and ends the one of `replaces`. Costs one hash, whether or not there is such a user. */
    readonly login: (
      username: string,
      password: string,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<LoggedIn, LoginError>
    /** With what `login` would be refused for that caller now, whatever was sent, and counted so; undefined when it would not. */
    readonly refusal: (caller: Caller) => HashRefused | undefined
    /** Ends the user's other sessions. */
    readonly changePassword: (
      identity: Pick<Identity, "userId" | "username" | "sessionId">,
      current: string,
      next: string
    ) => Effect.Effect<void, WrongPassword | InvalidPassword | LockedOut | HashRefused | StorageError>
  }
>()("strategy/accounts/Login") {
  static readonly layer = Layer.effect(
    Login,
    Effect.gen(function* () {
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const hasher = yield* PasswordHasher
      const signIns = yield* LoginThrottle
      const passwordChanges = yield* PasswordChangeThrottle
      const failures = yield* FailedSignIns

      const metrics = yield* Effect.context()
      AccountMetrics.announceLogins(metrics)

      const judge = yield* makeJudge
      const login = Effect.fn("Login.login")(
        function* (username: string, password: string, replaces?: Redacted.Redacted) {
          const user = yield* judge({
            username,
            find: users.findByUsername(username),
            password,
            throttle: signIns,
            failed: failures.failed,
            lock: {}
          })
          if (Option.isNone(user)) return yield* new InvalidCredentials()
          const { token, session } = yield* sessions
            .create(user.value, replaces)
            .pipe(Effect.catchTag("UserChanged", () => new InvalidCredentials()))
          return { user: user.value, token, expiresAt: session.expiresAt }
        },
        Effect.tap(() => Effect.sync(() => AccountMetrics.loginEnded("success", metrics))),
        Effect.tapError((error) => Effect.sync(() => AccountMetrics.loginEnded(outcomes[error._tag], metrics)))
      )

      const refusal = (caller: Caller): HashRefused | undefined => {
        const refused = hasher.refusal(caller)
        if (refused !== undefined) AccountMetrics.loginEnded(outcomes[refused._tag], metrics)
        return refused
      }

      const replacePassword = Effect.fnUntraced(
        function* ({ userId, sessionId }: Pick<Identity, "userId" | "sessionId">, passwordHash: string) {
          yield* users.setPasswordHash(userId, passwordHash, "password_changed")
          yield* sessions.endAllOf(userId, { except: sessionId })
        },
        // Not stopped halfway by a client that goes away: a new password that leaves other sessions alive.
        Effect.uninterruptible
      )

      const changePassword = Effect.fn("Login.changePassword")(function* (
        identity: Pick<Identity, "userId" | "username" | "sessionId">,
        current: string,
        next: string
      ) {
        const password = yield* parsePassword(next)
        const { username, userId } = identity
        const user = yield* judge({
          username,
          find: users.findById(userId),
          password: current,
          throttle: passwordChanges,
          failed: () => Effect.void,
          lock: { actorName: username, detail: "change of password" }
        })
        if (Option.isNone(user)) return yield* new WrongPassword()
        const passwordHash = yield* hasher.hash(password)
        yield* replacePassword(identity, passwordHash).pipe(Effect.catchTag("UserNotFound", () => new WrongPassword()))
      })

      return Login.of({ login, refusal, changePassword })
    })
  )
}
