import { Effect, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { ActionSource, firstStart } from "./ActionSource.ts"
import { parsePassword } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { parseUsername, type Username } from "./Username.ts"
import { UserStore } from "./UserStore.ts"

export interface FirstAdmin {
  readonly username: Username
  /** To be shown once, on a terminal only, unless it was kept; none when the password was given. */
  readonly generatedPassword: Option.Option<Redacted.Redacted>
}

/** Without what is easily taken for another: 0 O o, 1 I l. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"

const generatedLength = 20

const generate = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const index = random.intBetween(0, alphabet.length, { halfOpen: true })
  const letters = yield* Effect.replicateEffect(
    Effect.map(index, (_) => alphabet.charAt(_)),
    generatedLength
  )
  return letters.join("")
})

/**
 * Makes the first user, an admin, while there is none; otherwise none, and nothing is looked at. Of servers that start
 * at the same time one makes it and the others get none, whatever their settings. Fails with `InvalidUsername` or
 * `InvalidPassword` when what is given breaks their rules.
 */
export const ensure = Effect.fn("FirstAdmin.ensure")(function* <E = never>(options: {
  readonly username: string
  readonly password: Option.Option<Redacted.Redacted>
  /** Called with a generated password, before the admin is there; when it fails there will be none. */
  readonly keep?: ((password: Redacted.Redacted) => Effect.Effect<void, E>) | undefined
}) {
  const users = yield* UserStore
  if (!(yield* users.isEmpty)) return Option.none<FirstAdmin>()
  const hasher = yield* PasswordHasher
  const username = yield* parseUsername(options.username)
  const given = Option.map(options.password, Redacted.value)
  const password = yield* parsePassword(yield* Option.match(given, { onNone: () => generate, onSome: Effect.succeed }))
  const passwordHash = yield* hasher.hash(password)
  const generatedPassword = Option.isSome(given) ? Option.none() : Option.some(Redacted.make<string>(password))
  const { keep } = options
  const beforehand =
    keep === undefined || Option.isNone(generatedPassword) ? undefined : () => keep(generatedPassword.value)
  const created = yield* users
    .createFirst({ username, role: "admin", passwordHash }, beforehand)
    .pipe(Effect.provideService(ActionSource, firstStart))
  return Option.map(created, (): FirstAdmin => ({ username, generatedPassword }))
})
