import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { type Cause, Effect, Layer, Option, Queue, Redacted, Stdio, Stream, Terminal } from "effect"
import * as NewPassword from "../../scripts/admin/users/NewPassword.ts"
import * as TestRandom from "../accounts/TestRandom.ts"

const key = (input: string): Terminal.UserInput => ({
  input: Option.some(input),
  key: { name: input === "\r" ? "enter" : input, ctrl: false, meta: false, shift: false }
})

/** A terminal on which the lines are typed; what is displayed is added to `shown`. */
const typing = (lines: ReadonlyArray<string>, shown: Array<string> = []) =>
  Layer.effect(
    Terminal.Terminal,
    Effect.gen(function* () {
      const keys = yield* Queue.make<Terminal.UserInput, Cause.Done>()
      for (const letter of lines.flatMap((line) => [...line, "\r"])) Queue.offerUnsafe(keys, key(letter))
      const size = { columns: 80, rows: 24 }
      return Terminal.make({
        columns: Effect.succeed(size.columns),
        rows: Effect.succeed(size.rows),
        size: Effect.flatMap(Queue.make<Terminal.Size, Cause.Done>(), (sizes) =>
          Effect.as(Queue.offer(sizes, size), sizes)
        ),
        readInput: Effect.succeed(keys),
        readLine: Effect.die("not asked for"),
        display: (text) => Effect.sync(() => shown.push(text))
      })
    })
  )

const surroundings = (stdio: Partial<Stdio.Stdio>, terminal = typing([])) =>
  Layer.mergeAll(terminal, Stdio.layerTest(stdio)).pipe(
    Layer.provideMerge(NodeServices.layer),
    Layer.merge(TestRandom.layer)
  )

const read = (options: { readonly passwordStdin?: boolean; readonly generate?: boolean }) =>
  Effect.gen(function* () {
    const source = yield* NewPassword.source({ passwordStdin: false, generate: false, ...options })
    return yield* source
  })

const piped = (...bytes: ReadonlyArray<number>) =>
  Effect.provide(read({ passwordStdin: true }), surroundings({ stdin: Stream.make(Uint8Array.from(bytes)) }))

const pipedText = (text: string) =>
  Effect.map(piped(...new TextEncoder().encode(text)), ({ password }) => Redacted.value(password))

const atTerminal = { stdinIsTerminal: Effect.succeed(true) }

describe("NewPassword", () => {
  it.effect("standard input is used exactly, except for one line break at its end", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* pipedText(" käse mit\tbrot \n"), " käse mit\tbrot ")
      assert.strictEqual(yield* pipedText("correct horse\r\n"), "correct horse")
      assert.strictEqual(yield* pipedText("correct horse\n\n"), "correct horse\n")
      assert.strictEqual(yield* pipedText("correct horse"), "correct horse")
    })
  )

  it.effect("standard input that is not UTF-8 is refused", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(piped(0x70, 0xff, 0x70))
      assert.strictEqual(message, "The password on standard input is not UTF-8 text.")
    })
  )

  it.effect("an endless standard input is not read to its end", () =>
    Effect.gen(function* () {
      const endless = Stream.forever(Stream.make(new TextEncoder().encode("yes")))
      const refused = Effect.flip(Effect.provide(read({ passwordStdin: true }), surroundings({ stdin: endless })))
      assert.strictEqual((yield* refused).message, "The password on standard input is too long.")
    })
  )

  it.effect("a terminal prompts for it twice, without showing it", () =>
    Effect.gen(function* () {
      const shown: Array<string> = []
      const terminal = typing(["battery staple", "battery staple"], shown)
      const { password, generated } = yield* Effect.provide(read({}), surroundings(atTerminal, terminal))
      assert.deepStrictEqual([Redacted.value(password), generated], ["battery staple", false])
      const screen = shown.join("")
      assert.include(screen, "New password")
      assert.include(screen, "Repeat the password")
      assert.notMatch(screen, /batt|\*/)
    })
  )

  it.effect("two different answers are refused", () =>
    Effect.gen(function* () {
      const terminal = typing(["battery staple", "battery stable"])
      const error = yield* Effect.flip(Effect.provide(read({}), surroundings(atTerminal, terminal)))
      assert.strictEqual(error.message, "The two passwords differ.")
    })
  )

  it.effect("a password that breaks a rule is asked for again at once", () =>
    Effect.gen(function* () {
      const shown: Array<string> = []
      // The typed text stays in the line, so the second part completes it.
      const terminal = typing(["short", " no more", "short no more"], shown)
      const { password } = yield* Effect.provide(read({}), surroundings(atTerminal, terminal))
      assert.strictEqual(Redacted.value(password), "short no more")
      assert.include(shown.join(""), "The password must have 8 to 128 characters.")
    })
  )

  it.effect("a generated password is long, different each time, and marked to be shown", () =>
    Effect.gen(function* () {
      const made = Effect.provide(Effect.all([read({ generate: true }), read({ generate: true })]), surroundings({}))
      const [first, second] = yield* made
      assert.match(Redacted.value(first.password), /^[\w-]{20}$/)
      assert.notStrictEqual(Redacted.value(first.password), Redacted.value(second.password))
      assert.isTrue(first.generated)
    })
  )
})
