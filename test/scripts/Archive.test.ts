import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { dataFolder } from "../../scripts/support/Calls.ts"
import { Login } from "../../src/accounts/Login.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminHere.ts"
import * as AdminProcess from "./AdminProcess.ts"
import { words } from "./AdminProcess.ts"
import { answered, embedded, events, fill, password, withServer } from "./ArchiveSource.ts"

const Moved = Schema.Struct({
  events: Schema.Int,
  outcomes: Schema.Int,
  users: Schema.Int,
  eventHash: Schema.String,
  stateHash: Schema.String
})
const movedOf = Schema.decodeUnknownSync(Schema.fromJsonString(Moved), { onExcessProperty: "error" })
const verifiedOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ ok: Schema.Literal(true), events: Schema.Int, stateHash: Schema.String }))
)

const answer = Effect.fnUntraced(function* (line: string, env: Record<string, string>, stdin?: string) {
  const { code, stdout, stderr } = yield* run(words(line), env, stdin)
  assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
  return stdout
})

/** All lines but the first and the last, which say where and when the archive was made. */
const content = (archive: string): ReadonlyArray<string> => archive.trimEnd().split("\n").slice(1, -1)

const allEvents = EventStore.use(({ read }) => read(0, 100))
const answers = Planner.use(({ submit }) => Effect.forEach(answered, submit))

describe("Moving a log to another database", () => {
  it.live("embedded → PostgreSQL → embedded keeps events, outcomes, users and hashes", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      // Copies of the same template folder would have the same epoch.
      const [first, last] = [yield* madeFolder, yield* dataFolder]
      const file = join(folder, "log.ndjson")
      const url = yield* migratedDatabase
      const onServer = { databaseUrl: Option.some(url), dataDir: "" }
      const server = { DATABASE_URL: Redacted.value(url) }

      const before = yield* withServer(
        embedded(first),
        Effect.gen(function* () {
          yield* fill
          return { events: yield* allEvents, answers: yield* answers, epoch: (yield* (yield* EventStore).head).epoch }
        })
      )
      assert.strictEqual(before.events.length, events)

      const exported = movedOf(yield* answer(`log export --with-users --json --file ${file}`, { DATA_DIR: first }))
      assert.deepStrictEqual(
        { events: exported.events, outcomes: exported.outcomes, users: exported.users },
        { events, outcomes: 4, users: 2 }
      )
      assert.strictEqual(exported.eventHash, before.events.at(-1)?.hash)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.deepStrictEqual(
        readdirSync(folder).filter((name) => name.startsWith("log")),
        ["log.ndjson"]
      )
      const archive = readFileSync(file, "utf8")

      assert.deepStrictEqual(movedOf(yield* answer("log import --json --file -", server, archive)), exported)
      assert.match(yield* answer("users log", server), /^\S+ {2}import +- {2}\(\d+ events, 2 users; script\)\n$/)
      const verified = verifiedOf(yield* answer("history verify --json", server))
      assert.deepStrictEqual(verified, { ok: true, events, stateHash: exported.stateHash })

      const piped = yield* AdminProcess.run(words("log export --with-users"), server)
      assert.deepStrictEqual(
        { code: piped.code, stderr: piped.stderr },
        {
          code: 0,
          stderr: `Exported: ${events} events, 4 stored outcomes, 2 users. State: ${exported.stateHash}\n`
        }
      )
      assert.deepStrictEqual(content(piped.stdout), content(archive))

      writeFileSync(file, piped.stdout)
      yield* answer("migrate", { DATA_DIR: last })
      assert.strictEqual(
        yield* answer(`log import --file ${file}`, { DATA_DIR: last }),
        `Imported: ${events} events, 4 stored outcomes, 2 users. State: ${exported.stateHash}\n`
      )

      for (const place of [onServer, embedded(last)]) {
        yield* withServer(
          place,
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* allEvents, before.events)
            assert.notStrictEqual((yield* (yield* EventStore).head).epoch, before.epoch)
            assert.deepStrictEqual(yield* answers, before.answers)
            assert.strictEqual((yield* EventStore.use(({ head }) => head)).sequenceNumber, events)
            const { stateHash, checkpoints } = yield* verify()
            assert.deepStrictEqual({ stateHash, checkpoints }, { stateHash: exported.stateHash, checkpoints: 1 })
            const { login } = yield* Login
            const ada = yield* login("ada lovelace", password)
            assert.strictEqual(ada.user.role, "admin")
          })
        )
      }
    }).pipe(Effect.scoped)
  )

  it.live("a failure prints one line and changes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      const refused = Effect.fnUntraced(function* (line: string, code: number, stdin?: string) {
        const finished = yield* run(words(line), env, stdin)
        assert.deepStrictEqual({ line, code: finished.code, stdout: finished.stdout }, { line, code, stdout: "" })
        return finished.stderr
      })
      const file = join(folder, "log.ndjson")
      yield* answer(`log export --file ${file}`, env)
      const archive = readFileSync(file, "utf8")
      assert.strictEqual(archive.split("\n").length, 3)
      assert.strictEqual(
        yield* refused(`log export --file ${file}`, 1),
        `Error: ${file} exists already; --force replaces it.\n`
      )
      assert.strictEqual(readFileSync(file, "utf8"), archive)
      writeFileSync(file, "something else")
      assert.match(yield* answer(`log export --force --file ${file}`, env), /^Exported: 0 events, /)
      assert.strictEqual(readFileSync(file, "utf8").split("\n").length, 3)
      assert.strictEqual(yield* refused(`log export --force --file ${folder}`, 1), `Error: ${folder} is not a file.\n`)
      assert.match(yield* refused("log export --json", 2), /^Error: --json needs --file: /)
      assert.match(
        yield* refused(`log export --file ${folder}/none/x`, 1),
        /^Error: The archive can't be written: .*\n$/
      )
      assert.match(yield* refused(`log import --file ${folder}/none`, 1), /^Error: The archive can't be read: .*\n$/)
      assert.strictEqual(yield* refused("log import", 1), "Error: The archive is empty.\n")
      assert.strictEqual(
        yield* refused("log import", 1, `> strategy-planning\n${archive}`),
        "Error: Line 1: it is not the beginning of an archive of a strategy log.\n"
      )
    }).pipe(Effect.scoped)
  )
})
