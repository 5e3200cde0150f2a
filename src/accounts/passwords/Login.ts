import { Context, Data, type Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { GateRefused } from "../../bounded/Gate.ts"
import type { SessionIdentity } from "../../domain/Identity.ts"
import { StorageError } from "../../domain/StorageError.ts"
import { type Caller, CurrentCaller } from "../CurrentCaller.ts"
import { logRefusedSignIn } from "../log/AccountLog.ts"
import * as AccountMetrics from "../log/AccountMetrics.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import { type UserRecord, UserStore } from "../users/UserStore.ts"
import { type Attempt, FailedSignIns, type Lock } from "./FailedSignIns.ts"
import { type LockedOut, LoginThrottle, PasswordChangeThrottle } from "./LoginThrottle.ts"
import { type InvalidPassword, parsePassword } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { PasswordSignIn } from "./PasswordSignIn.ts"

/** The message is the same for an unknown name and for a wrong, empty or very long password. */
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

type LoginError = InvalidCredentials | LockedOut | GateRefused | StorageError

const outcomes: Readonly<Record<LoginError["_tag"], AccountMetrics.LoginOutcome>> = {
  InvalidCredentials: "invalid",
  LockedOut: "locked",
  GateFull: "busy",
  ShareExceeded: "limited",
  StorageError: "unavailable"
}

/** In UTF-16 units. Longer passwords, which nobody has, are wrong without being hashed: a megabyte takes long. */
const maxPasswordLength = 1_024

/** Time limits of looking up a user in the store, and of checking a password, including its wait in the hash queue. */
const lookUpTimeout = "5 seconds"
const checkTimeout = "14 seconds"

const withTimeout = <A, E>(duration: Duration.Input, effect: Effect.Effect<A, E>) =>
  Effect.timeoutOrElse(effect, {
    duration,
    orElse: () =>
      Effect.fail(new StorageError({ operation: "Login.check", unavailable: true, cause: "The store takes too long." }))
  })

/** A password to be checked, and what is done if it is wrong. */
interface PasswordAttempt {
  readonly username: string
  readonly find: Effect.Effect<Option.Option<UserRecord>, StorageError>
  /** Whether a user may use a password here. For others every password is wrong, so that none is confirmed. */
  readonly admits: (user: UserRecord) => boolean
  readonly password: string
  readonly throttle: LoginThrottle["Service"]
  readonly failed: (attempt: Attempt) => Effect.Effect<void>
  /** What the account log's entry about a lock has besides the name. */
  readonly lock: Pick<Lock, "actorName" | "detail">
}

/**
 * Makes the function that checks a password and returns the user if it is right. The attempt is counted as failed
 * before the check; the count is taken back if the password is right or could not be checked.
 */
const makePasswordCheck = Effect.gen(function* () {
  const hasher = yield* PasswordHasher
  const failures = yield* FailedSignIns
  const random = yield* SecureRandom.SecureRandom
  const dummyPassword = Buffer.from(yield* random.randomBytes(32)).toString("base64")
  const dummyHash = yield* hasher.hash(dummyPassword)

  /** Finds the user and verifies the password. The store is asked only when it is the caller's turn to hash. */
  const verify = Effect.fnUntraced(function* ({
    find,
    admits,
    password
  }: Pick<PasswordAttempt, "find" | "admits" | "password">) {
    let found = Option.none<UserRecord>()
    const stored = Effect.map(withTimeout(lookUpTimeout, find), (user) => {
      found = user
      return Option.match(user, { onNone: () => dummyHash, onSome: ({ passwordHash }) => passwordHash })
    })
    const isTooLong = password.length > maxPasswordLength
    const matches = yield* withTimeout(checkTimeout, hasher.verify(isTooLong ? "" : password, stored))
    return { found, isRight: matches && !isTooLong && Option.exists(found, admits) }
  })

  return Effect.fnUntraced(function* ({ username, throttle, failed, lock, ...check }: PasswordAttempt) {
    // A refused caller is not counted, and the store is not asked.
    const refusal = hasher.refusal(yield* CurrentCaller)
    if (refusal !== undefined) return yield* refusal
    const { at, locks } = yield* throttle
      .attempt(username)
      .pipe(Effect.tapError(({ since }) => failures.refused({ username, since, ...lock })))
    const { found, isRight } = yield* Effect.tapError(verify(check), () => throttle.withdraw(username))
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

/** Checks passwords. Wrong ones count towards a lock; those of a password change are counted apart from sign-ins. */
export class Login extends Context.Service<
  Login,
  {
    /** Starts a session and ends the one of `replaces`. It costs one hash, whether or not the user exists. */
    readonly login: (
      username: string,
      password: string,
      replaces?: Redacted.Redacted
    ) => Effect.Effect<LoggedIn, LoginError>
    /** The error with which `login` would be refused for this caller now, whatever was sent; undefined for none. */
    readonly refusal: (caller: Caller) => GateRefused | undefined
    /** Counts a sign-in that was answered with its `refusal` instead of by `login`, which counts its own. */
    readonly countRefusal: (refused: GateRefused) => void
    /** Ends the user's other sessions. */
    readonly changePassword: (
      identity: Pick<SessionIdentity, "userId" | "username" | "sessionId">,
      current: string,
      next: string
    ) => Effect.Effect<void, WrongPassword | InvalidPassword | LockedOut | GateRefused | StorageError>
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
      const allowed = yield* PasswordSignIn

      const metrics = yield* Effect.context()
      AccountMetrics.registerLoginCounters(metrics)

      const checkPassword = yield* makePasswordCheck
      const login = Effect.fn("Login.login")(
        function* (username: string, password: string, replaces?: Redacted.Redacted) {
          const user = yield* checkPassword({
            username,
            find: users.findByUsername(username),
            admits: ({ role }) => allowed === "all" || role === "admin",
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
        Effect.tapErrorTag("InvalidCredentials", () => logRefusedSignIn("login_failed")),
        Effect.tapErrorTag("LockedOut", () => logRefusedSignIn("locked")),
        Effect.tap(() => Effect.sync(() => AccountMetrics.countLogin("success", metrics))),
        Effect.tapError((error) => Effect.sync(() => AccountMetrics.countLogin(outcomes[error._tag], metrics)))
      )

      const countRefusal = (refused: GateRefused) => AccountMetrics.countLogin(outcomes[refused._tag], metrics)

      const replacePassword = Effect.fnUntraced(
        function* ({ userId, sessionId }: Pick<SessionIdentity, "userId" | "sessionId">, passwordHash: string) {
          yield* users.setPasswordHash(userId, passwordHash, "password_changed")
          yield* sessions.endAllOf(userId, { except: sessionId })
        },
        // A client that disconnects must not stop this halfway: the other sessions would outlive the old password.
        Effect.uninterruptible
      )

      const changePassword = Effect.fn("Login.changePassword")(function* (
        identity: Pick<SessionIdentity, "userId" | "username" | "sessionId">,
        current: string,
        next: string
      ) {
        const password = yield* parsePassword(next)
        const { username, userId } = identity
        const user = yield* checkPassword({
          username,
          find: users.findById(userId),
          admits: () => true,
          password: current,
          throttle: passwordChanges,
          failed: () => Effect.void,
          lock: { actorName: username, detail: "change of password" }
        })
        if (Option.isNone(user)) return yield* new WrongPassword()
        const passwordHash = yield* hasher.hash(password)
        yield* replacePassword(identity, passwordHash).pipe(Effect.catchTag("UserNotFound", () => new WrongPassword()))
      })

      return Login.of({ login, refusal: hasher.refusal, countRefusal, changePassword })
    })
  )
}
