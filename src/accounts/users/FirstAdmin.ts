import { Effect, Option, Redacted, References } from "effect"
import { ActionSource, firstStart } from "../log/ActionSource.ts"
import { generatePassword, parsePassword } from "../passwords/Password.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { parseUsername, type Username } from "./Username.ts"
import { UserStore } from "./UserStore.ts"

export interface FirstAdmin {
  readonly username: Username
  /** To be shown once, on a terminal only, unless it was saved; none when the password was configured. */
  readonly generatedPassword: Option.Option<Redacted.Redacted>
}

/**
 * Creates the first user, an admin, if there is no user; otherwise returns none and does not check the options. If
 * several servers start at the same time, one creates it and the others return none. Fails with `InvalidUsername` or
 * `InvalidPassword` if an option breaks a rule.
 */
export const createIfNone = Effect.fn("FirstAdmin.createIfNone")(function* <E = never>(options: {
  readonly username: string
  readonly password: Option.Option<Redacted.Redacted>
  /** Called with a generated password before the admin is committed; if it fails, no admin is created. */
  readonly savePassword?: ((password: Redacted.Redacted) => Effect.Effect<void, E>) | undefined
}) {
  const users = yield* UserStore
  if (!(yield* users.isEmpty)) return Option.none<FirstAdmin>()
  const hasher = yield* PasswordHasher
  const username = yield* parseUsername(options.username)
  const given = Option.map(options.password, Redacted.value)
  const password = yield* parsePassword(
    yield* Option.match(given, { onNone: () => generatePassword, onSome: Effect.succeed })
  )
  const passwordHash = yield* hasher.hash(password)
  const generatedPassword = Option.isSome(given) ? Option.none() : Option.some(Redacted.make<string>(password))
  const { savePassword } = options
  const beforeCommit =
    savePassword === undefined || Option.isNone(generatedPassword)
      ? undefined
      : () => savePassword(generatedPassword.value)
  const created = yield* users.createFirst({ username, role: "admin", passwordHash }, beforeCommit).pipe(
    Effect.provideService(ActionSource, firstStart),
    // Whoever starts the server says it in fewer words.
    Effect.provideService(References.MinimumLogLevel, "Warn")
  )
  return Option.map(created, (): FirstAdmin => ({ username, generatedPassword }))
})
