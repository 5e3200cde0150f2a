import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { freshDatabase } from "../support/databases.ts"
import { follow } from "../support/EventStream.ts"
import {
  betweenRestartsMs,
  caughtUp,
  checkFollowers,
  restartInTurn,
  untilWritten,
  type Written,
  write
} from "../system/proofs/RollingWrites.ts"
import { wholeLog } from "../system/WholeLog.ts"
import * as Writing from "../system/Writing.ts"
import * as NginxProxy from "./NginxProxy.ts"

/** Set by `npm run prove -- nginx`; it needs Debian's nginx. */
const restarts = Number(process.env.NGINX_RESTARTS ?? 0)
const leastWrites = Number(process.env.NGINX_WRITES ?? 0)
const writers = 16
const streams = 4

describe.runIf(restarts > 0)("The nginx of scripts/deploy", () => {
  it.live(
    `${restarts} restarts: no write fails or is applied twice, and streams send each once`,
    () =>
      Effect.gen(function* () {
        assert.isTrue(NginxProxy.isInstalled(), "nginx is not installed")
        const env = { DATABASE_URL: Redacted.value(yield* freshDatabase), TRUSTED_PROXIES: "127.0.0.1" }
        const first = yield* ServerProcess.start(env)
        const servers = [first, yield* ServerProcess.start(env)]
        const { url, errors } = yield* NginxProxy.start(servers.map((server) => server.url))
        const token = yield* Effect.promise(() => signIn(url))
        yield* Effect.promise(() => Writing.prepare(url, token, writers))
        // The teams, one for each writer; nothing else is in the log.
        const begin = writers
        const followers = Array.from({ length: streams }, () => follow({ urls: [url], token }))
        yield* caughtUp(followers, begin)

        let isOver = false
        const written: Written = { writes: 0, latest: 0, failed: [] }
        const writing = Array.from({ length: writers }, (_, n) => write(url, token, n, written, () => isOver))
        yield* Effect.sleep(betweenRestartsMs)
        for (let round = 0; round < restarts; round++) yield* restartInTurn(servers, env, round)
        yield* untilWritten(() => written.writes, leastWrites)
        isOver = true
        yield* Effect.promise(() => Promise.all(writing))
        console.log(`${restarts} restarts behind nginx: ${written.writes} writes, failed: ${written.failed.length}`)
        assert.deepStrictEqual(written.failed, [], errors())

        // One server may see what the other wrote a moment later.
        const log = yield* Effect.promise(() => wholeLog(url, token)).pipe(
          Effect.repeat({ until: (all) => all.length >= written.latest, times: 20 })
        )
        assert.strictEqual(log.length - begin, written.writes)
        yield* checkFollowers(followers, log, begin)
      }).pipe(Effect.scoped),
    { timeout: 600_000 + restarts * 60_000 + leastWrites * 20 }
  )
})
