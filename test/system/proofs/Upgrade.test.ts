import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Page } from "playwright-core"
import { call, dataFolder, signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { currentType, isRetired } from "../../../src/shared/EventTypes.ts"
import { runScript, words } from "../../scripts/AdminProcess.ts"
import { Browser } from "../../support/Browser.ts"
import { freshDatabase, migratedDatabase } from "../../support/databases.ts"
import { open } from "../../support/EventStream.ts"
import * as EarlierRelease from "../upgrade/EarlierRelease.ts"
import { servedBy } from "../upgrade/EventForms.ts"
import * as NextRelease from "../upgrade/NextRelease.ts"
import * as RecordedRelease from "../upgrade/RecordedRelease.ts"
import { assertShowsTheSame, entriesOf, shown } from "../upgrade/Shown.ts"
import { type Submitted, submissions, submit } from "../upgrade/Workload.ts"
import { wholeLog } from "../WholeLog.ts"

const events = Number(process.env.UPGRADE_EVENTS ?? 400)

/** Submits all, and compares the answers. What version 1 rejects and rejected is said in other words. */
const submitAll = async (url: string, token: string, all: ReadonlyArray<Submitted>) => {
  for (const each of all) {
    const answered = await submit(url, token, each)
    const rejectionReason = each.outcome.rejectionReason === null ? null : answered.rejectionReason
    assert.deepStrictEqual(answered, { ...each.outcome, rejectionReason }, JSON.stringify(each.body))
  }
}

/** Each key gives its first answer again, and a retired type is refused by the name of its successor; nothing is written. */
const submitAgain = async (url: string, token: string, all: ReadonlyArray<Submitted>) => {
  const before = await wholeLog(url, token)
  const [retired, others] = [true, false].map((wanted) =>
    all.filter((each) => isRetired(each.body.eventType) === wanted)
  )
  for (const { key, body } of retired ?? []) {
    const answer = await call(url, token, "/api/events", body, { "idempotency-key": key })
    assert.strictEqual(answer.status, 400)
    assert.include(await answer.text(), currentType(body.eventType))
  }
  await submitAll(url, token, others ?? [])
  assert.strictEqual((await wholeLog(url, token)).length, before.length)
}

const status = async (url: string, token: string): Promise<number> => (await call(url, token, "/api/auth/me")).status

const admin = Effect.fnUntraced(function* (line: string, env: Record<string, string>, folder = ".") {
  const { code, stdout, stderr } = yield* runScript(join(folder, "scripts/admin.ts"), words(line), env)
  assert.strictEqual(code, 0, stderr)
  return stdout
})

/** Imports an archive of the earlier release into an empty database, and checks everything in it. */
const importArchive = Effect.fnUntraced(function* (file: string, exported: string, env: Record<string, string>) {
  yield* admin("migrate", env)
  const { stateHash: _, ...kept } = JSON.parse(exported)
  const { events, outcomes, users, webhooks, accountEntries, eventHash } = JSON.parse(
    yield* admin(`log import --json --file ${file}`, env)
  )
  assert.deepStrictEqual(
    JSON.parse(JSON.stringify({ events, outcomes, users, webhooks, accountEntries, eventHash })),
    kept
  )
  assert.deepInclude(JSON.parse(yield* admin("history verify --json", env)), { ok: true, events })
  return events
})

/** A webhook that nothing answers, since an archive can have one. */
const webhook = { url: "https://hook.invalid/strategy", eventTypes: ["create_team"] }

const team = "00000000-0000-4000-8000-000000000001"

const type = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Add objective" }).click()
  await page.getByRole("textbox", { name: /new objective/i }).fill("Half a thought")
}

/** Opens the board of a new team and types half a title, which is not sent. The page gets its other views after the update. */
const typing = Effect.fnUntraced(function* (url: string, updated: Promise<void>) {
  const token = yield* Effect.promise(() => signIn(url))
  const data = { id: team, name: "Payments", color: "#123456" }
  yield* Effect.promise(() => call(url, token, "/api/events", { eventType: "create_team", data }))
  const { page } = yield* (yield* Browser).visit()
  yield* Effect.promise(async () => {
    page.on("dialog", (dialog) => dialog.accept())
    await page.route(/assets\/lazyviews-.*js$/i, async (route) => {
      await updated
      await route.continue()
    })
    await page.goto(`${url}/strategy/teams/${team}`)
    await page.getByLabel("Username").fill("admin")
    await page.getByLabel("Password").fill("correct horse")
    await page.getByRole("button", { name: "Sign in" }).click()
    await type(page)
  })
  return page
})

/** Replaces a server by another release at its address. */
const replaced = Effect.fnUntraced(function* (
  server: ServerProcess.ServerProcess,
  env: Record<string, string>,
  folder?: string
) {
  server.kill("SIGTERM")
  yield* server.ended
  return yield* ServerProcess.start({ ...env, PORT: new URL(server.url).port }, folder)
})

const typed = async (page: Page): Promise<void> => {
  const input = page.getByRole("textbox", { name: /new objective/i })
  await input.waitFor()
  assert.strictEqual(await input.inputValue(), "Half a thought")
}

describe.runIf(process.env.UPGRADE === "1")("An upgrade from the release before", () => {
  it.live.each(["PostgreSQL", "the embedded database"] as const)(
    "on %s: what was there is shown, sessions, keys and streams go on, and the earlier release no longer starts",
    (where) =>
      Effect.gen(function* () {
        const release = EarlierRelease.make()
        const isPostgres = where === "PostgreSQL"
        const postgres = yield* freshDatabase
        const onPostgres = { DATABASE_URL: Redacted.value(postgres) }
        const embedded = { DATA_DIR: yield* dataFolder }
        const [env, other] = isPostgres ? [onPostgres, embedded] : [embedded, onPostgres]
        const old = yield* ServerProcess.start(env, release.folder)
        const token = yield* Effect.promise(() => signIn(old.url))
        yield* Effect.promise(() => call(old.url, token, "/api/admin/webhooks", webhook))
        const all = submissions(events, isPostgres ? 1 : 1_000_000)
        const stream = open({ url: old.url, token })
        yield* Effect.promise(() => submitAll(old.url, token, all))
        const earlier = yield* Effect.promise(() => shown(old.url, token))
        const log = entriesOf(earlier)
        const applied = log.filter(({ status }) => status === "applied").map(({ sequenceNumber }) => sequenceNumber)
        const seen = applied[Math.floor(applied.length / 2)] ?? 0
        const { id } = yield* Effect.promise(() => stream.waitFor((frame) => frame.id.endsWith(`.${seen}`), 120_000))
        stream.close()
        const file = join(yield* dataFolder, "old.ndjson")
        const flags = "--with-users --with-webhooks --json"
        const exported = yield* admin(`log export ${flags} --file ${file}`, env, release.folder)
        old.kill("SIGTERM")
        yield* old.ended

        const next = yield* ServerProcess.start(env)
        assert.include(next.output(), "Migrated the database")
        assert.strictEqual(yield* Effect.promise(() => status(next.url, token)), 200)
        assertShowsTheSame(yield* Effect.promise(() => shown(next.url, token)), earlier)
        yield* Effect.promise(() => submitAgain(next.url, token, all))
        const resumed = open({ url: next.url, token, lastEventId: id })
        const rest = applied.filter((sequenceNumber) => sequenceNumber > seen)
        yield* Effect.promise(() => resumed.waitFor((frame) => frame.id.endsWith(`.${rest.at(-1)}`), 120_000))
        resumed.close()
        const frames = resumed.frames.filter(({ event }) => event !== "ready")
        assert.deepStrictEqual(
          frames.map(({ event, id }) => [event, Number(id.split(".")[1])]),
          rest.map((sequenceNumber) => ["change", sequenceNumber])
        )
        if (isPostgres) {
          const { output } = yield* Effect.flip(ServerProcess.start(env, release.folder))
          assert.include(output, "A newer release has migrated the database")
        }
        const verified = JSON.parse(yield* admin("history verify --json", env))
        assert.deepInclude(verified, { ok: true, events: log.length })

        const imported = yield* importArchive(file, exported, other)
        const restored = yield* ServerProcess.start(other)
        const again = yield* Effect.promise(() => signIn(restored.url))
        yield* Effect.promise(() => submitAgain(restored.url, again, all))
        console.log(
          `From ${release.name} on ${where}: ${log.length} events, ${earlier.size} answers compared, ` +
            `${rest.length} changes resumed; ${imported} events imported into the other database.`
        )
      }).pipe(Effect.scoped),
    { timeout: 600_000 }
  )

  it.live.runIf(process.env.UPGRADE_RECORD === "1")("is recorded for the test of recorded releases", () =>
    Effect.gen(function* () {
      const release = EarlierRelease.make()
      const database = yield* migratedDatabase
      const env = { DATABASE_URL: Redacted.value(database) }
      const old = yield* ServerProcess.start(env, release.folder)
      const token = yield* Effect.promise(() => signIn(old.url))
      yield* Effect.promise(() => call(old.url, token, "/api/admin/webhooks", webhook))
      yield* Effect.promise(() => signIn(old.url, "my secret"))
      // A short log with events of all forms that later releases must know.
      const all = submissions(30, 318)
      const stream = open({ url: old.url, token })
      yield* Effect.promise(() => submitAll(old.url, token, all))
      const last = Math.max(...all.map(({ outcome }) => (outcome.status === "applied" ? outcome.sequenceNumber : 0)))
      yield* Effect.promise(() => stream.waitFor(({ id }) => id.endsWith(`.${last}`), 120_000))
      const lastEventId = stream.frames.at(-6)?.id ?? ""
      stream.close()
      const path = RecordedRelease.archiveOf(release.name)
      yield* admin(`log export --with-users --with-webhooks --force --file ${path}`, env, release.folder)
      const forms = yield* Effect.promise(() => servedBy(old.url))
      old.kill("SIGTERM")
      yield* old.ended
      yield* RecordedRelease.write(release.name, database, { token, lastEventId, forms, submitted: all.slice(-12) })
    }).pipe(Effect.scoped)
  )

  it.live(
    "an open page keeps what was typed, until it is reloaded once; from this release on it offers the new version and keeps it",
    () =>
      Effect.gen(function* () {
        const release = EarlierRelease.make()
        const env = { DATA_DIR: yield* dataFolder }
        const old = yield* ServerProcess.start(env, release.folder)
        const updated = Promise.withResolvers<void>()
        const page = yield* typing(old.url, updated.promise)
        const next = yield* replaced(old, env)
        updated.resolve()
        yield* Effect.promise(async () => {
          await page.getByRole("alert").waitFor()
          console.log(`A page of ${release.name} without its files: ${await page.getByRole("alert").innerText()}`)
          await typed(page)
          await page.reload()
          await type(page)
        })
        yield* replaced(next, env, yield* NextRelease.make)
        yield* Effect.promise(async () => {
          const bar = page.getByRole("banner")
          await bar.getByText("A new version is here: reload to use it.").waitFor()
          assert.strictEqual(await page.getByRole("alert").count(), 1)
          await bar.getByRole("button", { name: "Reload" }).click()
          await page.getByRole("link", { name: "Strategy, later" }).waitFor()
          await typed(page)
          assert.strictEqual(await page.getByRole("alert").count(), 0)
        })
      }).pipe(Effect.scoped, Effect.provide(Browser.shared)),
    { timeout: 600_000 }
  )
})
