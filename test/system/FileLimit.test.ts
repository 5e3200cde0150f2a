import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { until } from "../support/until.ts"

/** A server that may have so many files open. */
const startWith = (openFiles: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const DATA_DIR = mkdtempSync(join(tmpdir(), "strategy-files-"))
      const child = spawn("sh", ["-c", `ulimit -n ${openFiles}; exec "${process.execPath}" src/main.ts`], {
        env: {
          ...process.env,
          DATA_DIR,
          PORT: "0",
          MAX_STREAMS: "500",
          LOG_FORMAT: "pretty",
          ADMIN_PASSWORD: "correct horse"
        },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let output = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
      return { child, output: () => output }
    }),
    ({ child }) => Effect.promise(() => ended(child, "SIGTERM"))
  )

const ended = (child: ChildProcess, signal?: NodeJS.Signals) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once("exit", resolve)
    if (signal !== undefined) child.kill(signal)
  })

const matched = (output: () => string, pattern: RegExp) =>
  Effect.map(
    until(Effect.sync(output), (text) => pattern.test(text)),
    (text) => pattern.exec(text) ?? []
  )

describe.skipIf(process.platform !== "linux")("A server that may have few files open", { concurrent: true }, () => {
  it.live("says so in one line and does not start, with too few for any work", () =>
    Effect.gen(function* () {
      const { child, output } = yield* startWith(64)
      assert.strictEqual(yield* Effect.promise(() => ended(child)), 1)
      assert.match(output(), /^Error: Only 64 files may be open here; [^\n]*\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("warns at the start, closes connections beyond them with one line, and answers on those it has", () =>
    Effect.gen(function* () {
      const { output } = yield* startWith(330)
      const [, port = ""] = yield* matched(output, /Listening on http:\/\/127\.0\.0\.1:(\d+)/)
      yield* matched(output, /WARN .*Only 330 files may be open here, so at most 74 connections are taken/)
      const sockets = yield* Effect.acquireRelease(
        Effect.sync(() => Array.from({ length: 200 }, () => connect(Number(port), "127.0.0.1").on("error", () => {}))),
        (all) =>
          Effect.sync(() => {
            for (const socket of all) socket.destroy()
          })
      )
      const open = new Set(sockets)
      const onlyThoseLeft = new Promise<void>((resolve) => {
        for (const socket of sockets) {
          socket.once("close", () => {
            open.delete(socket)
            if (open.size === 74) resolve()
          })
        }
      })
      yield* Effect.promise(() => onlyThoseLeft)
      yield* matched(output, /New connections are not taken: 74 are open/)
      const [first] = open
      const answer = new Promise<string>((resolve) => first?.once("data", (data) => resolve(String(data))))
      first?.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
      assert.match(yield* Effect.promise(() => answer), /^HTTP\/1\.1 200 [\s\S]*healthy/)
      assert.strictEqual(open.size, 74)
      assert.lengthOf(output().match(/New connections are not taken/g) ?? [], 1)
    }).pipe(Effect.scoped)
  )
})
