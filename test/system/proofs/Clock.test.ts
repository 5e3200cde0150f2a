import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { call, dataFolder, signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { RebuildResult } from "../../../src/api/HistoryApi.ts"
import { Outcome } from "../../../src/domain/Outcome.ts"
import { DeletedPage } from "../../../src/domain/views/Deleted.ts"
import type { HistoryEntry } from "../../../src/domain/views/History.ts"
import { Webhook } from "../../../src/domain/Webhook.ts"
import { migratedDatabase } from "../../support/databases.ts"
import { madeFolder } from "../../support/madeFolder.ts"
import { untilTrue } from "../../support/until.ts"
import { testReceiver } from "../../webhooks/TestReceiver.ts"
import { eventsInArchives, firstChange, shiftFileTimes, unfinishedIn } from "../clock/ArchiveFolder.ts"
import { appliedAfter, wholeLog } from "../WholeLog.ts"
import * as Writing from "../Writing.ts"

/** The number of kills on each database; `npm run prove -- clock` sets more. */
const wantedKills = process.env.CLOCK_KILLS

const hourMs = 3_600_000
const dayHours = 24

/** By how many hours the clock is wrong in each round of a long proof, which goes through them again and again. */
const longOffsets = [0, 5, -5, 3 * dayHours, -3 * dayHours, 30 * dayHours, -30 * dayHours, 1, -1]

/**
 * In a long proof no offset comes twice, so that the clock never seems to have stood still. PostgreSQL keeps its own right clock,
 * by which the lease of a killed server lasts for up to 8 s: its short proof jumps once.
 */
const offsetsOf = (short: ReadonlyArray<number>): ReadonlyArray<number> =>
  wantedKills === undefined
    ? short
    : Array.from(
        { length: Number(wantedKills) + 1 },
        (_, round) => (longOffsets[round % longOffsets.length] ?? 0) + round / 6
      )

const databases = [
  ["PGlite", offsetsOf([0, 75, -75]), Effect.map(madeFolder, (folder) => ({ DATA_DIR: folder }))],
  ["PostgreSQL", offsetsOf([75, -75]), Effect.map(migratedDatabase, (url) => ({ DATABASE_URL: Redacted.value(url) }))]
] as const

const writers = 8
const archivesKept = 3
const sessionHours = 7 * dayHours

/** A session that would last longer than twice as long as sessions last was made by a wrong clock. */
const longestRestHours = 2 * sessionHours

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
const decodeRebuild = Schema.decodeUnknownSync(RebuildResult)
const decodeHooks = Schema.decodeUnknownSync(Schema.Array(Webhook))
const decodeDeleted = Schema.decodeUnknownSync(DeletedPage)

const teamId = "00000000-0000-4000-8000-000000000001"

const submit = async (url: string, token: string, write: Writing.Write) => {
  const answer = await Writing.submit(url, token, write)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return decodeOutcome(await answer.json())
}

const event = (key: string, eventType: string, targetId: string, data: Readonly<Record<string, string>> = {}) => ({
  key,
  body: { eventType, targetId, data }
})

const objectiveOf = (round: number) => `00000000-0000-4000-8000-0000000002${String(round).padStart(2, "0")}`

/** A receiver that can be made to refuse everything, and the sequence numbers of the events that it has taken. */
const switchedReceiver = Effect.gen(function* () {
  const { behaviour, url, until } = yield* testReceiver
  const taken: Array<number> = []
  const state = { isUp: true }
  behaviour.answer = (response, { id }) => {
    if (state.isUp) taken.push(Number(id.split(".")[1]))
    response.writeHead(state.isUp ? 204 : 500).end()
  }
  const untilTaken = (sequenceNumber: number) => until(() => taken.at(-1) === sequenceNumber)
  return { url, state, taken, untilTaken }
})

/** Fails unless all applied events were taken in order, where only the last one taken may be repeated, once for each kill. */
const checkTaken = (taken: ReadonlyArray<number>, log: ReadonlyArray<HistoryEntry>, kills: number): void => {
  const first = taken.filter((sequenceNumber, index) => sequenceNumber !== taken[index - 1])
  assert.deepStrictEqual(first, appliedAfter(log, 0))
  assert.isAtMost(taken.length - first.length, kills)
}

/** The sessions of an admin, of which each is made by the clock of its time. */
const makeSessions = () => {
  let sessions: ReadonlyArray<{ readonly token: string; readonly endsAt: number }> = []
  /** Checks which sessions are valid when the clock is wrong by so many hours; gives a valid one. */
  return async (url: string, offset: number): Promise<string> => {
    // What has expired is removed, and stays so if the clock goes back.
    const left = sessions.filter(({ endsAt }) => endsAt > offset)
    const valid = left.filter(({ endsAt }) => endsAt - offset < longestRestHours)
    for (const { token } of sessions) {
      const { status } = await call(url, token, "/api/auth/me")
      assert.strictEqual(status, valid.some((_) => _.token === token) ? 200 : 401)
    }
    sessions = left
    if (valid[0] !== undefined) return valid[0].token
    const token = await signIn(url)
    assert.notStrictEqual(token, "", "nobody is locked out after a restart")
    sessions = [...left, { token, endsAt: offset + sessionHours }]
    return token
  }
}

/** Writes one event after the other until the server is gone. */
const writeUntilGone = async (
  submitNext: (write: Writing.Write) => Promise<unknown>,
  round: number,
  writer: number
): Promise<Writing.Write> => {
  for (let serial = 0; ; serial++) {
    const write = Writing.retitle(writer, `round ${round} writer ${writer} serial ${serial}`)
    try {
      await submitNext(write)
    } catch {
      return write
    }
  }
}

/** Compares with each day of the log. A day in the future by the server's clock is refused. */
const compareWithDays = async (url: string, token: string, log: ReadonlyArray<HistoryEntry>, now: () => number) => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  for (const day of new Set(log.map(({ timestamp }) => timestamp.slice(0, 10)))) {
    const before = dayOf(now())
    const { status } = await call(url, token, `/api/overview/changes?since=${day}`)
    assert.include([day <= before ? 200 : 400, day <= dayOf(now()) ? 200 : 400], status, `${day} on ${before}`)
  }
}

const prove = Effect.fnUntraced(function* (
  database: Readonly<Record<string, string>>,
  offsets: ReadonlyArray<number>,
  archives: string
) {
  const [steady, failing] = [yield* switchedReceiver, yield* switchedReceiver]
  const validToken = makeSessions()
  const titles = new Map<number, string | undefined>()
  let lost: ReadonlyArray<Writing.Write> = []
  let head = 0

  const prepare = async (url: string, token: string): Promise<void> => {
    for (const receiver of [steady, failing]) {
      assert.strictEqual((await call(url, token, "/api/admin/webhooks", { url: receiver.url })).status, 201)
    }
    await Writing.prepareTitles(url, token, writers)
  }

  const write = async (url: string, token: string, write: Writing.Write): Promise<void> => {
    const { sequenceNumber, status } = await submit(url, token, write)
    assert.strictEqual(status, "applied")
    assert.isFalse(titles.has(sequenceNumber), `number ${sequenceNumber} was given twice`)
    titles.set(sequenceNumber, write.body.data.title)
  }

  const checkLog = async (url: string, token: string): Promise<ReadonlyArray<HistoryEntry>> => {
    const log = await wholeLog(url, token)
    assert.deepStrictEqual(
      log.map((_) => _.sequenceNumber),
      log.map((_, index) => index + 1)
    )
    for (const [sequenceNumber, title] of titles) assert.strictEqual(log[sequenceNumber - 1]?.data.title, title)
    const retitled = log.filter(({ eventType }) => eventType === "update_principle_title").map((_) => _.data.title)
    assert.strictEqual(new Set(retitled).size, retitled.length)
    return log
  }

  const checkDeleted = async (url: string, token: string, round: number): Promise<void> => {
    await write(
      url,
      token,
      event(`make-${round}`, "create_objective", teamId, { id: objectiveOf(round), title: "Old" })
    )
    await write(url, token, event(`delete-${round}`, "delete_objective", objectiveOf(round)))
    const { entries } = decodeDeleted(await (await call(url, token, `/api/teams/${teamId}/deleted`)).json())
    assert.deepStrictEqual(
      entries.map(({ id }) => id),
      Array.from({ length: round + 1 }, (_, index) => objectiveOf(round - index))
    )
  }

  const rebuild = async (url: string, token: string, events: number): Promise<void> => {
    const answer = await call(url, token, "/api/admin/rebuild-history", {})
    assert.strictEqual(answer.status, 200, await answer.clone().text())
    assert.strictEqual(decodeRebuild(await answer.json()).eventsProcessed, events)
  }

  /** One archive is made at the start, and has all events of before. */
  const checkArchives = (output: () => string, events: number) =>
    Effect.gen(function* () {
      yield* untilTrue(async () => output().includes("Archived "))
      const kept = eventsInArchives(archives)
      assert.isAtLeast(kept.at(-1) ?? 0, events)
      assert.isAtMost(kept.length, archivesKept)
      assert.strictEqual(unfinishedIn(archives), 0)
    })

  /** One delivery fails, so that the next attempt has a time, and the admin is locked out. */
  const failOnce = (url: string, token: string, round: number) =>
    Effect.gen(function* () {
      failing.state.isUp = false
      yield* Effect.promise(() => write(url, token, Writing.retitle(0, `round ${round} is refused`)))
      yield* untilTrue(async () => {
        const hooks = decodeHooks(await (await call(url, token, "/api/admin/webhooks")).json())
        return hooks.some(({ url, nextAttemptAt }) => url === failing.url && nextAttemptAt !== null)
      })
      for (let attempt = 0; attempt < 5; attempt++) yield* Effect.promise(() => signIn(url, "admin", "wrong"))
      assert.strictEqual(yield* Effect.promise(() => signIn(url)), "", "locked out")
    })

  /** Kills the server in the middle of writes, deliveries and a rebuild. */
  const killInWrites = async ({ url, kill }: ServerProcess.ServerProcess, token: string, round: number) => {
    const wanted = titles.size + 10 + ((round * 37) % 50)
    const submitNext = async (next: Writing.Write) => {
      await write(url, token, next)
      if (titles.size !== wanted) return
      void call(url, token, "/api/admin/rebuild-history", {}).catch(() => {})
      setTimeout(kill, (round * 7) % 30, "SIGKILL")
    }
    lost = await Promise.all(Array.from({ length: writers }, (_, writer) => writeUntilGone(submitNext, round, writer)))
    head = Math.max(...titles.keys())
  }

  const start = (offset: number) =>
    ServerProcess.start({
      ...database,
      NODE_OPTIONS: `--import=${new URL("../clock/ShiftedClock.ts", import.meta.url).href}`,
      CLOCK_OFFSET_MS: String(offset * hourMs),
      WEBHOOK_ALLOW: "127.0.0.1",
      ARCHIVE_DIR: archives,
      ARCHIVE_EVERY: "5 minutes",
      ARCHIVE_KEEP: String(archivesKept)
    })

  /** Kills a server while it writes an archive, or a moment later. */
  const killInArchive = Effect.fnUntraced(function* (offset: number) {
    shiftFileTimes(archives)
    const archiving = firstChange(archives)
    const { kill } = yield* start(offset)
    yield* Effect.promise(() => archiving)
    kill("SIGKILL")
  }, Effect.scoped)

  let [kills, unfinished] = [0, 0]
  for (const [round, offset] of offsets.entries()) {
    if (round % 3 === 1) {
      // So much earlier that another archive is due afterwards.
      yield* killInArchive(offset - 0.1)
      kills += 1
      unfinished += unfinishedIn(archives)
    }
    shiftFileTimes(archives)
    yield* Effect.gen(function* () {
      const server = yield* start(offset)
      const { url, output } = server
      const now = () => Date.now() + offset * hourMs
      failing.state.isUp = true
      const token = yield* Effect.promise(() => validToken(url, offset))
      if (round === 0) yield* Effect.promise(() => prepare(url, token))
      yield* Effect.promise(async () => {
        for (const each of lost) await write(url, token, each)
        await checkDeleted(url, token, round)
      })
      const log = yield* Effect.promise(() => checkLog(url, token))
      const last = log.at(-1) ?? assert.fail("no events")
      assert.isBelow(Math.abs(Date.parse(last.timestamp) - now()), hourMs / 2, "the clock is as wrong as it was to be")
      yield* Effect.promise(() => compareWithDays(url, token, log, now))
      yield* Effect.promise(() => rebuild(url, token, log.length))
      yield* checkArchives(output, head)
      for (const { taken, untilTaken } of [steady, failing]) {
        yield* untilTaken(log.length)
        checkTaken(taken, log, kills)
      }
      if (round < offsets.length - 1) {
        yield* failOnce(url, token, round)
        yield* Effect.promise(() => killInWrites(server, token, round))
        kills += 1
      }
      assert.strictEqual(output().split("Archived ").length - 1, 1, "no second archive without a pause")
    }).pipe(Effect.scoped)
  }
  return `${titles.size} answered writes, archives cut off: ${unfinished}`
})

describe.concurrent("a clock that jumps by hours and days while the server is killed", () => {
  for (const [name, offsets, database] of databases) {
    it.live(
      `${name}: loses no write, holds up no delivery, archive or rebuild, and locks nobody out`,
      () =>
        Effect.gen(function* () {
          const env = yield* database
          const archives = join(yield* dataFolder, "archives")
          const found = yield* prove(env, offsets, archives)
          console.log(`${name}: ${found}, clock wrong by ${offsets.map(Math.round).join(", ")} hours`)
        }).pipe(Effect.scoped),
      { timeout: 600_000 + offsets.length * 60_000 }
    )
  }
})
