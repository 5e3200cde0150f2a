import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Schema, Scope } from "effect"
import { Webhook } from "standardwebhooks"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import { NewWebhook } from "../../src/domain/Webhook.ts"
import { freshDatabase } from "../support/databases.ts"
import { testReceiver } from "../webhooks/TestReceiver.ts"

/** `npm run prove -- webhooks` sets more. */
const events = Number(process.env.WEBHOOK_EVENTS ?? 400)
const kills = Number(process.env.WEBHOOK_KILLS ?? 2)

const writers = 8

/** So many events are written whenever the receiver is no further behind than that. */
const burst = Math.min(1_000, Math.ceil(events / 4))

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
const decodeHook = Schema.decodeUnknownSync(NewWebhook)

const teamOf = (writer: number) => `00000000-0000-4000-8000-${String(writer + 1).padStart(12, "0")}`

/** Writes to one of the servers, and again under the same key to the next, until one has answered. */
const submit = async (urls: ReadonlyArray<string>, token: string, key: string, body: unknown): Promise<number> => {
  for (let attempt = 0; ; attempt++) {
    try {
      const url = urls[attempt % urls.length] ?? ""
      const answer = await call(url, token, "/api/events", body, { "idempotency-key": key })
      if (answer.status !== 200) throw new Error(`${answer.status}`)
      const { status, sequenceNumber } = decodeOutcome(await answer.json())
      assert.strictEqual(status, "applied")
      return sequenceNumber
    } catch (error) {
      if (attempt > 2_000) throw error
      await pause(20)
    }
  }
}

const startIn = (env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const server = yield* Scope.provide(ServerProcess.start(env), scope)
    return { server, end: Scope.close(scope, Exit.void) }
  })

describe("webhooks of two servers that are killed in turn", () => {
  it.live(
    "deliver every event in order, and send again no more than one for each kill",
    () =>
      Effect.gen(function* () {
        const { received, url, until } = yield* testReceiver
        const database = Redacted.value(yield* freshDatabase)
        const env = { DATABASE_URL: database, WEBHOOK_ALLOW: "127.0.0.1" }
        const servers = [yield* startIn(env), yield* startIn(env)]
        yield* Effect.addFinalizer(() => Effect.forEach(servers, ({ end }) => end, { discard: true }))
        const urls = () => servers.map(({ server }) => server.url)
        const token = yield* Effect.promise(() => signIn(urls()[0] ?? ""))

        const written: Array<number> = []
        const write = (key: string, body: unknown) =>
          Effect.map(
            Effect.promise(() => submit(urls(), token, key, body)),
            (sequenceNumber) => void written.push(sequenceNumber)
          )
        const made = yield* Effect.promise(async () => call(urls()[0] ?? "", token, "/api/admin/webhooks", { url }))
        const { secret } = decodeHook(yield* Effect.promise(() => made.json()))
        for (let writer = 0; writer < writers; writer++) {
          const data = { id: teamOf(writer), name: `Team ${writer}`, color: "#123456" }
          yield* write(`team-${writer}`, { eventType: "create_team", data })
        }

        const rename = (serial: number) =>
          write(`name-${serial}`, {
            eventType: "update_team_name",
            targetId: teamOf(serial % writers),
            data: { name: `Name ${serial}` }
          })
        const writing = Effect.gen(function* () {
          for (let serial = 0; serial < events; serial += burst) {
            const next = Array.from({ length: Math.min(burst, events - serial) }, (_, n) => serial + n)
            yield* Effect.forEach(next, rename, { concurrency: writers, discard: true })
            yield* until((all) => all.length >= written.length - burst)
          }
        })

        let slowest = 0
        const killing = Effect.gen(function* () {
          for (let kill = 0; kill < kills; kill++) {
            const at = Math.ceil(((kill + 0.5) * events) / kills)
            yield* until((all) => all.length >= at)
            const victim = servers[kill % 2]
            victim?.server.kill("SIGKILL")
            const [count, begun] = [received.length, performance.now()]
            yield* victim?.end ?? Effect.void
            servers[kill % 2] = yield* startIn(env)
            yield* until((all) => all.length > count + 5 || all.length >= events)
            slowest = Math.max(slowest, performance.now() - begun)
          }
        })

        yield* Effect.all([writing, killing], { concurrency: 2, discard: true })
        const expected = new Set(written)
        const numbers = () => received.map(({ id }) => Number(id.split(".")[1]))
        yield* until((all) => all.length >= expected.size && new Set(numbers()).size >= expected.size)

        const firsts = [...new Set(numbers())]
        assert.deepStrictEqual(
          firsts,
          [...expected].sort((left, right) => left - right)
        )
        const doubles = received.length - firsts.length
        console.log(
          `${firsts.length} events, ${kills} kills: 0 lost, ${doubles} sent twice, ` +
            `the longest wait after a kill ${Math.round(slowest)} ms`
        )
        assert.isAtMost(doubles, kills)
        const last = received.at(-1) ?? assert.fail("none")
        assert.deepStrictEqual(new Webhook(secret).verify(last.body, last.headers), JSON.parse(last.body))
      }).pipe(Effect.scoped),
    { timeout: 120_000 + kills * 30_000 + events * 20 }
  )
})
