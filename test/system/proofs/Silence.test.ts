import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { call, signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../../support/databases.ts"
import { wholeLog } from "../WholeLog.ts"
import * as Writing from "../Writing.ts"
import * as SilentRelay from "./SilentRelay.ts"

/** `npm run prove -- silence` sets more. */
const rounds = Number(process.env.SILENCE_ROUNDS ?? 1)
const isLong = process.env.SILENCE_ROUNDS !== undefined
const kinds: ReadonlyArray<SilentRelay.Silence> = isLong ? ["next", "all", "listening"] : ["all"]

/** How long after the beginning of the silence a write is applied; only the long proof asks for it. A read is given up after 35 s. */
const writesAgainMs = 8_000

const writers = 4

/** Writes until one that was sent after `since` is applied; returns when that was. */
const nextWrite = async (url: string, token: string, name: string): Promise<number> => {
  for (let serial = 0; ; serial++) {
    const answer = await Writing.submit(url, token, Writing.retitle(0, `${name} ${serial}`))
    if (answer.status === 200) return performance.now()
  }
}

describe("connections to the database that fall silent", () => {
  it.live(
    "hold up writes for some seconds only, and lose none",
    () =>
      Effect.gen(function* () {
        const url = Redacted.value(yield* migratedDatabase)
        const relay = yield* SilentRelay.make(url)
        const server = yield* ServerProcess.start({ DATABASE_URL: relay.url })
        // While it writes too, appends are made in transactions.
        const other = yield* ServerProcess.start({ DATABASE_URL: url })
        const [token, otherToken] = yield* Effect.promise(() => Promise.all([signIn(server.url), signIn(other.url)]))
        yield* Effect.promise(() => Writing.prepareTitles(server.url, token, 1))
        yield* Effect.promise(() => Writing.prepare(server.url, token, writers + 1))
        const delays: Array<number> = []
        for (let round = 0; round < rounds; round++) {
          for (const kind of kinds) {
            const writing = yield* Writing.untilStopped(server.url, token, writers)
            const besides = yield* Writing.untilStopped(other.url, otherToken, 1, writers)
            yield* Effect.sleep("500 millis")
            relay.silence(kind)
            const began = performance.now()
            // A reader may wait for 35 s, which is no reason for others to wait.
            let isReading = true
            const reading = () => {
              isReading = false
            }
            void call(server.url, token, "/api/history/all").then(reading, reading)
            const name = `${kind} ${round}`
            delays.push((yield* Effect.promise(() => nextWrite(server.url, token, name))) - began)
            if (kind === "all") assert.isTrue(isReading, "writes go on while a reader still waits")
            // A server shows at once what it has answered; of another's last event it hears a moment later.
            for (const [url, writers] of [
              [server.url, writing],
              [other.url, besides]
            ] as const) {
              const answered = yield* Effect.promise(writers.stop)
              const log = yield* Effect.promise(() => wholeLog(url, token))
              const lost = answered.filter(({ sequenceNumber }) => log[sequenceNumber - 1] === undefined)
              assert.deepStrictEqual(lost, [])
            }
            const health = yield* Effect.promise(() => fetch(`${server.url}/health`).then((_) => _.json()))
            assert.deepStrictEqual(health, { status: "healthy" })
          }
        }
        console.log(`ms to the next write after silences of ${kinds.join(", ")}: ${delays.map(Math.round).join(", ")}`)
        if (isLong) for (const delay of delays) assert.isAtMost(delay, writesAgainMs)
      }).pipe(Effect.scoped),
    { timeout: 600_000 + rounds * 120_000 }
  )
})
