import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import { generate } from "../../../scripts/bench/Generate.ts"
import { call, signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { RebuildResult } from "../../../src/api/HistoryApi.ts"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { HistoryEntry } from "../../../src/domain/views/History.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import * as Migrations from "../../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../../src/sql/PostgresDatabase.ts"
import { migratedDatabase } from "../../support/databases.ts"

/** The number of kills; `npm run prove -- rebuild-kills` sets more. */
const rounds = Number(process.env.REBUILD_KILLS ?? 2)
/** So many that a rebuild takes long enough to be killed while it runs. */
const events = process.env.REBUILD_KILLS === undefined ? 8_000 : 20_000
const sampled = 8

const decodeEntries = Schema.decodeUnknownSync(Schema.Array(HistoryEntry))
const decodeResult = Schema.decodeUnknownSync(RebuildResult)

/** The part of a rebuild's duration after which it is killed: different each round, spread evenly. */
const killAfterShare = (round: number) => (0.5 + round * 0.618_033_988_75) % 1

/** Writes a long log; returns the entities whose histories are watched. */
const makeLog = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    yield* generate(startOfLog, events)
    const all = yield* (yield* EventStore).associations(0, events)
    const entities = [...new Set(all.map(({ entityId }) => entityId))]
    const apart = Math.floor(entities.length / sampled)
    return { associations: all.length, entities: entities.filter((_, index) => index % apart === 0) }
  }).pipe(
    Effect.provide(EventStoreSql.layer),
    Effect.provide(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url))),
    Effect.provide(Logger.layer([]))
  )

const historyOf = async (url: string, token: string, id: EntityId): Promise<string> => {
  const answer = await call(url, token, `/api/history/entity/${id}`)
  const entries = decodeEntries(await answer.json())
  return entries.map(({ sequenceNumber, isTransitive }) => `${sequenceNumber}${isTransitive ? "t" : ""}`).join(" ")
}

const rebuild = async (url: string, token: string) => {
  const answer = await call(url, token, "/api/admin/rebuild-history", {})
  assert.strictEqual(answer.status, 200, await answer.clone().text())
  return decodeResult(await answer.json())
}

describe("kill -9 during a rebuild on PostgreSQL", () => {
  it.live(
    `${rounds} times: no history is ever partial, and the next rebuild succeeds`,
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const { associations, entities } = yield* makeLog(url)
        const env = { DATABASE_URL: Redacted.value(url) }
        const whole = new Map<EntityId, string>()
        let [token, duration, killed, looks] = ["", 0, 0, 0]

        const look = async (url: string): Promise<void> => {
          for (const [id, expected] of whole) {
            assert.strictEqual(await historyOf(url, token, id), expected)
            looks += 1
          }
        }

        /** Rebuilds while histories are read all the time; returns whether the rebuild was answered before the server was gone. */
        const rebuildWatched = async (url: string): Promise<boolean> => {
          let over = false
          const answered = rebuild(url, token)
            .then(
              () => true,
              (error) => (error instanceof TypeError ? false : Promise.reject(error))
            )
            .finally(() => {
              over = true
            })
          const watching = (async () => {
            while (!over)
              await look(url).catch((error) => (error instanceof TypeError ? undefined : Promise.reject(error)))
          })()
          const [wasAnswered] = await Promise.all([answered, watching])
          return wasAnswered
        }

        const firstLook = async (url: string): Promise<void> => {
          token = await signIn(url)
          for (const id of entities) whole.set(id, await historyOf(url, token, id))
          const begun = performance.now()
          assert.isTrue(await rebuildWatched(url))
          duration = performance.now() - begun
        }

        /** Checks, after a kill, that no history is partial and that a rebuild succeeds. */
        const verify = async (url: string): Promise<void> => {
          await look(url)
          const { associationsSaved, eventsProcessed } = await rebuild(url, token)
          assert.deepStrictEqual(
            { associationsSaved, eventsProcessed },
            { associationsSaved: associations, eventsProcessed: events }
          )
          await look(url)
        }

        for (let round = 0; killed < rounds; round++) {
          assert.isAtMost(round, 3 * rounds, "too many rebuilds ended before they were killed")
          yield* Effect.scoped(
            Effect.gen(function* () {
              const server = yield* ServerProcess.start(env)
              yield* Effect.promise(() => (round === 0 ? firstLook(server.url) : verify(server.url)))
              const begun = performance.now()
              const rebuilding = rebuildWatched(server.url).then((wasAnswered) => {
                // The rebuild ended before its kill, since the first one took longer: the next is killed earlier.
                if (wasAnswered) duration = performance.now() - begun
                else killed += 1
              })
              yield* Effect.sleep(`${Math.round(duration * killAfterShare(round))} millis`)
              server.kill("SIGKILL")
              yield* Effect.promise(() => rebuilding)
            })
          )
        }
        yield* Effect.scoped(Effect.flatMap(ServerProcess.start(env), ({ url }) => Effect.promise(() => verify(url))))
        console.log(
          `${killed} of ${rounds} rebuilds killed, each within ${Math.round(duration)} ms; ${looks} histories looked at`
        )
      }).pipe(Effect.scoped),
    { timeout: 600_000 + rounds * 30_000 }
  )
})
