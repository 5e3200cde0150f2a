import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { wholeLog } from "./WholeLog.ts"
import * as Writing from "./Writing.ts"

/** `npm run prove -- crash` sets more; each round is one kill. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const writers = 32

/** URLs of an empty database behind a pooler, such as PgBouncer in transaction mode, if there is one. */
const { POOLED_DATABASE_URL, DATABASE_LISTEN_URL } = process.env
const pooled =
  POOLED_DATABASE_URL === undefined || DATABASE_LISTEN_URL === undefined
    ? []
    : ([["a pooler", rounds, Effect.succeed({ DATABASE_URL: POOLED_DATABASE_URL, DATABASE_LISTEN_URL })]] as const)

const databases = [
  ...pooled,
  ["PGlite", rounds, Effect.map(madeFolder, (folder) => ({ DATA_DIR: folder }))],
  ["PostgreSQL", rounds, Effect.map(migratedDatabase, (url) => ({ DATABASE_URL: Redacted.value(url) }))]
] as const

const decodeOutcome = Schema.decodeUnknownSync(Outcome)

const submit = async (url: string, token: string, write: Writing.Write): Promise<Outcome> => {
  const answer = await Writing.submit(url, token, write)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return decodeOutcome(await answer.json())
}

/** Writes one event after the other until the server is gone; returns the answered writes, and the one without an answer. */
const writeUntilGone = async (url: string, token: string, round: number, writer: number, count: () => void) => {
  const answered: Array<readonly [Writing.Write, Outcome]> = []
  for (let serial = 0; ; serial++) {
    const write = Writing.retitle(writer, `round ${round} writer ${writer} serial ${serial}`)
    try {
      answered.push([write, await submit(url, token, write)])
      count()
    } catch {
      return { answered, lost: write }
    }
  }
}

describe("kill -9 during 32 parallel writers", () => {
  for (const [name, rounds, database] of databases) {
    it.live(
      `${name}: every answered write is in the log, sequence numbers have no gap, and a repeated request has one event`,
      () =>
        Effect.gen(function* () {
          const env = yield* database
          const known = new Map<number, string | undefined>()
          let token = ""
          /** Repeats the writes without an answer after a kill, and checks the whole log. */
          const verify = Effect.fnUntraced(function* (url: string, lost: ReadonlyArray<Writing.Write>) {
            for (const write of lost) {
              const { sequenceNumber, status } = yield* Effect.promise(() => submit(url, token, write))
              assert.strictEqual(status, "applied")
              assert.isFalse(known.has(sequenceNumber), `number ${sequenceNumber} was given twice`)
              known.set(sequenceNumber, write.body.data.title)
            }
            const log = yield* Effect.promise(() => wholeLog(url, token))
            assert.deepStrictEqual(
              log.map((_) => _.sequenceNumber),
              log.map((_, index) => index + 1)
            )
            for (const [sequenceNumber, title] of known) {
              assert.strictEqual(log[sequenceNumber - 1]?.data.title, title)
            }
            const titles = log.slice(1).map((_) => _.data.title)
            assert.strictEqual(new Set(titles).size, titles.length)
          })
          let lost: ReadonlyArray<Writing.Write> = []
          for (let round = 0; round <= rounds; round++) {
            lost = yield* Effect.scoped(
              Effect.gen(function* () {
                const server = yield* ServerProcess.start(env)
                if (round === 0) {
                  token = yield* Effect.promise(() => signIn(server.url))
                  yield* Effect.promise(() => Writing.prepareTitles(server.url, token, writers))
                } else yield* verify(server.url, lost)
                if (round === rounds) return []
                let count = 0
                const writing = Promise.all(
                  Array.from({ length: writers }, (_, writer) =>
                    writeUntilGone(server.url, token, round, writer, () => (count += 1))
                  )
                )
                const wanted = 2 * writers + ((round * 37) % 100)
                yield* Effect.sync(() => count).pipe(
                  Effect.repeat({ schedule: Schedule.spaced("1 millis"), until: (answered) => answered >= wanted })
                )
                server.kill("SIGKILL")
                const outcomes = yield* Effect.promise(() => writing)
                for (const [{ body }, { sequenceNumber }] of outcomes.flatMap(({ answered }) => answered)) {
                  assert.isFalse(known.has(sequenceNumber), `number ${sequenceNumber} was given twice`)
                  known.set(sequenceNumber, body.data.title)
                }
                return outcomes.map(({ lost }) => lost)
              })
            )
          }
          console.log(`${name}: ${known.size} answered writes over ${rounds} kills`)
        }).pipe(Effect.scoped),
      { timeout: 600_000 + rounds * 60_000 }
    )
  }
})
