import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
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

/** The pattern of the filter for fail2ban in the documents, with the address in its first group. */
const fail2ban = new RegExp(
  (/^failregex = (.*)$/m.exec(readFileSync("docs/operate.md", "utf8"))?.[1] ?? "").replace("<ADDR>", "(\\S+)")
)

const AccessLine = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.Literal("POST /api/auth/login 200"),
    annotations: Schema.Struct({ outcome: Schema.Literals(["login", "login_failed", "locked"]) })
  })
)
const decodeAccess = Schema.decodeOption(AccessLine)

describe("The log of sign-ins", { concurrent: true }, () => {
  for (const LOG_FORMAT of ["json", "pretty"]) {
    it.live(`has a line for each that is refused, which fail2ban finds, and never the name, in ${LOG_FORMAT}`, () =>
      Effect.gen(function* () {
        const settings = { LOG_FORMAT, ACCESS_LOG: "1", LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1" }
        const server = yield* ServerProcess.start({ DATA_DIR: yield* madeFolder, ...settings })
        const addresses = ["203.0.113.7", "2001:db8::7"]
        const typedAsName = "Passw0rdInTheWrongField"
        const attempt = (username: string, password: string, address: string) =>
          call(server.url, "", "/api/auth/login", { username, password }, { "x-forwarded-for": address })
        yield* Effect.promise(async () => {
          for (let guess = 0; guess < 7; guess++) await attempt(typedAsName, "guess", addresses[guess % 2] ?? "")
          await attempt("admin", "guess", "203.0.113.7")
          await attempt("admin", "correct horse", "203.0.113.7")
        })
        server.kill("SIGTERM")
        yield* server.ended
        const lines = server.output().split("\n")
        const found = lines.flatMap((line) => fail2ban.exec(line)?.[1] ?? [])
        const [one, other] = addresses
        assert.deepStrictEqual(found, [one, other, one, other, one, other, one, one])
        assert.notInclude(server.output().toLowerCase(), typedAsName.toLowerCase())
        if (LOG_FORMAT === "json") {
          const outcomes = lines.flatMap((line) => Option.toArray(decodeAccess(line))).map((_) => _.annotations.outcome)
          const refused = Array.from({ length: 5 }, () => "login_failed")
          assert.deepStrictEqual(outcomes, [...refused, "locked", "locked", "login_failed", "login"])
        }
      }).pipe(Effect.scoped)
    )
  }
})

describe("The log in JSON", { concurrent: true }, () => {
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

  it.live("names the tool that an agent called, and whether it refused", () =>
    Effect.gen(function* () {
      const server = yield* ServerProcess.start({ DATA_DIR: yield* madeFolder, ACCESS_LOG: "1", LOG_LEVEL: "info" })
      yield* Effect.promise(async () => {
        const session = await signIn(server.url)
        const made = await call(server.url, session, "/api/auth/tokens", {
          name: "Agent",
          scope: "read",
          expiresInDays: 1
        })
        const { token } = (await made.json()) as { token: string }
        for (const args of [{}, { limit: 0 }]) {
          await fetch(new URL("/mcp", server.url), {
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify({
              ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
              params: { name: "get_overview", arguments: args }
            })
          })
        }
      })
      server.kill("SIGTERM")
      yield* server.ended
      const calls = server.output().matchAll(/"message":"POST \/mcp 200".*"tool":"(\w+)","refused":(\w+)/g)
      assert.deepStrictEqual(
        [...calls].map(([, tool, refused]) => [tool, refused]),
        [
          ["get_overview", "false"],
          ["get_overview", "true"]
        ]
      )
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
