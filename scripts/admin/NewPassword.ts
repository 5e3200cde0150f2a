import { Effect, Redacted, Stdio, Stream } from "effect"
import { Flag, Prompt } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { parsePassword } from "../../src/accounts/Password.ts"
import { Impossible, WrongUsage } from "./Failure.ts"

/** Where a new password comes from; never from the command line, which other users of the machine can read. */
export const flags = {
  passwordStdin: Flag.Boolean("password-stdin").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Read the password from standard input, up to its end; one line break there is left out"),
    Flag.withDefault(false)
  ),
  generate: Flag.Boolean("generate").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Make a password and show it this once"),
    Flag.withDefault(false)
  )
}

export interface NewPassword {
  readonly password: Redacted.Redacted
  /** Nobody knows it yet: it is to be shown. */
  readonly generated: boolean
}

const prompted = Effect.gen(function* () {
  const password = yield* Prompt.Hidden({
    message: "New password",
    validate: (text) => Effect.mapError(parsePassword(text), ({ message }) => message)
  })
  const repeated = yield* Prompt.Hidden({ message: "The same again" })
  if (Redacted.value(password) !== Redacted.value(repeated)) {
    return yield* new Impossible({ message: "The two passwords differ." })
  }
  return password
})

/** Far above the longest password, so that no file is read whole by mistake. */
const longestInput = 10_000

const piped = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const unreadable = () => new Impossible({ message: "The password on standard input is not UTF-8 text." })
  const bytes = yield* stdin.pipe(
    Stream.flattenIterable,
    Stream.take(longestInput),
    Stream.runCollect,
    Effect.mapError(unreadable)
  )
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes)),
    catch: unreadable
  })
  return Redacted.make(text.replace(/\r?\n$/, ""))
})

/** 120 bits in 20 letters, digits, `-` and `_`. */
const generated = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return Redacted.make(Buffer.from(yield* random.randomBytes(15)).toString("base64url"))
})

const unknown = (password: Redacted.Redacted): NewPassword => ({ password, generated: true })
const known = (password: Redacted.Redacted): NewPassword => ({ password, generated: false })

/** How the password will be got: `WrongUsage` at once when that is not clear, so that nothing is begun. */
export const source = Effect.fnUntraced(function* (options: {
  readonly passwordStdin: boolean
  readonly generate: boolean
}) {
  if (options.passwordStdin && options.generate) {
    return yield* new WrongUsage({ message: "--password-stdin and --generate exclude each other." })
  }
  if (options.generate) return Effect.map(generated, unknown)
  const { stdinIsTerminal } = yield* Stdio.Stdio
  if (!options.passwordStdin && !(yield* stdinIsTerminal)) {
    return yield* new WrongUsage({
      message: "Nobody can be asked for the password here: use --password-stdin or --generate."
    })
  }
  return options.passwordStdin ? Effect.map(piped, known) : Effect.map(prompted, known)
})
