import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { asOwner, servedDatabase } from "../support/limitedRole.ts"

it.live(
  "a server whose PostgreSQL becomes read-only is degraded, answers reads, and becomes healthy again by itself",
  () =>
    Effect.gen(function* () {
      const { owner, name, url } = yield* servedDatabase
      const server = yield* ServerProcess.start({ DATABASE_URL: Redacted.value(url) })
      const token = yield* Effect.promise(() => signIn(server.url))
      const ask = (path: string, body?: unknown) =>
        Effect.promise(async () => {
          const answer = await call(server.url, token, path, body)
          return [answer.status, await answer.text()] as const
        })
      const write = ask("/api/events", { eventType: "create_team", data: { name: "Payments", color: "#123456" } })
      /** Changes the role's settings, which apply to later connections, and ends the present ones. */
      const become = (change: string) =>
        asOwner(owner, [
          `ALTER ROLE ${name} ${change}`,
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${name}'`
        ])
      const untilHealthIs = (health: string) =>
        ask("/health").pipe(
          Effect.filterOrFail(([, body]) => body === health),
          Effect.retry({ schedule: Schedule.spaced("100 millis") })
        )
      assert.strictEqual((yield* write)[0], 200)
      assert.deepStrictEqual(yield* ask("/health"), [200, '{"status":"healthy"}'])

      yield* become("SET default_transaction_read_only = on")
      assert.deepStrictEqual(yield* untilHealthIs('{"status":"degraded"}'), [200, '{"status":"degraded"}'])
      const [status, body] = yield* write
      assert.strictEqual(status, 503)
      assert.include(body, "The database is not accepting writes. Try again shortly.")
      for (const path of ["/api/teams", "/api/history/all"]) assert.strictEqual((yield* ask(path))[0], 200, path)

      yield* become("RESET default_transaction_read_only")
      assert.deepStrictEqual(yield* untilHealthIs('{"status":"healthy"}'), [200, '{"status":"healthy"}'])
      assert.strictEqual((yield* write)[0], 200)
    }).pipe(Effect.scoped)
)
