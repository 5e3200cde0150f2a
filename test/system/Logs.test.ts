import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { madeFolder } from "../support/madeFolder.ts"

const Entry = Schema.fromJsonString(
  Schema.Struct({ message: Schema.String, level: Schema.String, timestamp: Schema.String })
)

const decode = Schema.decodeUnknownSync(Entry)

/** The log entries of an output; fails unless each line is one. */
const entries = (said: string): ReadonlyArray<typeof Entry.Type> =>
  said
    .trimEnd()
    .split("\n")
    .map((line) => decode(line))

/** Loaded before the service: at a signal it makes Node write to standard error. */
const faultyModule = `process.on("SIGUSR2", () => {
  process.emitWarning("odd\\nand more")
  setTimeout(() => { throw new Error("nobody\\ncatches it") }, 50)
})`

describe("The log in JSON", { concurrent: true, timeout: 120_000 }, () => {
  it.live("is one document on each line with a text as message, even for warnings of Node and uncaught errors", () =>
    Effect.gen(function* () {
      const server = yield* ServerProcess.start({
        DATA_DIR: yield* madeFolder,
        LOG_LEVEL: "debug",
        NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(faultyModule).toString("base64")}`
      })
      const token = yield* Effect.promise(() => signIn(server.url))
      yield* Effect.promise(() => call(server.url, token, "/api/teams"))
      process.kill(server.pid ?? 0, "SIGUSR2")
      assert.deepStrictEqual(yield* server.ended, { code: 1, signal: null }, server.output())
      const said = entries(server.output())
      assert.isTrue(said.some(({ message }) => message === "GET /api/teams 200"))
      assert.isTrue(said.some(({ level, message }) => level === "WARN" && message === "Warning: odd\nand more"))
      assert.deepStrictEqual(
        [said.at(-1)?.level, said.at(-1)?.message],
        ["FATAL", "Exiting because of an uncaught error."]
      )
      assert.include(server.output(), "nobody\\ncatches it")
    }).pipe(Effect.scoped)
  )

  it.live("says why a start fails, even if a setting is wrong", () =>
    Effect.gen(function* () {
      for (const [env, message] of [
        [{ PORT: "x", LOG_FORMAT: "json" }, "Error: PORT must be a whole number."],
        [{ LOG_FORMAT: "xml" }, "Error: LOG_FORMAT must be pretty or json."]
      ] as const) {
        const { raw, code } = yield* Effect.flip(ServerProcess.start({ DATA_DIR: "/nowhere", ...env }))
        assert.deepStrictEqual(
          entries(raw).map(({ level, message }) => [level, message]),
          [["FATAL", message]]
        )
        assert.strictEqual(code, 1)
      }
      const { raw } = yield* Effect.flip(ServerProcess.start({ DATA_DIR: "/nowhere", PORT: "x", LOG_FORMAT: "pretty" }))
      assert.strictEqual(raw, "Error: PORT must be a whole number.\n")
    }).pipe(Effect.scoped)
  )
})
