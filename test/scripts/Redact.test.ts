import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/Database.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import { entityId, envelope, userId } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"
import { embedded, withServer } from "./ArchiveSource.ts"

/** Each stands in the log once as a text that goes; the kept ones as what everybody sees now. */
const secrets = {
  title: "Dismiss Mr Miller",
  rejected: "Dismiss Mr Miller at last",
  description: "He drinks.",
  name: "Bottles of Mr Miller",
  note: "Five on Monday",
  principle: "Never hire a Miller",
  long: `Miller ${"and Miller ".repeat(9)}again`
}

const [team, objective, measure, principle] = [entityId(1), entityId(2), entityId(3), entityId(4)]

const on = (targetId: typeof team, eventType: Envelope["eventType"], data: Envelope["data"], more = {}) =>
  envelope({ eventType, targetId, data, ...more })

const key = (name: string) => ({ idempotency: { key: name, requestHash: "hash" } })

const submissions: ReadonlyArray<Envelope> = [
  envelope({ eventType: "create_team", targetId: null, data: { id: team, name: "Team", color: "#000000" } }),
  on(team, "create_principle", { id: principle, title: secrets.principle }),
  on(team, "create_objective", { id: objective, title: secrets.title, description: secrets.description }),
  on(objective, "update_objective_principle_link", { principleId: principle, linked: true }),
  on(objective, "create_progress", { id: measure, name: secrets.name, start: 0, target: 10 }),
  on(measure, "update_progress_value", { value: 5, note: secrets.note }),
  on(objective, "update_objective_status", { status: "at_risk" }),
  on(objective, "update_objective_title", { title: secrets.long }),
  on(objective, "update_objective_title", { title: "A better team" }, key("a")),
  on(objective, "update_objective_title", { title: secrets.rejected }, { ...key("b"), lastSeenSequence: 3 }),
  on(objective, "update_objective_title", { title: "A calm team" }, key("c")),
  on(objective, "update_objective_description", {
    description: `He drinks on Mondays. ${"And so on. ".repeat(40)}end`
  }),
  on(
    objective,
    "update_objective_description",
    { description: `He drinks daily. ${"Really. ".repeat(50)}end` },
    { lastSeenSequence: 3 }
  ),
  on(objective, "update_objective_description", { description: "" }),
  on(measure, "update_progress_value", { name: "Incidents" }, key("d")),
  on(measure, "update_progress_value", { value: 6, note: "Fewer" }),
  on(principle, "delete_principle", {}),
  // Brings the objective back to its first title, and to the last one again.
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 4 } }),
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 17 } })
]

const fill = Effect.gen(function* () {
  const { submit } = yield* Planner
  for (const each of submissions) yield* submit(each)
})

/** Everything that the database has of a strategy, as one text, without checkpoints, which `history verify` compares. */
const content = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT to_json(e)::text AS row FROM events e UNION ALL SELECT to_json(a)::text FROM associations a
    UNION ALL SELECT to_json(o)::text FROM outcomes o`
  return rows.map(({ row }) => String(row)).join("\n")
})

const commands = [
  `--entity ${objective} --field title`,
  `--entity ${objective} --field description`,
  `--entity ${measure} --field name`,
  `--entity ${measure} --field note`,
  `--entity ${principle} --field title`
] as const

for (const database of ["PostgreSQL", "PGlite"]) {
  describe(`log redact on ${database}`, () => {
    it.live("takes earlier texts and a name out of everything, after which the history verifies", () =>
      Effect.gen(function* () {
        const isEmbedded = database === "PGlite"
        const [dataDir, url] = [yield* madeFolder, yield* migratedDatabase]
        const place = isEmbedded ? embedded(dataDir) : { databaseUrl: Option.some(url), dataDir }
        const env = isEmbedded ? { DATA_DIR: dataDir } : { DATABASE_URL: Redacted.value(url) }
        yield* withServer(place, fill)
        const stored = content.pipe(
          Effect.provide(Layer.provide(Database.layer(place), Logger.layer([]))),
          Effect.orDie
        )
        const before = yield* stored
        for (const secret of Object.values(secrets)) assert.include(before, secret)

        const line = (command: string) => [...words(`log redact ${command}`), "--reason", "asked for"]
        const planned = yield* run([...line(commands[0]), "--dry-run"], env)
        assert.match(planned.stdout, /^Would change \d+ events: /, planned.stderr)
        for (const [index, command] of commands.entries()) {
          const done = yield* run(line(command), env)
          assert.match(
            done.stdout,
            /^Changed \d+ events?: .*\. Archives made before still have the texts\.\n$/,
            done.stderr
          )
          const same = planned.stdout.trim().replace("Would change", "Changed")
          if (index === 0) assert.include(done.stdout, same)
        }
        const again = yield* run(line(commands[0]), env)
        assert.strictEqual(again.stdout, "Changed 0 events.\n", again.stderr)
        const user = yield* run([...words(`log redact --user ${userId(1)}`), "--reason", "left"], env)
        assert.match(user.stdout, /^Changed 19 events: 1, 2, /, user.stderr)

        const after = yield* stored
        for (const secret of [...Object.values(secrets), "Miller", "He drinks", '"ada"'])
          assert.notInclude(after, secret)
        for (const kept of ["A calm team", "Incidents", "Fewer", "former user "]) assert.include(after, kept)
        const verified = yield* run(words("history verify"), env)
        assert.match(verified.stdout, /^History is intact: 19 events/, verified.stderr)
        const exported = yield* run(words("log export"), env)
        for (const secret of Object.values(secrets)) assert.notInclude(exported.stdout, secret)
        const log = yield* run(words("users log"), env)
        assert.match(log.stdout, /redacted .*objective \S+, title; \d+ events; head \S{43} is now \S{43}; asked for/)
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
      for (const [options, reason, code, error] of [
        [`--entity ${objective}`, "asked", 2, "Use --entity with --field, or --user."],
        [`--entity ${entityId(99)} --field title`, "asked", 1, `Nothing in the log has the id ${entityId(99)}.`],
        [`--entity x --field title`, "asked", 1, "Nothing in the log has the id x."],
        [
          `--entity ${objective} --field status`,
          "asked",
          1,
          "--field must be one of title, description for this objective."
        ],
        [`--user ada`, "asked", 1, "--user must be a user's id, as in the history's JSON."],
        [`--entity ${objective} --field title`, " ", 2, "--reason must be one line of 1 to 250 characters."]
      ] as const) {
        const answer = yield* run([...words(`log redact ${options}`), "--reason", reason], env)
        assert.deepStrictEqual(answer, { code, stdout: "", stderr: `Error: ${error}\n` })
      }
      const verified = yield* run(words("history verify"), env)
      assert.match(verified.stdout, /^History is intact/)
    }).pipe(Effect.scoped)
  )
})
