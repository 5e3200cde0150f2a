import { setTimeout as pause } from "node:timers/promises"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import * as PostgresPair from "./PostgresPair.ts"
import { wholeLog } from "./WholeLog.ts"
import * as Writing from "./Writing.ts"

/** The number of failovers; `npm run prove -- failover` sets more. */
const rounds = Number(process.env.FAILOVER_ROUNDS ?? 1)
const writers = 16

/** Between a writer's tries: without, they are thousands while there is no primary. */
const pauseMs = 20

/** How soon after a promotion a write must be answered. */
const writesAgainMs = 5_000

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
interface Answered {
  readonly sequenceNumber: number
  readonly title: string
  /** When the write was sent and answered, by `performance.now()`. */
  readonly sentAt: number
  readonly answeredAt: number
}

/** Writes one event after the other, each repeated under its key until it is answered. */
const write = async (url: string, token: string, name: string, writer: number, goesOn: () => boolean) => {
  const answered: Array<Answered> = []
  for (let serial = 0; goesOn(); serial++) {
    const title = `${name} writer ${writer} serial ${serial}`
    for (let isAnswered = false; !isAnswered && goesOn(); ) {
      const sentAt = performance.now()
      const answer = await Writing.submit(url, token, Writing.retitle(writer, title))
      const outcome: unknown = await answer.json()
      await pause(pauseMs)
      if (answer.status !== 200) continue
      const { sequenceNumber, status } = decodeOutcome(outcome)
      assert.strictEqual(status, "applied")
      answered.push({ sequenceNumber, title, sentAt, answeredAt: performance.now() })
      isAnswered = true
    }
  }
  return answered
}

const replicates = ({ url }: PostgresPair.Cluster) =>
  SqlClient.SqlClient.use(
    (sql) => sql`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`
  ).pipe(
    Effect.filterOrFail((rows) => rows.length === 1),
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    PostgresPair.eventually
  )

/** Starts a stopped primary with the other one as its synchronous standby. */
const startPair = Effect.fnUntraced(function* (primary: PostgresPair.Cluster, standby: PostgresPair.Cluster) {
  standby.follow(primary)
  primary.becomePrimary()
  primary.start()
  standby.start()
  yield* replicates(primary)
})

describe("failover to a synchronous standby", () => {
  it.live(
    "loses no answered write, accepts writes soon after the promotion, and is not harmed by the old primary's return",
    () =>
      Effect.gen(function* () {
        const clusters = yield* PostgresPair.pair
        let [primary, standby] = clusters
        yield* startPair(primary, standby)
        const server = yield* ServerProcess.start({ DATABASE_URL: PostgresPair.urlOf(clusters) })
        const token = yield* Effect.promise(() => signIn(server.url))
        yield* Effect.promise(() => Writing.prepareTitles(server.url, token, writers))
        const known: Array<Answered> = []
        const gaps: Array<number> = []
        for (let round = 0; round < rounds; round++) {
          let isWriting = true
          const writing = Promise.all(
            Array.from({ length: writers }, (_, writer) =>
              write(server.url, token, `round ${round}`, writer, () => isWriting)
            )
          )
          yield* Effect.sleep(`${500 + ((round * 137) % 400)} millis`)
          yield* Effect.promise(() => primary.kill())
          standby.promote()
          const promotedAt = performance.now()
          yield* Effect.sleep("2 seconds")
          // The old primary still considers itself the primary, and has none of the later writes.
          primary.start()
          yield* Effect.sleep("2 seconds")
          isWriting = false
          const answered = (yield* Effect.promise(() => writing)).flat()
          known.push(...answered)
          const next = Math.min(
            ...answered.filter(({ sentAt }) => sentAt > promotedAt).map(({ answeredAt }) => answeredAt)
          )
          gaps.push(Math.round(next - promotedAt))

          yield* Effect.promise(async () => {
            await primary.kill()
            await standby.stop()
          })
          ;[primary, standby] = [standby, primary]
          yield* startPair(primary, standby)
          const log = yield* PostgresPair.eventually(Effect.tryPromise(() => wholeLog(server.url, token)))
          assert.deepStrictEqual(
            log.map(({ sequenceNumber }) => sequenceNumber),
            log.map((_, index) => index + 1)
          )
          const lost = known.filter(({ sequenceNumber, title }) => log[sequenceNumber - 1]?.data.title !== title)
          assert.deepStrictEqual(lost, [])
        }
        console.log(
          `${known.length} answered writes, 0 lost; ms from a promotion to the next write: ${gaps.join(", ")}`
        )
        assert.isAbove(known.length, writers * rounds)
        assert.deepStrictEqual(
          gaps.filter((gap) => gap > writesAgainMs),
          []
        )
      }).pipe(Effect.scoped),
    { timeout: 60_000 + rounds * 60_000 }
  )
})
