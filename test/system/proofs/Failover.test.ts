import { setTimeout as pause } from "node:timers/promises"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../../src/domain/Outcome.ts"
import { wholeLog } from "../WholeLog.ts"
import * as Writing from "../Writing.ts"
import * as PostgresPair from "./PostgresPair.ts"

/** The number of failovers; `npm run prove -- failover` sets more. */
const rounds = Number(process.env.FAILOVER_ROUNDS ?? 1)
const isLong = process.env.FAILOVER_ROUNDS !== undefined
const writers = 16

/** Between a writer's tries: without, they are thousands while there is no primary. */
const pauseMs = 20

/** How soon after a promotion a write must be answered; only the long proof asks for a machine that is fast enough. */
const writesAgainMs = 5_000

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
interface Answered {
  readonly sequenceNumber: number
  readonly title: string
  /** When the write was sent and answered, by `performance.now()`. */
  readonly sentAt: number
  readonly answeredAt: number
}

interface Writer {
  readonly url: string
  readonly token: string
  readonly name: string
  readonly writer: number
  readonly goesOn: () => boolean
  /** Called at each answer with the time at which the write was sent. */
  readonly onAnswer: (sentAt: number) => void
}

/** Writes one event after the other, each repeated under its key until it is answered. */
const write = async ({ url, token, name, writer, goesOn, onAnswer }: Writer) => {
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
      onAnswer(sentAt)
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
          let [answers, since] = [0, 0]
          /** Waits for so many answers to writes that are sent from now on. */
          const moreAnswers = (wanted: number) =>
            Effect.suspend(() => {
              since = performance.now()
              answers = 0
              return Effect.repeat(
                Effect.sync(() => answers),
                { until: (count) => count >= wanted, schedule: Schedule.spaced("10 millis") }
              )
            })
          const onAnswer = (sentAt: number) => {
            if (sentAt >= since) answers += 1
          }
          const writing = Promise.all(
            Array.from({ length: writers }, (_, writer) =>
              write({ url: server.url, token, name: `round ${round}`, writer, goesOn: () => isWriting, onAnswer })
            )
          )
          yield* moreAnswers(2 * writers + ((round * 37) % 100))
          yield* Effect.promise(() => primary.kill())
          standby.promote()
          const promotedAt = performance.now()
          yield* moreAnswers(4 * writers)
          // The old primary still considers itself the primary, and has none of the later writes.
          primary.start()
          yield* moreAnswers(4 * writers)
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
        if (isLong) for (const gap of gaps) assert.isAtMost(gap, writesAgainMs)
      }).pipe(Effect.scoped),
    { timeout: 600_000 + rounds * 60_000 }
  )
})
