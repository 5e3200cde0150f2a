import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../../support/databases.ts"
import { follow } from "../../support/EventStream.ts"
import { wholeLog } from "../WholeLog.ts"
import * as Writing from "../Writing.ts"
import * as KeepAliveProxy from "./KeepAliveProxy.ts"
import {
  betweenRestartsMs,
  caughtUp,
  checkFollowers,
  restartInTurn,
  untilWritten,
  type Written,
  write
} from "./RollingWrites.ts"

/** The number of restarts, of both servers in turn; `npm run prove -- rolling` sets more. */
const restarts = Number(process.env.ROLLING_RESTARTS ?? 2)
const leastWrites = Number(process.env.ROLLING_WRITES ?? 300)
const writersEach = 8
const followersEach = 4

describe("A rolling restart behind proxies that keep connections", () => {
  it.live(
    `${restarts} restarts: no write fails, whether the proxy asks for health or not`,
    () =>
      Effect.gen(function* () {
        const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
        const first = yield* ServerProcess.start(env)
        const servers = [first, yield* ServerProcess.start(env)]
        const urls = servers.map(({ url }) => url)
        const proxies = [
          yield* KeepAliveProxy.start(urls, { asksHealth: true }),
          yield* KeepAliveProxy.start(urls, { asksHealth: false })
        ]
        const token = yield* Effect.promise(() => signIn(first.url))
        yield* Effect.promise(() => Writing.prepare(first.url, token, writersEach * proxies.length))
        const begin = (yield* Effect.promise(() => wholeLog(first.url, token))).length
        const followers = proxies.flatMap(({ url }) =>
          Array.from({ length: followersEach }, () => follow({ urls: [url], token }))
        )
        yield* caughtUp(followers, begin)

        let isOver = false
        const written = proxies.map((): Written => ({ writes: 0, latest: 0, failed: [] }))
        const writing = proxies.flatMap(({ url }, at) =>
          Array.from({ length: writersEach }, (_, n) =>
            write(url, token, at * writersEach + n, written[at] ?? { writes: 0, latest: 0, failed: [] }, () => isOver)
          )
        )
        yield* Effect.sleep(betweenRestartsMs)
        for (let round = 0; round < restarts; round++) yield* restartInTurn(servers, env, round)
        const total = () => written.reduce((sum, { writes }) => sum + writes, 0)
        yield* untilWritten(total, leastWrites)
        isOver = true
        yield* Effect.promise(() => Promise.all(writing))

        for (const [at, { failures, reused }] of proxies.entries()) {
          const { writes = 0, failed = [] } = written[at] ?? {}
          console.log(
            `${restarts} restarts, a proxy that ${at === 0 ? "asks" : "does not ask"} for health: ${writes} writes, ` +
              `${reused()} requests on kept connections; failed: ${failures.kept} on kept ones, ${failures.fresh} on new ` +
              `ones, ${failures.untaken} accepted by no server; not answered 200: ${failed.length}`
          )
          assert.strictEqual(failures.kept, 0, failures.codes.join())
          assert.isAbove(reused(), restarts)
          assert.deepStrictEqual(failed, [], failures.codes.join())
        }
        assert.deepStrictEqual(proxies[0]?.failures.codes, [])

        const [{ url } = first] = servers
        // A server shows the other one's writes some milliseconds later.
        const latest = Math.max(...written.map(({ latest }) => latest))
        const log = yield* Effect.promise(() => wholeLog(url, token)).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("20 millis"),
            until: (log) => (log.at(-1)?.sequenceNumber ?? 0) >= latest
          })
        )
        yield* checkFollowers(followers, log, begin)
      }).pipe(Effect.scoped),
    { timeout: 600_000 + restarts * 60_000 + leastWrites * 20 }
  )
})
