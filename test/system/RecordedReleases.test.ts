import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, References } from "effect"
import { OpenApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Api } from "../../src/api/Api.ts"
import { isBringBack } from "../../src/domain/events/RestoreData.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { isRetired } from "../../src/shared/EventTypes.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import { run } from "../scripts/AdminInProcess.ts"
import { words } from "../scripts/AdminProcess.ts"
import { emptyPgliteDatabase, emptyPostgresDatabase, migratedDatabase } from "../support/databases.ts"
import { open } from "../support/EventStream.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { BaseUrl, request, served } from "../support/TestServer.ts"
import { eventForms } from "./upgrade/EventForms.ts"
import * as RecordedRelease from "./upgrade/RecordedRelease.ts"
import { submit } from "./upgrade/Workload.ts"
import { wholeLog } from "./WholeLog.ts"

const databases = [
  ["PGlite", emptyPgliteDatabase],
  ["PostgreSQL", emptyPostgresDatabase]
] as const

const cases = RecordedRelease.names.flatMap((name) =>
  databases.map(([where, database]) => ({ name, where, database, recorded: RecordedRelease.read(name) }))
)

/** This release's server on the database of an earlier one. */
const upgraded = ({ database, recorded }: (typeof cases)[number]) =>
  served(Layer.empty).pipe(
    Layer.provideMerge(App.upgradedStores),
    Layer.provideMerge(PasswordHasher.layerWith({ iterations: 10 })),
    Layer.provideMerge(NodeCrypto.layerSecureRandom),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn")),
    Layer.provideMerge(Migrations.layer),
    Layer.provideMerge(Layer.effectDiscard(RecordedRelease.load(recorded))),
    Layer.provideMerge(database)
  )

describe.each(cases)("A database of $name on $where", (each) => {
  const { token, lastEventId, submitted, tables } = each.recorded
  const events = tables.events?.length ?? 0

  layer(Layer.orDie(upgraded(each)), { excludeTestServices: true })((it) => {
    it("has the forms of events that matter: bringing back, corrections, restores, rejections", () => {
      const has = (event: (row: Readonly<Record<string, unknown>>) => boolean) =>
        assert.isTrue(tables.events?.some(event))
      has(({ data, status }) => status === "applied" && isBringBack(Object(data)))
      has(({ field_name: field, status }) => status === "applied" && field === "definition")
      has(({ event_type: type, status }) => status === "applied" && type === "restore_history")
      has(({ status }) => status === "rejected")
    })

    it.effect("is migrated: its log is right, sessions hold, keys give their first answers and streams go on", () =>
      Effect.gen(function* () {
        const url = yield* BaseUrl
        assert.strictEqual((yield* request("/api/auth/me", { token })).status, 200)
        const log = yield* Effect.promise(() => wholeLog(url, token))
        assert.lengthOf(log, events)
        assert.strictEqual((yield* verify()).events, events)

        for (const one of submitted) {
          assert.deepStrictEqual(yield* Effect.promise(() => submit(url, token, one)), one.outcome)
        }
        assert.lengthOf(yield* Effect.promise(() => wholeLog(url, token)), events)

        const applied = log.filter(({ status }) => status === "applied").map(({ sequenceNumber }) => sequenceNumber)
        const rest = applied.filter((sequenceNumber) => sequenceNumber > Number(lastEventId.split(".")[1]))
        const stream = open({ url, token, lastEventId })
        yield* Effect.promise(() => stream.waitFor(({ id }) => id.endsWith(`.${rest.at(-1)}`), 120_000))
        stream.close()
        assert.deepStrictEqual(
          stream.frames.filter(({ event }) => event !== "ready").map(({ event, id }) => [event, id.split(".")[1]]),
          rest.map((sequenceNumber) => ["change", String(sequenceNumber)])
        )
      })
    )

    it.effect("keeps no name that belongs to no user", () =>
      Effect.gen(function* () {
        const rows = yield* SqlClient.SqlClient.use(
          (sql) => sql<{ name: string }>`SELECT subject_name AS name FROM account_log WHERE action = 'login_failed'`
        )
        assert.lengthOf(rows, 1)
        assert.match(rows[0]?.name ?? "", /^unknown:[0-9a-f]{8}$/)
      })
    )
  })
})

/**
 * Forms of events that no release knows yet, by event type. A server of the release before cannot read such an event: it shows
 * nothing newer until it is replaced. So refuse it with a 503 while one is connected, or have the release notes say that
 * all servers must be replaced first.
 */
const newForms: Readonly<Record<string, ReadonlyArray<string>>> = {
  create_initiative: ["asOf id", "groupId id owner status title"],
  create_objective: ["asOf id", "description dueDate id owner parentId startDate status statusNote title"],
  update_description: ["description"],
  update_objective_dates: ["dueDate", "startDate"],
  update_objective_parent: ["parentId"],
  update_objective_status: ["note status"],
  update_owner: ["owner"],
  update_position: ["position"],
  update_progress_value: ["confidence date note value", "name start target unit", "retract"]
}

describe("The forms of events", () => {
  it("are those that the release before knows, but for the new ones", () => {
    const latest = RecordedRelease.names.at(-1) ?? assert.fail("no release")
    const known = RecordedRelease.read(latest).forms
    assert.strictEqual(Object.keys(known).length, 29)
    const expected = Object.entries({ ...known, ...newForms })
      .filter(([type]) => !isRetired(type))
      .map(([type, forms]) => [type, [...forms].sort()])
    assert.deepStrictEqual(eventForms(OpenApi.fromApi(Api)), Object.fromEntries(expected))
  })
})

/** Nothing, or what an import says where this release has another format of states than the archive's. */
const otherFormat = /^(The archive gives its state as [^\n]* All events are unchanged\.\n)?$/

describe.each(RecordedRelease.names)("An archive of %s", (name) => {
  it.live("is imported into both databases", () =>
    Effect.gen(function* () {
      const { tables } = RecordedRelease.read(name)
      const targets = [{ DATA_DIR: yield* madeFolder }, { DATABASE_URL: Redacted.value(yield* migratedDatabase) }]
      const admin = Effect.fnUntraced(function* (line: string, env: Record<string, string>) {
        const { code, stdout, stderr } = yield* run(words(line), env)
        assert.strictEqual(code, 0, stderr)
        assert.match(stderr, otherFormat)
        return JSON.parse(stdout)
      })
      for (const env of targets) {
        const imported = yield* admin(`log import --json --file ${RecordedRelease.archiveOf(name)}`, env)
        assert.deepInclude(imported, {
          events: tables.events?.length,
          outcomes: tables.outcomes?.length,
          users: tables.users?.length,
          webhooks: tables.webhooks?.length,
          eventHash: tables.events?.at(-1)?.hash
        })
        assert.deepInclude(yield* admin("history verify --json", env), { ok: true, events: tables.events?.length })
      }
    }).pipe(Effect.scoped)
  )
})
