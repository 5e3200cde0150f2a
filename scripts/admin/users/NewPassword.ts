import { Effect, Redacted, Stdio } from "effect"
import { Prompt } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { parsePassword } from "../../../src/accounts/passwords/Password.ts"
import { failed, wrongUsage } from "../Failure.ts"
import { readInput } from "../FileInput.ts"
import { toggle } from "../Flags.ts"

/** The source of a new password. It is never an argument, since other users of the machine can read command lines. */
export const flags = {
  passwordStdin: toggle("password-stdin", "Read the password from standard input, ignoring a trailing line break"),
  generate: toggle("generate", "Generate a password, shown only this time")
}

export interface NewPassword {
  readonly password: Redacted.Redacted
  /** Whether it was generated and must be shown. */
  readonly generated: boolean
}

const prompted = Effect.gen(function* () {
  const password = yield* Prompt.Hidden({
    message: "New password",
    validate: (text) => Effect.mapError(parsePassword(text), ({ message }) => message)
  })
  const repeated = yield* Prompt.Hidden({ message: "Repeat the password" })
  if (Redacted.value(password) !== Redacted.value(repeated)) {
    return yield* failed("The two passwords differ.")
  }
  return password
})

/** More than the longest password has, so that a large file is not read by mistake. */
const maxInputBytes = 10_000

const piped = Effect.map(readInput("password", maxInputBytes), (text) => Redacted.make(text.replace(/\r?\n$/, "")))

/** 120 bits in 20 letters, digits, `-` and `_`. */
const generated = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return Redacted.make(Buffer.from(yield* random.randomBytes(15)).toString("base64url"))
})

/** How to obtain the password. Fails with `UsageError` before anything is done if the flags do not say it. */
export const source = Effect.fnUntraced(function* (options: {
  readonly passwordStdin: boolean
  readonly generate: boolean
}) {
  if (options.passwordStdin && options.generate) {
    return yield* wrongUsage("Use --password-stdin or --generate, not both.")
  }
  const { stdinIsTerminal } = yield* Stdio.Stdio
  if (!options.generate && !options.passwordStdin && !(yield* stdinIsTerminal)) {
    return yield* wrongUsage("There is no terminal to prompt for the password: use --password-stdin or --generate.")
  }
  return Effect.gen(function* () {
    if (options.generate) return { password: yield* generated, generated: true }
    return { password: options.passwordStdin ? yield* piped : yield* prompted, generated: false }
  })
})
