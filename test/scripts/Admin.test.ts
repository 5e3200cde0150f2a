import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import * as Database from "../../src/Database.ts"
import { AccountEntry } from "../../src/domain/AccountEntry.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Decodes JSON that must have exactly the fields of the schema. */
const reader = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema), { onExcessProperty: "error" })

const user = {
  ...{ id: Schema.String, username: Schema.String, displayName: Schema.Null },
  ...{ role: Schema.String, createdAt: Schema.String }
}
const userOf = reader(Schema.Struct(user))
const listOf = reader(Schema.Array(Schema.Struct(user)))
const newOf = reader(Schema.Struct({ ...user, generatedPassword: Schema.String }))
const logOf = reader(Schema.Array(AccountEntry))
const sampleOf = reader(Schema.Struct({ teamId: Schema.String, events: Schema.Int }))

/** Runs a task on the database between two commands. */
const withDatabase = <A, E>(place: Database.Place, task: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  task.pipe(Effect.provide(Layer.provide(Database.layer(place), Logger.layer([]))), Effect.orDie)

const folder = Effect.map(madeFolder, (dataDir) => ({
  env: { DATA_DIR: dataDir },
  place: { databaseUrl: Option.none(), dataDir }
}))

const server = Effect.map(migratedDatabase, (url) => ({
  env: { DATABASE_URL: Redacted.value(url) },
  place: { databaseUrl: Option.some(url), dataDir: "" }
}))

/** Adds two expired sessions and a valid one for each user. */
const addSessions = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at)
    SELECT gen_random_uuid(), username || days, id, now() - interval '8 days', now() - days * interval '1 day'
    FROM users, unnest(ARRAY[-1, 1, 2]) AS days`
)

const hashOf = (username: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly hash: string }>`SELECT password_hash AS hash FROM users WHERE username = ${username}`
  ).pipe(Effect.map(([row]) => row?.hash ?? ""))

const isPasswordOf = (username: string, password: string) =>
  Effect.gen(function* () {
    const { verify } = yield* PasswordHasher
    return yield* verify(password, Effect.succeed(yield* hashOf(username)))
  }).pipe(Effect.provide(Layer.provide(PasswordHasher.layer, NodeCrypto.layerSecureRandom)))

const kept = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly sessions: number; readonly teams: ReadonlyArray<string> }>`
    SELECT (SELECT count(*)::int FROM sessions) AS sessions,
      (SELECT array_agg(data ->> 'name' ORDER BY data ->> 'name') FROM events WHERE event_type = 'create_team') AS teams`
)

/** Invites zoe and ben, whom it deletes again, and is refused what the API refuses. */
const inviting = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const admin = (line: string, stdin?: string) => run(words(line), env, stdin)
  const line = (name: string) =>
    `${name}\\thttps://plans\\.example\\.org/strategy/#username=${name}(&displayName=B\\+1)?&invitation=[\\w-]{43}\\n`
  const { stdout, stderr } = yield* admin("users invite --role viewer --names-stdin", "zoe\r\n\nben\tB 1\n")
  assert.match(stdout, new RegExp(`^${line("zoe")}${line("ben")}$`))
  assert.match(stderr, /^Each link works once, until \S+Z\.\n$/)
  for (const [refused, stdin, message] of [
    ["users invite new ZOE --role viewer", "", "The username “ZOE” is taken."],
    ["users invite new New --role viewer", "", "Person 2: “New” is in the list twice."],
    ["users invite --role viewer --names-stdin", "\n", "Invite 1 to 100 people at once; these are 0."]
  ] as const) {
    assert.deepInclude(yield* admin(refused, stdin), { code: 1, stdout: "", stderr: `Error: ${message}\n` })
  }
  for (const name of ["zoe", "ben"]) yield* admin(`users delete ${name}`)
})

describe("admin", () => {
  it.live("every command prints text for people, on the embedded database", () =>
    Effect.gen(function* () {
      const { env, place } = yield* folder
      const answer = Effect.fnUntraced(function* (line: string, stdin?: string) {
        const { code, stdout, stderr } = yield* run(words(line), env, stdin)
        assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
        return stdout.trimEnd()
      })
      const added = yield* answer("users add Ada --role admin --generate")
      const generated = /^Added Ada as admin\.\nPassword \(shown only this time\): (\S{20})$/.exec(added)?.[1] ?? ""
      assert.strictEqual(
        yield* answer("users add bob --role viewer --password-stdin", "correct horse\n"),
        "Added bob as viewer."
      )
      yield* inviting({ ...env, PUBLIC_URL: "https://plans.example.org" })
      assert.match(
        yield* answer("users list"),
        /^Ada {2}admin {2}since \d{4}-\d\d-\d\d\nbob {2}viewer {2}since \d{4}-\d\d-\d\d$/
      )
      assert.strictEqual(yield* answer("users set-role BOB editor"), "bob is now editor.")
      assert.strictEqual(
        yield* answer("users reset-password Bob --password-stdin", "battery staple\r\n"),
        "bob has a new password; all their sessions have ended."
      )
      yield* withDatabase(
        place,
        Effect.gen(function* () {
          assert.isTrue(yield* isPasswordOf("Ada", generated), added)
          assert.isTrue(yield* isPasswordOf("bob", "battery staple"))
          yield* addSessions
        })
      )
      assert.strictEqual(yield* answer("sessions purge"), "Expired sessions removed: 4")
      assert.match(
        yield* answer("sample"),
        /^Loaded the sample strategy with 414 events\. Id of its first team: [0-9a-f-]{36}$/
      )
      assert.match(
        yield* answer("sample"),
        /^Created the team "Customer onboarding" with 104 events\. Id: [0-9a-f-]{36}$/
      )
      assert.strictEqual(
        yield* answer("users unlock Bob"),
        "bob is not locked: only running servers hold locks, and none is using this database."
      )
      assert.strictEqual(yield* answer("users delete BOB"), "Deleted bob.")
      const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}/
      const log = (yield* answer("users log --username BOB")).split("\n")
      assert.deepStrictEqual(
        log.map((line) => line.replace(time, "").replaceAll(/ {2,}/g, "  ")),
        [
          "user_deleted  bob  (script)",
          "password_reset  bob  (script)",
          "role_changed  bob  (viewer to editor; script)",
          "user_created  bob  (viewer; script)"
        ]
      )
      for (const line of log) assert.match(line, time)
      assert.deepStrictEqual(yield* withDatabase(place, kept), [
        { sessions: 1, teams: ["Company", "Customer onboarding", "Customer onboarding", "Mobile app", "Payments"] }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("every command prints one JSON document with --json, on PostgreSQL", () =>
    Effect.gen(function* () {
      const { env, place } = yield* server
      const answer = Effect.fnUntraced(function* (line: ReadonlyArray<string>, stdin?: string) {
        const { code, stdout, stderr } = yield* run([...line, "--json"], env, stdin)
        assert.deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: "" })
        assert.strictEqual(stdout.split("\n").length, 2)
        return stdout
      })
      const refusal = Effect.fnUntraced(function* (line: string) {
        const { code, stdout, stderr } = yield* run(words(`${line} --json`), env)
        assert.deepStrictEqual({ line, code, stdout }, { line, code: 1, stdout: "" })
        return stderr.trimEnd()
      })

      assert.deepStrictEqual(listOf(yield* answer(words("users list"))), [])
      assert.strictEqual(
        yield* refusal("sample --name X"),
        "Error: There is no admin yet: start the server once or run users add."
      )
      const ada = userOf(yield* answer(words("users add Ada --role admin --password-stdin"), "correct horse"))
      assert.match(ada.id, uuid)
      assert.match(ada.createdAt, isoTime)
      assert.deepStrictEqual(ada, { ...ada, username: "Ada", displayName: null, role: "admin" })
      const { generatedPassword, ...bob } = newOf(yield* answer(words("users add bob --role editor --generate")))
      assert.isTrue(yield* withDatabase(place, isPasswordOf("bob", generatedPassword)))
      assert.deepStrictEqual(listOf(yield* answer(words("users list"))), [ada, bob])
      assert.deepStrictEqual(userOf(yield* answer(words("users set-role bob viewer"))), { ...bob, role: "viewer" })
      yield* withDatabase(place, addSessions)
      const reset = newOf(yield* answer(words("users reset-password BOB --generate")))
      assert.deepStrictEqual({ ...reset, generatedPassword: "" }, { ...bob, role: "viewer", generatedPassword: "" })
      assert.isTrue(yield* withDatabase(place, isPasswordOf("bob", reset.generatedPassword)))
      assert.isFalse(yield* withDatabase(place, isPasswordOf("bob", generatedPassword)))
      assert.strictEqual(yield* answer(words("sessions purge")), '{"removed":2}\n')
      const made = sampleOf(yield* answer(["sample", "--as", "ADA", "--name", "Field trips"]))
      const again = sampleOf(yield* answer(["sample", "--name", "Field trips"]))
      assert.match(made.teamId, uuid)
      assert.strictEqual(made.events, 104)
      assert.notStrictEqual(again.teamId, made.teamId)
      assert.strictEqual(yield* refusal("sample --as bob"), "Error: bob is viewer; only an admin can create a team.")
      assert.strictEqual(yield* answer(words("users unlock BOB")), '{"username":"bob","locked":false}\n')
      const [latest] = logOf(yield* answer(words("users log --limit 1")))
      const from = { actorName: null, address: null, requestId: null, lastAt: null, count: 1, detail: "script" }
      assert.deepStrictEqual(
        { ...latest, id: 0, timestamp: "" },
        { ...from, id: 0, timestamp: "", subjectName: "bob", action: "unlocked" }
      )
      assert.deepStrictEqual(userOf(yield* answer(words("users delete bob"))), { ...bob, role: "viewer" })
      assert.strictEqual(yield* refusal("users unlock bob"), 'Error: There is no user named "bob".')
      assert.strictEqual(
        yield* refusal("users set-role ADA viewer"),
        "Error: The last admin cannot be deleted or demoted."
      )
      assert.deepStrictEqual(yield* withDatabase(place, kept), [{ sessions: 1, teams: ["Field trips", "Field trips"] }])
    }).pipe(Effect.scoped)
  )
})
