import { assert, it } from "@effect/vitest"
import { Cause, Console, Effect, Logger, Schema } from "effect"
import * as JsonLog from "../../src/observability/JsonLog.ts"

const Entry = Schema.Struct({
  message: Schema.String,
  level: Schema.String,
  cause: Schema.optional(Schema.String),
  annotations: Schema.optional(Schema.Record(Schema.String, Schema.Unknown))
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Entry))

/** The lines that are written for what an effect logs. */
const written = Effect.fnUntraced(function* (logged: Effect.Effect<void>) {
  const lines: Array<string> = []
  const console = { ...globalThis.console, log: (line: string) => void lines.push(line) }
  yield* logged.pipe(Effect.provide(Logger.layer([JsonLog.toOutput])), Effect.provideService(Console.Console, console))
  return lines
})

const circular: Record<string, unknown> = {}
circular.self = circular

it.effect.each([
  { what: "a text", parts: ["one"], message: "one" },
  { what: "a text of several lines", parts: ["one\ntwo"], message: "one\ntwo" },
  { what: "several texts", parts: ["one", "two"], message: "one two" },
  { what: "nothing", parts: [], message: "" },
  { what: "a number", parts: [1], message: "1" },
  { what: "nothing at all", parts: [undefined, null], message: "undefined null" },
  { what: "a large number", parts: [2n ** 64n], message: "18446744073709551616n" },
  { what: "an object", parts: ["is", { a: [1] }], message: 'is {"a":[1]}' },
  { what: "a list", parts: [["a", "b"]], message: '["a","b"]' },
  { what: "an error alone", parts: [new TypeError("wrong")], message: "wrong", cause: /^TypeError: wrong/ },
  { what: "an error beside a text", parts: ["why:", new Error("wrong")], message: "why:", cause: /^Error: wrong/ },
  { what: "a cause", parts: ["why:", Cause.die(new Error("wrong"))], message: "why:", cause: /^Error: wrong/ }
])("a line has a text as message: $what", ({ parts, message, cause }) =>
  Effect.gen(function* () {
    const lines = yield* written(Effect.logWarning(...parts).pipe(Effect.annotateLogs({ count: 1 })))
    assert.lengthOf(lines, 1)
    assert.notInclude(lines[0], "\n")
    const entry = decode(lines[0])
    assert.strictEqual(entry.message, message)
    assert.deepStrictEqual([entry.level, entry.annotations], ["WARN", { count: 1 }])
    if (cause === undefined) assert.isUndefined(entry.cause)
    else assert.match(entry.cause ?? "", cause)
  })
)

it.effect("leaves out what is empty", () =>
  Effect.gen(function* () {
    const [plain = "{}", timed = "{}"] = yield* written(
      Effect.andThen(Effect.logInfo("plain"), Effect.withLogSpan(Effect.logInfo("timed"), "span"))
    )
    assert.deepStrictEqual(Object.keys(JSON.parse(plain)).sort(), ["fiberId", "level", "message", "timestamp"])
    assert.deepStrictEqual(Object.keys(JSON.parse(timed).spans), ["span"])
  })
)

it.effect("writes a circular object too", () =>
  Effect.gen(function* () {
    const [line] = yield* written(Effect.logInfo("odd", circular))
    assert.match(decode(line).message, /^odd ./)
  })
)
