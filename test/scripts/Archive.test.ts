import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { dataFolder } from "../../scripts/support/Calls.ts"
import { Login } from "../../src/accounts/passwords/Login.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { ChangeSetId } from "../../src/domain/entities/Ids.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { ProvenanceStore } from "../../src/log/store/ProvenanceStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import { entityId, envelope } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"
import * as AdminProcess from "./AdminProcess.ts"
import { words } from "./AdminProcess.ts"
import { answered, embedded, events, fill, password, position, secret, withServer } from "./ArchiveSource.ts"

const Moved = Schema.Struct({
  events: Schema.Int,
  outcomes: Schema.Int,
  users: Schema.Int,
  accountEntries: Schema.Int,
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

const linesOf = (archive: string) => archive.trimEnd().split("\n").slice(1, -1)

const isAccountEntry = (line: string) => line.startsWith('{"timestamp"')

/** All lines but the first and the last, which say where and when the archive was made, and the account log. */
const content = (archive: string) => linesOf(archive).filter((line) => !isAccountEntry(line))

const accountLogIn = (archive: string) => linesOf(archive).filter(isAccountEntry)

const allEvents = EventStore.use(({ read }) => read(0, 100))
const answers = Planner.use(({ submit }) => Effect.forEach(answered, submit))

const settingsOf = (url: Redacted.Redacted) => ({ DATABASE_URL: Redacted.value(url) })

const onServer = (url: Redacted.Redacted) => ({ databaseUrl: Option.some(url), dataDir: "" })

describe("Moving a log to another database", () => {
  it.live("embedded → PostgreSQL → embedded keeps events, outcomes, users and hashes", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      // Copies of the same template folder would have the same epoch.
      const [first, last] = [yield* madeFolder, yield* dataFolder]
      const file = join(folder, "log.ndjson")
      const url = yield* migratedDatabase
      const server = settingsOf(url)

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
      assert.match(
        archive,
        /^\{"format":"strategy-log","version":4,"epoch":"[^"]*","events":\d+,"withUsers":true,"exportedAt"/
      )
      assert.notInclude(archive, "whsec_")

      assert.deepStrictEqual(movedOf(yield* answer("log import --json --file -", server, archive)), exported)
      const kept = accountLogIn(archive)
      assert.deepStrictEqual(
        kept.map((line) => /"action":"(\w+)"/.exec(line)?.[1]),
        ["user_created", "user_created", "archive_exported"]
      )
      const [imported, ...log] = (yield* answer("users log", server)).trimEnd().split("\n")
      assert.match(imported ?? "", /^\S+ {2}import +- {2}\(\d+ events, 2 users; script\)$/)
      assert.lengthOf(log, kept.length)
      assert.match(log[0] ?? "", /^\S+ {2}archive_exported +- {2}\(users; script\)$/)
      const verified = verifiedOf(yield* answer("history verify --json", server))
      assert.deepStrictEqual(verified, { ok: true, events, stateHash: exported.stateHash })

      const piped = yield* AdminProcess.run(words("log export --with-users"), server)
      assert.deepStrictEqual(
        { code: piped.code, stderr: piped.stderr },
        {
          code: 0,
          stderr: `Exported: ${events} events, 4 stored outcomes, 2 users, ${kept.length + 2} entries of the account log. State: ${exported.stateHash}\n`
        }
      )
      assert.deepStrictEqual(content(piped.stdout), content(archive))
      assert.deepStrictEqual(accountLogIn(piped.stdout).slice(0, kept.length), kept)

      const earlier = "x".repeat(exported.stateHash.length)
      writeFileSync(file, piped.stdout.replace(exported.stateHash, earlier))
      yield* answer("migrate", { DATA_DIR: last })
      const ofEarlierRelease = yield* AdminProcess.run(words(`log import --file ${file}`), { DATA_DIR: last })
      assert.include(
        ofEarlierRelease.stderr,
        `The archive gives its state as ${earlier}, because another release wrote it in another format.`
      )
      assert.strictEqual(
        ofEarlierRelease.stdout,
        `Imported: ${events} events, 4 stored outcomes, 2 users, ${kept.length + 2} entries of the account log. State: ${exported.stateHash}\n`
      )

      for (const place of [onServer(url), embedded(last)]) {
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

  it.live("users are linked to the company's sign-in by a command, and an archive with users keeps that", () =>
    Effect.gen(function* () {
      const [source, target] = [yield* migratedDatabase, yield* migratedDatabase]
      const [from, to] = [settingsOf(source), settingsOf(target)]
      const file = join(yield* dataFolder, "log.ndjson")
      const oidc = { OIDC_ISSUER: "https://login.example.org", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" }
      const env = { ...from, ...oidc, OIDC_ROLES: "viewer=*", PUBLIC_URL: "https://plans.example.org" }
      yield* withServer(onServer(source), fill)
      const link = (name: string, subject: string, ...more: ReadonlyArray<string>) =>
        run(["users", "link", name, "--subject", subject, ...more], env)
      assert.strictEqual(
        (yield* link("BOB", "s-bob")).stdout,
        "bob now signs in as s-bob of https://login.example.org/.\n"
      )
      const refusals = [
        [link("Ada Lovelace", "s-bob"), 1, "This subject already signs in as bob."],
        [link("nobody", "s"), 1, 'There is no user named "nobody".'],
        [link("bob", "é"), 2, "Invalid value for flag --subject"],
        [link("bob", "s", "--issuer", "http://login.example.org"), 2, "must look like https://"],
        [run(["users", "link", "bob", "--subject", "s"], from), 1, "Say which provider: set OIDC_ISSUER"]
      ] as const
      for (const [refused, expected, text] of refusals) {
        const { code, stderr } = yield* refused
        assert.include(stderr, text)
        assert.strictEqual(code, expected)
      }
      const { token } = JSON.parse(yield* answer("tokens add bob --name Report --scope read --days 9 --json", from))
      const secrets = [token, createHash("sha256").update(token).digest("base64"), password]
      const withoutSecrets = () => {
        const archive = readFileSync(file, "utf8")
        for (const secret of secrets) assert.notInclude(archive, secret)
        return archive
      }
      yield* answer(`log export --file ${file}`, from)
      assert.notMatch(withoutSecrets(), /"identities"|"passwordHash"|whsec_/)
      yield* answer(`log export --with-users --force --file ${file}`, from)
      withoutSecrets()
      yield* answer(`log import --file ${file}`, to)
      const linked = withServer(
        onServer(target),
        UserStore.use(({ findByIdentity }) =>
          findByIdentity({ issuer: "https://login.example.org/", subject: "s-bob" })
        )
      )
      assert.strictEqual(Option.getOrUndefined(yield* linked)?.username, "bob")
    }).pipe(Effect.scoped)
  )

  it.live("embedded → PostgreSQL → embedded keeps token names and change sets", () =>
    Effect.gen(function* () {
      const [first, last] = [yield* madeFolder, yield* dataFolder]
      const server = settingsOf(yield* migratedDatabase)
      const changeSet = { id: ChangeSetId.make(entityId(7)), name: "Draft 🎯" }
      const origins = [
        undefined,
        { tokenName: "Planning agent", changeSet, undoes: null },
        { tokenName: null, changeSet: null, undoes: 2 }
      ]
      const made = ["One", "Two", "Three"].map((name, index) =>
        envelope({
          eventType: "create_team",
          targetId: null,
          data: { name, color: "#000000" },
          origin: origins[index]
        })
      )
      yield* withServer(
        embedded(first),
        Planner.use(({ submit }) => Effect.forEach(made, submit))
      )
      const folder = yield* dataFolder
      const [file, again] = [join(folder, "log.ndjson"), join(folder, "again.ndjson")]
      yield* answer(`log export --file ${file}`, { DATA_DIR: first })
      yield* answer(`log import --file ${file}`, server)
      yield* answer(`log export --file ${again}`, server)
      yield* answer("migrate", { DATA_DIR: last })
      yield* answer(`log import --file ${again}`, { DATA_DIR: last })
      const kept = withServer(
        embedded(last),
        ProvenanceStore.use((store) => store.after(0, 10))
      )
      assert.deepStrictEqual(
        yield* kept,
        origins.flatMap((origin, index) => (origin === undefined ? [] : [{ sequenceNumber: index + 1, ...origin }]))
      )
    }).pipe(Effect.scoped)
  )

  it.live(
    "webhooks are imported if the archive has them: disabled with the reason, at their positions, with their secrets",
    () =>
      Effect.gen(function* () {
        const [source, target] = [yield* migratedDatabase, yield* migratedDatabase]
        const [from, to] = [settingsOf(source), settingsOf(target)]
        const file = join(yield* dataFolder, "log.ndjson")
        yield* withServer(onServer(source), fill)
        assert.match(
          yield* answer(`log export --with-users --with-webhooks --file ${file}`, from),
          /, 2 users, 2 webhooks, 3 entries of the account log\. State: /
        )
        const exportedAt = /"exportedAt":"([^"]*)"/.exec(readFileSync(file, "utf8"))?.[1]
        assert.match(
          yield* answer(`log import --file ${file}`, to),
          /, 2 users, 2 webhooks \(disabled\), 3 entries of the account log\. State: /
        )
        assert.match(yield* answer("users log", to), /\(\d+ events, 2 users, 2 webhooks; script\)/)
        const disabledReason = `Imported from the archive of ${exportedAt}.`
        yield* withServer(
          onServer(target),
          Effect.gen(function* () {
            const { epoch } = yield* EventStore.use(({ head }) => head)
            const [one, two, ...more] = yield* WebhookStore.use(({ list }) => list)
            assert.lengthOf(more, 0)
            const description = "Chat 🎯"
            assert.deepInclude(one, {
              description,
              url: "https://example.org/one",
              eventTypes: ["create_team"],
              secret
            })
            assert.deepInclude(one, { epoch, sequenceNumber: position, enabled: false, disabledReason, failures: 0 })
            assert.deepInclude(two, { epoch, sequenceNumber: events, enabled: false, disabledReason: null, secret })
          })
        )
        const [first] = (yield* answer("webhooks list", to)).split("\n")
        assert.include(first, `event ${position}  disabled: ${disabledReason}`)
        const id = first?.split(" ")[0]
        yield* answer(`webhooks enable ${id}`, to)
        assert.include(
          yield* answer("webhooks list", to),
          `${id}  https://example.org/one  event ${position}  enabled  slack  weekly\n`
        )
        assert.strictEqual(
          (yield* run(words(`log import --file ${file}`), to)).stderr,
          `Error: The database already contains ${events} events; archives can only be imported into an empty one.\n`
        )
      }).pipe(Effect.scoped)
  )

  it.live("nothing is imported into a database with a webhook, which would be sent the whole log", () =>
    Effect.gen(function* () {
      const file = join(yield* dataFolder, "log.ndjson")
      const env = settingsOf(yield* migratedDatabase)
      yield* answer(`log export --file ${file}`, env)
      yield* answer("webhooks add https://example.org/hook", env)
      assert.strictEqual(
        (yield* run(words(`log import --file ${file}`), env)).stderr,
        "Error: The database already contains webhooks; archives can only be imported into an empty one.\n"
      )
    }).pipe(Effect.scoped)
  )

  it.live("a pipe that nobody reads is one line", () =>
    Effect.gen(function* () {
      const env = { ...process.env, ...settingsOf(yield* migratedDatabase) }
      const child = spawn(process.execPath, ["scripts/admin.ts", "log", "export"], {
        env,
        stdio: ["ignore", "pipe", "pipe"]
      })
      child.stdout.destroy()
      const [stderr, [code]] = yield* Effect.promise(() => Promise.all([text(child.stderr), once(child, "close")]))
      assert.deepStrictEqual([stderr, code], ["Error: The archive can't be written: nobody reads it any more.\n", 1])
    }).pipe(Effect.scoped)
  )

  it.live(
    "an export is recorded with its options; of a database that cannot be written to it is made all the same",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const env = settingsOf(url)
        for (const options of ["", " --with-users", " --with-webhooks", " --with-users --with-webhooks"]) {
          yield* run(words(`log export${options}`), env)
        }
        const log = (yield* answer("users log", env)).trimEnd().split("\n")
        assert.deepStrictEqual(
          log.map((line) => line.replace(/^\S+ {2}/, "")),
          ["users; webhooks; script", "webhooks; script", "users; script", "script"].map(
            (detail) => `archive_exported  -  (${detail})`
          )
        )
        const readOnly = SqlClient.SqlClient.use((sql) =>
          sql.unsafe(
            `ALTER DATABASE ${new URL(Redacted.value(url)).pathname.slice(1)} SET default_transaction_read_only = on`
          )
        )
        yield* Effect.provide(readOnly, PgClient.layer({ url }))
        const { code, stdout, stderr } = yield* run(words("log export"), env)
        assert.strictEqual(code, 0)
        assert.match(
          stderr,
          /^The account log could not be written: it has no entry about this export\.\nExported: 0 events/
        )
        assert.lengthOf(accountLogIn(stdout), 4)
      }).pipe(Effect.scoped)
  )

  it.live("a failure prints one line and changes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      const env = settingsOf(yield* migratedDatabase)
      const refused = Effect.fnUntraced(function* (line: string, code: number, stdin?: string) {
        const finished = yield* run(words(line), env, stdin)
        assert.deepStrictEqual({ line, code: finished.code, stdout: finished.stdout }, { line, code, stdout: "" })
        return finished.stderr
      })
      const file = join(folder, "log.ndjson")
      yield* answer(`log export --file ${file}`, env)
      const archive = readFileSync(file, "utf8")
      assert.strictEqual(archive.split("\n").length, 4)
      assert.strictEqual(
        yield* refused(`log export --file ${file}`, 1),
        `Error: ${file} already exists; use --force to replace it.\n`
      )
      assert.strictEqual(readFileSync(file, "utf8"), archive)
      writeFileSync(file, "something else")
      assert.match(yield* answer(`log export --force --file ${file}`, env), /^Exported: 0 events, /)
      assert.strictEqual(readFileSync(file, "utf8").split("\n").length, 5)
      assert.strictEqual(yield* refused(`log export --force --file ${folder}`, 1), `Error: ${folder} is not a file.\n`)
      assert.match(yield* refused("log export --json", 2), /^Error: --json requires --file: /)
      assert.strictEqual(
        yield* refused(`log export --file ${folder}/none/x`, 1),
        "Error: The archive can't be written: there is no such file or folder.\n"
      )
      assert.strictEqual(
        yield* refused(`log import --file ${folder}/none`, 1),
        "Error: The archive can't be read: there is no such file or folder.\n"
      )
      assert.strictEqual(
        yield* refused(`log import --file ${folder}`, 1),
        "Error: The archive can't be read: it is a folder.\n"
      )
      assert.strictEqual(yield* refused("log import", 1), "Error: The archive is empty.\n")
      assert.strictEqual(
        yield* refused("log import", 1, `> strategy-planning\n${archive}`),
        "Error: Line 1: it is not the first line of a strategy log archive.\n"
      )
    }).pipe(Effect.scoped)
  )
})
