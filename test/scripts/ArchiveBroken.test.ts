import { createHash } from "node:crypto"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { importLog } from "../../scripts/admin/archive/Import.ts"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { exportLog } from "../../src/archive/Export.ts"
import { scan } from "../../src/archive/Scan.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { databases } from "../support/databases.ts"
import { answered, events, fill } from "./ArchiveSource.ts"

const noStep = () => Effect.void
const hasher = Layer.provideMerge(PasswordHasher.layer, NodeCrypto.layerSecureRandom)
const quiet = Logger.layer([])

/** The lines of a complete archive with users. */
const archiveOf = Effect.gen(function* () {
  yield* fill
  const parts: Array<string> = []
  yield* exportLog((part) => Effect.sync(() => void parts.push(part)), { withUsers: true, withWebhooks: true }, noStep)
  return parts.join("").trimEnd().split("\n")
})

/** The same log exported while a server goes on writing, also under a key that sorts before all others. */
const archiveBesideWriter = Effect.gen(function* () {
  const { submit } = yield* Planner
  const parts: Array<string> = []
  const write = Effect.fnUntraced(function* (part: string) {
    const [kept] = answered
    if (parts.length === 0 && kept !== undefined) {
      yield* Effect.orDie(
        submit({ ...kept, data: { name: "Meanwhile" }, idempotency: { key: "!", requestHash: "hash" } })
      )
    }
    parts.push(part)
  })
  yield* exportLog(write, { withUsers: true, withWebhooks: true }, noStep)
  const { sequenceNumber } = yield* (yield* EventStore).head
  return { sequenceNumber, lines: parts.join("").trimEnd().split("\n") }
})

/** The same lines with a correct hash of the content in the last one. */
const sealed = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const contentHash = createHash("sha256")
    .update(
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join("")
    )
    .digest("base64url")
  return [...lines.slice(0, -1), lines.at(-1)?.replace(/"contentHash":"[^"]*"/, `"contentHash":"${contentHash}"`) ?? ""]
}

const edit = (at: number, change: (line: string) => string) => (lines: ReadonlyArray<string>) =>
  lines.map((line, index) => (index === at - 1 ? change(line) : line))
const without = (at: number) => (lines: ReadonlyArray<string>) => lines.filter((_, index) => index !== at - 1)

/** The same lines as version 3 wrote them. */
const withoutEffects = (lines: ReadonlyArray<string>) =>
  lines.map((line) => {
    const { effect: _, ...rest } = JSON.parse(line)
    return JSON.stringify(rest)
  })

/** The first restore of the archive, event 8. */
const restoreLine = 9

const outcomeLine = events + 2
const userLine = outcomeLine + 4
const webhookLine = userLine + 2
const accountLine = webhookLine + 2
const lastLine = accountLine + 2

/** Each fault: its name, the change to the archive, and the error. */
const damages: ReadonlyArray<
  readonly [string, (lines: ReadonlyArray<string>) => ReadonlyArray<string>, string | RegExp]
> = [
  [
    "a byte of an event",
    edit(4, (line) => line.replace('"Objective"', '"Objectivf"')),
    "Line 4: event 3: its content, or what came before it, does not match its hash."
  ],
  [
    "a byte of an event, the archive sealed anew",
    (lines) => sealed(edit(4, (line) => line.replace('"ada"', '"adb"'))(lines)),
    "Line 4: event 3: its content, or what came before it, does not match its hash."
  ],
  ["a byte that makes a line invalid JSON", edit(7, (line) => line.replace(":", ";")), "Line 7: it is not an event."],
  [
    "a byte of a stored outcome",
    edit(outcomeLine, (line) => line.replace('"requestHash":"hash"', '"requestHash":"hasi"')),
    /^Line 27: contentHash is .{43}, but the lines above add up to .{43}\.$/
  ],
  [
    "a byte of a user",
    edit(userLine, (line) => line.replace("Ada", "Ida")),
    /^Line 27: contentHash is .{43}, but the lines above add up to .{43}\.$/
  ],
  [
    "a byte of the last line",
    edit(lastLine, (line) => line.replace('"users":2', '"users":3')),
    /^Line 27: users is 3, but/
  ],
  [
    "another effect, the archive sealed anew",
    (lines) => sealed(edit(restoreLine, (line) => line.replace(/(?<="effect":.*)Objective/, "Objectivf"))(lines)),
    "Line 9: event 8: its effect is not what the earlier state gives."
  ],
  [
    "an effect taken out, the archive sealed anew",
    (lines) => sealed([...lines.slice(0, 8), ...withoutEffects(lines.slice(8))]),
    "Line 9: event 8: its effect is missing."
  ],
  [
    "an effect of what has none, the archive sealed anew",
    (lines) => sealed(edit(4, (line) => line.replace(/}$/, ',"effect":{"teams":[],"touched":[]}}'))(lines)),
    "Line 4: event 3: it cannot have an effect."
  ],
  [
    "effects, though an archive of this version has none",
    edit(1, (line) => line.replace('"version":4', '"version":3')),
    "Line 9: event 8: an archive of this version has no effects."
  ],
  ["an event taken out", without(9), "Line 9: event 9: number 8 is missing before it."],
  ["an outcome taken out", without(outcomeLine), /^Line 26: outcomes is 4, but the lines above add up to 3\.$/],
  [
    "an outcome twice",
    (lines) => lines.flatMap((line, index) => (index === outcomeLine - 1 ? [line, line] : [line])),
    "Line 18: this stored outcome is out of order."
  ],
  [
    "a user twice",
    (lines) => lines.flatMap((line, index) => (index === userLine - 1 ? [line, line] : [line])),
    "Line 22: this user already exists."
  ],
  [
    "a user the database cannot store",
    edit(userLine, (line) => line.replace(/"createdAt":"[^"]*"/, '"createdAt":"2026-13-01T00:00:00.000Z"')),
    "Line 21: the database refuses this user."
  ],
  [
    "a time in words",
    edit(userLine, (line) => line.replace(/"createdAt":"[^"]*"/, '"createdAt":"yesterday"')),
    "Line 21: it is not a stored outcome, a user, a webhook, an entry of the account log, or the archive's last line."
  ],
  [
    "an outcome the database cannot store",
    (lines) => sealed(edit(outcomeLine, (line) => line.replace('"hash"', '"\\u0000"'))(lines)),
    /^Line \d+: the database refuses this line or one before it\.$/
  ],
  ["the last line missing", without(lastLine), "Line 26: it is not the last line of an archive, which was cut off."],
  [
    "an end in the middle of a line",
    (lines) => [...lines.slice(0, 9), lines[9]?.slice(0, 50) ?? ""],
    "Line 10: it is not the last line of an archive, which was cut off."
  ],
  ["two archives in one", (lines) => [...lines, ...lines], "Line 28: the archive already ended on the line before."],
  [
    "another version",
    edit(1, (line) => line.replace('"version":4', '"version":5')),
    "Line 1: the archive has version 5, of a newer release; this one reads versions up to 4."
  ],
  [
    "another format",
    edit(1, (line) => line.replace("strategy-log", "strategy-dog")),
    "Line 1: it is not the first line of a strategy log archive."
  ],
  [
    "users, though the first line says there are none",
    edit(1, (line) => line.replace('"withUsers":true', '"withUsers":false')),
    "Line 21: the archive's first line says it has no users."
  ],
  [
    "webhooks, though the first line says there are none",
    edit(1, (line) => line.replace('"withWebhooks":true,', "")),
    "Line 23: the archive's first line says it has no webhooks."
  ],
  ["a webhook taken out", without(webhookLine), /^Line 26: webhooks is 2, but the lines above add up to 1\.$/],
  [
    "the number of webhooks taken out",
    edit(lastLine, (line) => line.replace('"webhooks":2,', "")),
    "Line 27: webhooks is undefined, but the lines above add up to 2."
  ],
  [
    "a webhook twice",
    (lines) => lines.flatMap((line, index) => (index === webhookLine - 1 ? [line, line] : [line])),
    "Line 24: this webhook already exists."
  ],
  [
    "another receiver of a webhook",
    edit(webhookLine, (line) => line.replace("example.org", "example.net")),
    /^Line 27: contentHash is .{43}, but the lines above add up to .{43}\.$/
  ],
  [
    "a webhook after the last event",
    edit(webhookLine, (line) => line.replace(/"sequenceNumber":\d+/, `"sequenceNumber":${events + 1}`)),
    `Line 23: this webhook is at event ${events + 1}, after the last one.`
  ],
  [
    "a webhook without a usable secret",
    edit(webhookLine, (line) => line.replace(/whsec_\w/, "whsec_")),
    "Line 23: it is not a stored outcome, a user, a webhook, an entry of the account log, or the archive's last line."
  ],
  [
    "a webhook to a file",
    edit(webhookLine, (line) => line.replace("https:", "file:")),
    "Line 23: it is not a stored outcome, a user, a webhook, an entry of the account log, or the archive's last line."
  ],
  [
    "more webhooks than there may be",
    (lines) =>
      lines.flatMap((line, index) =>
        index === webhookLine - 1
          ? Array.from({ length: 20 }, (_, n) => line.replace(/"id":"......../, `"id":"000000${10 + n}`))
          : [line]
      ),
    "Line 43: only 20 webhooks are allowed."
  ],
  [
    "a byte of the account log",
    edit(accountLine, (line) => line.replace("Ada", "Ida")),
    /^Line 27: contentHash is .{43}, but the lines above add up to .{43}\.$/
  ],
  [
    "an entry of the account log taken out",
    without(accountLine),
    /^Line 26: accountEntries is 2, but the lines above add up to 1\.$/
  ],
  [
    "an account log, though an archive of this version has none",
    (lines) => edit(1, (line) => line.replace('"version":4', '"version":2'))(withoutEffects(lines)),
    "Line 25: an archive of this version has no account log."
  ],
  [
    "an entry of the account log that the database cannot store",
    (lines) => sealed(edit(accountLine, (line) => line.replace('"Ada Lovelace"', '"\\u0000"'))(lines)),
    /^Line \d+: the database refuses this entry or one before it\.$/
  ],
  [
    "an action that nobody can take",
    edit(accountLine, (line) => line.replace('"user_created"', '"user_promoted"')),
    "Line 25: it is not a stored outcome, a user, a webhook, an entry of the account log, or the archive's last line."
  ]
]

/** Imports with new stores each time, since each run of the command is a process of its own. */
const importOf = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(path, `${lines.join("\n")}\n`)
  return yield* Effect.provide(importLog(path, yield* scan(path), noStep), Layer.fresh(App.sqlStores))
}, Effect.scoped)

const rows = SqlClient.SqlClient.use(
  (sql) => sql`
    SELECT (SELECT sequence_number FROM log_head)::int AS head, (SELECT count(*) FROM events)::int AS events,
      (SELECT count(*) FROM associations)::int AS associations, (SELECT count(*) FROM outcomes)::int AS outcomes,
      (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM checkpoints)::int AS checkpoints,
      (SELECT count(*) FROM webhooks)::int AS webhooks, (SELECT count(*) FROM account_log)::int AS "accountEntries"`
).pipe(Effect.map(([row]) => row))

const empty = {
  head: 0,
  events: 0,
  associations: 0,
  outcomes: 0,
  users: 0,
  checkpoints: 0,
  webhooks: 0,
  accountEntries: 0
}

for (const [name, database] of databases) {
  const target = App.sqlStores.pipe(Layer.provideMerge(database))
  const source = App.services.pipe(Layer.provideMerge(Layer.merge(Layer.fresh(target), hasher)))

  layer(Layer.mergeAll(Layer.provide(target, quiet), NodeServices.layer), { excludeTestServices: true })(
    `Archives on ${name}`,
    (it) => {
      it.effect("a broken archive changes nothing, a complete one is imported once, into an empty database", () =>
        Effect.gen(function* () {
          const [archive, later] = yield* Effect.all([archiveOf, archiveBesideWriter]).pipe(
            Effect.provide(Layer.provide(source, quiet))
          )
          assert.strictEqual(archive.length, lastLine)
          assert.strictEqual(later.sequenceNumber, events + 1)
          assert.deepStrictEqual(later.lines.slice(1, -1), archive.slice(1, -1))
          for (const [what, damage, expected] of damages) {
            const { message } = yield* Effect.flip(importOf(damage(archive)))
            if (typeof expected === "string") assert.deepStrictEqual({ what, message }, { what, message: expected })
            else assert.match(message, expected, what)
            assert.deepStrictEqual({ what, ...(yield* rows) }, { what, ...empty })
          }

          const { stateHash } = yield* importOf(archive)
          const filled = yield* rows
          assert.deepStrictEqual(
            { ...filled, associations: 0 },
            {
              head: events,
              events,
              associations: 0,
              outcomes: 4,
              users: 2,
              checkpoints: 1,
              webhooks: 2,
              accountEntries: 3
            }
          )
          assert.strictEqual((yield* verify()).stateHash, stateHash)
          const again = yield* Effect.flip(importOf(archive))
          assert.strictEqual(
            again.message,
            `The database already contains ${events} events; archives can only be imported into an empty one.`
          )
          assert.deepStrictEqual(yield* rows, filled)
          assert.strictEqual((yield* (yield* EventStore).read(0, 100)).length, events)
        })
      )
    }
  )

  layer(Layer.mergeAll(Layer.provide(Layer.fresh(target), quiet), NodeServices.layer), { excludeTestServices: true })(
    `Archives beside users on ${name}`,
    (it) => {
      it.effect("users are only imported into a database without users, a log without users into any", () =>
        Effect.gen(function* () {
          const archive = yield* archiveOf.pipe(Effect.provide(Layer.provide(Layer.fresh(source), quiet)))
          yield* SqlClient.SqlClient.use(
            (sql) => sql`
              INSERT INTO users VALUES (gen_random_uuid(), 'eve', 'eve', 'x', 'admin', now())`
          )
          const refused = yield* Effect.flip(importOf(archive))
          assert.strictEqual(
            refused.message,
            "The database already contains users; archives can only be imported into an empty one."
          )
          assert.deepStrictEqual(yield* rows, { ...empty, users: 1 })

          const logAlone = sealed(
            archive
              .filter((_, index) => index + 1 < userLine || index + 1 === lastLine)
              .map((line) => line.replace(/"accountEntries":\d+,/, ""))
              .map((line) => line.replace('"withUsers":true', '"withUsers":false').replace('"users":2', '"users":0'))
              .map((line) => line.replace('"withWebhooks":true,', "").replace('"webhooks":2,', ""))
              .map((line) => line.replace('"version":4', '"version":1'))
          )
          const report = yield* importOf(sealed(withoutEffects(logAlone)))
          assert.strictEqual((yield* verify()).stateHash, report.stateHash, "restores have got their effects")
          assert.deepStrictEqual({ events: report.events, users: report.users }, { events, users: 0 })
          assert.strictEqual((yield* rows)?.users, 1)
        })
      )
    }
  )
}
