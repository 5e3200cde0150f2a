import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/Database.ts"
import { migratedDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"
import { events, fill, withServer } from "./ArchiveSource.ts"

describe("history verify and rebuild", () => {
  it.live("report what was checked; for one changed byte they name the event and exit with 1", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const place = { databaseUrl: Option.some(url), dataDir: "" }
      const env = { DATABASE_URL: Redacted.value(url) }
      yield* withServer(place, fill)

      const whole = yield* run(words("history verify"), env)
      assert.deepStrictEqual({ code: whole.code, stderr: whole.stderr }, { code: 0, stderr: "" })
      assert.match(
        whole.stdout,
        new RegExp(`^History is intact: ${events} events, \\d+ associations, \\d+ checkpoints\\. State: \\S{43}\\n$`)
      )

      const rebuilt = yield* run(words("history rebuild"), env)
      assert.deepStrictEqual({ code: rebuilt.code, stderr: rebuilt.stderr }, { code: 0, stderr: "" })
      assert.match(
        rebuilt.stdout,
        new RegExp(`^Rebuilt from ${events} events: \\d+ associations, \\d+ checkpoints\\.\n$`)
      )
      const logged = yield* run(words("users log --limit 1"), env)
      assert.match(logged.stdout, /^\S+ {2}rebuild +- {2}\(script\)\n$/)
      const unchanged = yield* run(words("history verify"), env)
      assert.deepStrictEqual(
        unchanged.stdout.replace(/\d+ checkpoints/, ""),
        whole.stdout.replace(/\d+ checkpoints/, "")
      )

      yield* SqlClient.SqlClient.use((sql) =>
        Effect.gen(function* () {
          yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
          yield* sql`UPDATE events SET actor_name = 'adb' WHERE sequence_number = 6`
        })
      ).pipe(Effect.provide(Layer.provide(Database.layer(place), Logger.layer([]))), Effect.orDie)

      const message = "Event 6: its content, or what came before it, does not match its hash."
      const finished = (line: string) => run(words(line), env)
      assert.deepStrictEqual(yield* finished("history verify"), { code: 1, stdout: "", stderr: `Error: ${message}\n` })
      assert.deepStrictEqual(yield* finished("history verify --json"), {
        code: 1,
        stdout: `${JSON.stringify({ ok: false, sequenceNumber: 6, message })}\n`,
        stderr: `Error: ${message}\n`
      })
      const exported = yield* finished("log export")
      assert.deepStrictEqual({ ...exported, stdout: "" }, { code: 1, stdout: "", stderr: `Error: ${message}\n` })
    }).pipe(Effect.scoped)
  )
})
