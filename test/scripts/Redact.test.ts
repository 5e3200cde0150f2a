import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { choose } from "../../scripts/admin/RedactionChoice.ts"
import * as Database from "../../src/Database.ts"
import * as RedactionSql from "../../src/log/maintenance/RedactionSql.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { entityId, userId } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"
import { embedded, withServer } from "./ArchiveSource.ts"
import * as Cases from "./RedactionCases.ts"

const fill = Effect.gen(function* () {
  const { submit } = yield* Planner
  let last = 0
  const send = Effect.fnUntraced(function* (each: Parameters<typeof submit>[0]) {
    const outcome = yield* submit({ ...each, idempotency: { key: String(last), requestHash: "hash" } })
    if (typeof outcome !== "string") last = outcome.sequenceNumber
    return { last, outcome }
  })
  for (const each of Cases.submissions) yield* send(each)
  const rejected: Array<number> = []
  for (const { code, submission } of Cases.rejectedWithout) {
    const { last, outcome } = yield* send(submission)
    assert.strictEqual(typeof outcome === "string" ? outcome : outcome.rejection?.code, Cases.codes[code] ?? code)
    rejected.push(last)
  }
  for (const each of Cases.restoring(last)) assert.propertyVal((yield* send(each)).outcome, "status", "applied")
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO webhooks (id, url, secret, created_at, enabled, epoch, sequence_number)
    SELECT ${entityId(80)}, 'https://example.org', 'secret', now(), FALSE, epoch, 1 FROM log_head`
  yield* sql`
    INSERT INTO webhook_deliveries (webhook_id, place, number, sequence_number, event_type, attempted_at, attempt, outcome,
      duration_ms, detail_number, request, answer)
    VALUES (${entityId(80)}, 1, 1, 0, 'create_team', now(), 1, 'refused', 1, 1, ${Cases.secrets.join()}, ${Cases.secrets.join()})`
  // So that the statistics have texts as well.
  yield* sql`ANALYZE`
  yield* sql`
    INSERT INTO users (id, username, username_key, display_name, password_hash, role, created_at)
    VALUES (${userId(1)}, 'ada', 'ada', 'Ada of Marchtown', '', 'viewer', now())`
  yield* sql`
    INSERT INTO webhook_deliveries (webhook_id, place, number, sequence_number, event_type, attempted_at, attempt, outcome,
      duration_ms, detail_number, request, answer)
    VALUES (${entityId(80)}, 2, 2, 1, 'create_team', now(), 1, 'refused', 1, 1, 'Ada of Marchtown', 'Ada of Marchtown')`
  return rejected
})

const redactFields = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const { type, field } of Cases.fields.filter((each) => each !== Cases.first)) {
    const { redaction } = yield* choose({
      entity: Cases.idOf(type),
      field,
      before: undefined,
      event: [],
      user: undefined
    })
    const { changed } = yield* sql.withTransaction(
      RedactionSql.redact(redaction, { isDryRun: false, progress: () => Effect.void })
    )
    assert.isNotEmpty(changed, `${type} ${field}`)
  }
})

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found =
    yield* sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  return ["pg_stats", ...found.map(({ name }) => String(name))]
})

/** Everything that the database has, as one text. */
const content = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.forEach(yield* tables, (table) => sql`SELECT t::text AS row FROM ${sql(table)} t`)
  return rows
    .flat()
    .map(({ row }) => String(row))
    .join("\n")
})

/** The events and associations of the objective that has the same words as one that is redacted. */
const twin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT e.data::text, e.old_value, e.new_value, a.fact ->> 'title' AS title FROM events e JOIN associations a USING (sequence_number, entity_id)
    WHERE e.entity_id = ${Cases.twin} AND a.generation = (SELECT generation FROM log_head) ORDER BY e.sequence_number`
})

const filesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n")

const found = (text: string) => Cases.secrets.map(Cases.markOf).filter((mark) => text.includes(mark))
const marks = Cases.secrets.map(Cases.markOf)

const line = (command: string, ...more: ReadonlyArray<string>) => [
  ...words(`log redact ${command}`),
  "--reason",
  "asked for",
  ...more
]

for (const database of ["PostgreSQL", "PGlite"]) {
  describe(`log redact on ${database}`, () => {
    it.live("leaves no text in any table or file, and what it does not concern as it is", () =>
      Effect.gen(function* () {
        const isEmbedded = database === "PGlite"
        const [dataDir, url] = [yield* madeFolder, yield* migratedDatabase]
        const place = isEmbedded ? embedded(dataDir) : { databaseUrl: Option.some(url), dataDir }
        const env = isEmbedded ? { DATA_DIR: dataDir } : { DATABASE_URL: Redacted.value(url) }
        const rejected = yield* withServer(place, fill)
        const on = Effect.provide(Layer.provide(Database.layer(place), Logger.layer([])))
        assert.deepStrictEqual(found(yield* on(content)), marks)
        if (isEmbedded) assert.deepStrictEqual(found(filesOf(dataDir)), marks)
        const twinBefore = yield* on(twin)
        assert.isAbove(twinBefore.length, 2)

        assert.include(yield* on(content), "Marchtown")
        const deleted = yield* run(words("users delete ada"), env)
        assert.match(deleted.stdout, /^Deleted ada\./, deleted.stderr)
        assert.notInclude(yield* on(content), "Marchtown")
        const ofEvents = rejected.map((number) => `--event ${number}`).join(" ")
        const planned = yield* run(line(ofEvents, "--dry-run"), env)
        assert.match(
          planned.stdout,
          /^Would change 4 events: .* It would need up to \d+ MB of free disk/,
          planned.stderr
        )
        const done = yield* run(line(ofEvents), env)
        assert.match(done.stdout, /^Changed 4 events: .* Archives made before still have the texts\.\n$/, done.stderr)
        assert.match(done.stderr, /^This needs up to \d+ MB of free disk.* while it runs\.\n$/)
        const title = `--entity ${Cases.idOf("objective")} --field title`
        const titled = yield* run(line(title), env)
        assert.match(titled.stdout, /^Changed \d+ events: .* Rewrote the tables\./, titled.stderr)
        // Its rewrite is left to the next command, as after an interruption.
        yield* withServer(place, redactFields)
        const again = yield* run(line(title), env)
        assert.strictEqual(again.stdout, "Changed 0 events. Rewrote the tables.\n", again.stderr)
        const user = yield* run(line(`--user ${userId(1)}`), env)
        assert.match(user.stdout, /^Changed \d+ events: 1, 2, /, user.stderr)

        const verified = yield* run(words("history verify"), env)
        assert.match(verified.stdout, /^History is intact: \d+ events/, verified.stderr)
        const after = yield* on(content)
        assert.deepStrictEqual(found(after), [])
        assert.match(after, /redacted.*objective \S+, title; \d+ events; head \S{43} is now \S{43}; asked for/)
        assert.notInclude(after, '"ada"')
        for (const { field } of Cases.fields) assert.include(after, `Last ${field}`)
        assert.deepStrictEqual(yield* on(twin), twinBefore)
        const exported = yield* run(words("log export"), env)
        assert.deepStrictEqual(found(exported.stdout), [])
        const copy = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
        const imported = yield* run(words("log import"), copy, exported.stdout)
        assert.match(imported.stdout, /^Imported: /, imported.stderr)
        if (isEmbedded) assert.deepStrictEqual(found(filesOf(dataDir)), [])
      }).pipe(Effect.scoped)
    )
  })
}

describe("log redact", () => {
  it.live("refuses what it cannot do, in one line, and changes nothing", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* withServer({ databaseUrl: Option.some(url), dataDir: "" }, fill)
      const env = { DATABASE_URL: Redacted.value(url) }
      const objective = Cases.idOf("objective")
      const usage = "Use --entity with --field, --event, or --user."
      for (const [options, reason, code, error] of [
        [`--entity ${objective}`, "asked", 2, usage],
        [`--event 1 --user ${objective}`, "asked", 2, usage],
        [`--entity ${entityId(99)} --field title`, "asked", 1, `Nothing in the log has the id ${entityId(99)}.`],
        [
          `--entity ${objective} --field status`,
          "asked",
          1,
          "--field must be one of title, description, statusNote, owner for this objective."
        ],
        [`--event 1`, "asked", 1, "Event 1 was applied: use --entity and --field for its texts."],
        [`--event 9999`, "asked", 1, "There is no event 9999."],
        [`--entity ${objective} --field title`, " ", 2, "--reason must be one line of 1 to 250 characters."]
      ] as const) {
        const answer = yield* run([...words(`log redact ${options}`), "--reason", reason], env)
        assert.deepStrictEqual(answer, { code, stdout: "", stderr: `Error: ${error}\n` })
      }
      for (const option of ["--entity x --field title", "--user ada"]) {
        const { code, stderr } = yield* run(words(`log redact ${option} --reason asked`), env)
        assert.strictEqual(code, 2)
        assert.match(stderr, /^Error: Invalid value for flag --(entity|user): .*must be a GUID/)
      }
      const verified = yield* run(words("history verify"), env)
      assert.match(verified.stdout, /^History is intact/)
    }).pipe(Effect.scoped)
  )
})
