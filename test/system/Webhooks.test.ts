import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Schema, Scope } from "effect"
import { Webhook } from "standardwebhooks"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import { NewWebhook } from "../../src/domain/Webhook.ts"
import { migratedDatabase } from "../support/databases.ts"
import type { Received } from "../webhooks/TestReceiver.ts"
import { difficultReceiver } from "./webhooks/DifficultReceiver.ts"

/** `npm run prove -- webhooks` sets more. */
const events = Number(process.env.WEBHOOK_EVENTS ?? 240)
const kills = Number(process.env.WEBHOOK_KILLS ?? 2)
const faults = Number(process.env.WEBHOOK_FAULTS ?? 2)
const hooks = Number(process.env.WEBHOOK_HOOKS ?? 3)

const writers = 8

/** The events of a burst. The next is written once the receiver is at most so far behind, so that kills hit bursts and pauses. */
const burst = Math.min(3_500, Math.ceil(events / 4))

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
const decodeHook = Schema.decodeUnknownSync(NewWebhook)

const teamOf = (writer: number) => `00000000-0000-4000-8000-${String(writer + 1).padStart(12, "0")}`

interface Written {
  readonly sequenceNumber: number
  readonly teamId: string
}

/** Writes to one server after the other, under the same key, until one has answered. */
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

/** Two servers on one database; `replace` kills one of them and starts it again. */
const twoServers = Effect.gen(function* () {
  const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase), WEBHOOK_ALLOW: "127.0.0.1" }
  const servers = [yield* startIn(env), yield* startIn(env)]
  yield* Effect.addFinalizer(() => Effect.forEach(servers, ({ end }) => end, { discard: true }))
  const replace = Effect.fnUntraced(function* (index: number) {
    const victim = servers[index]
    victim?.server.kill("SIGKILL")
    yield* victim?.end ?? Effect.void
    servers[index] = yield* startIn(env)
  })
  return { urls: () => servers.map(({ server }) => server.url), replace }
})

/** Creates teams, then renames them in turn, in bursts; before each it waits while `isBehind`. */
const writeAll = Effect.fnUntraced(function* (
  urls: () => ReadonlyArray<string>,
  token: string,
  written: Array<Written>,
  caughtUp: Effect.Effect<void>
) {
  const write = (key: string, teamId: string, body: unknown) =>
    Effect.map(
      Effect.promise(() => submit(urls(), token, key, body)),
      (sequenceNumber) => void written.push({ sequenceNumber, teamId })
    )
  for (let writer = 0; writer < writers; writer++) {
    const id = teamOf(writer)
    yield* write(`team-${writer}`, id, {
      eventType: "create_team",
      data: { id, name: `Team ${writer}`, color: "#123456" }
    })
  }
  const rename = (serial: number) => {
    const targetId = teamOf(serial % writers)
    return write(`name-${serial}`, targetId, {
      eventType: "update_team_name",
      targetId,
      data: { name: `Name ${serial}` }
    })
  }
  for (let serial = 0; serial < events; serial += burst) {
    const next = Array.from({ length: Math.min(burst, events - serial) }, (_, n) => serial + n)
    yield* Effect.forEach(next, rename, { concurrency: writers, discard: true })
    yield* caughtUp
  }
})

/** Counts repeated events. Fails unless all were received in order, and only the last one received was ever repeated. */
const repeatedIn = (taken: ReadonlyArray<number>, written: ReadonlyArray<Written>): number => {
  const expected = written.map(({ sequenceNumber }) => sequenceNumber).sort((left, right) => left - right)
  const repeated = taken.filter((sequenceNumber, index) => sequenceNumber === taken[index - 1]).length
  assert.deepStrictEqual(
    taken.filter((sequenceNumber, index) => sequenceNumber !== taken[index - 1]),
    expected
  )
  return repeated
}

/** Fails unless one of the secrets signed each message, and all did where there are two signatures. */
const assertSigned = (received: ReadonlyArray<Received>, secrets: ReadonlyArray<string>): void => {
  for (const { id, headers, body } of received) {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000)
    const valid = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
    const signatures = headers["webhook-signature"]?.split(" ") ?? []
    assert.isNotEmpty(signatures)
    assert.includeMembers(valid, signatures)
  }
}

describe("Webhooks of two servers that are killed in turn", () => {
  it.live(
    "deliver every event in order to failing receivers, and repeat at most one event for each kill",
    () =>
      Effect.gen(function* () {
        const all = yield* difficultReceiver(faults, Math.ceil(events / (faults + 1)))
        const ofTeam = yield* difficultReceiver(0, 0)
        const { urls, replace } = yield* twoServers
        const token = yield* Effect.promise(() => signIn(urls()[0] ?? ""))
        const register = Effect.fnUntraced(function* (settings: object) {
          const made = yield* Effect.promise(() => call(urls()[0] ?? "", token, "/api/admin/webhooks", settings))
          return decodeHook(yield* Effect.promise(() => made.json()))
        })
        const { id, secret } = yield* register({ url: all.url })
        yield* register({ url: ofTeam.url, teamIds: [teamOf(0)] })
        const more = yield* Effect.replicateEffect(difficultReceiver(0, 0), hooks - 2)
        for (const { url } of more) yield* register({ url })
        const secrets = [secret]
        const rotate = Effect.promise(async () => {
          const made = await call(urls()[0] ?? "", token, `/api/admin/webhooks/${id}/rotate-secret`, {})
          secrets.push(decodeHook(await made.json()).secret)
        })

        const written: Array<Written> = []
        const caughtUp = all.until(() => all.taken.length >= written.length - burst)
        let slowest = 0
        const killing = Effect.gen(function* () {
          for (let kill = 0; kill < kills; kill++) {
            const at = Math.ceil(((kill + 0.5) * events) / kills)
            yield* all.until(() => all.taken.length >= at)
            const [count, begun] = [all.taken.length, performance.now()]
            yield* replace(kill % 2)
            if (kill === 0) yield* rotate
            yield* all.until(() => all.taken.length > count + 5 || all.taken.length >= events)
            slowest = Math.max(slowest, performance.now() - begun)
          }
        })
        const begun = performance.now()
        yield* Effect.all([writeAll(urls, token, written, caughtUp), killing], { concurrency: 2, discard: true })
        const last = Math.max(...written.map(({ sequenceNumber }) => sequenceNumber))
        const inTeam = written.filter(({ teamId }) => teamId === teamOf(0))
        const lastInTeam = Math.max(...inTeam.map(({ sequenceNumber }) => sequenceNumber))
        yield* all.until(() => all.taken.at(-1) === last)
        yield* ofTeam.until(() => ofTeam.taken.at(-1) === lastInTeam)

        for (const { taken, until } of more) yield* until(() => taken.at(-1) === last)

        const repeated = [
          ...[repeatedIn(all.taken, written), repeatedIn(ofTeam.taken, inTeam)],
          ...more.map(({ taken }) => repeatedIn(taken, written))
        ]
        assertSigned(all.received, secrets)
        assert.strictEqual(all.faultsSoFar(), faults)
        console.log(
          `${written.length} events in ${Math.round((performance.now() - begun) / 1_000)} s, ${kills} kills, ${faults} faults of ` +
            `one of ${hooks} receivers: 0 lost; sent twice: ${repeated.join(", ")}; ` +
            `the longest wait after a kill ${Math.round(slowest)} ms`
        )
        for (const count of repeated) assert.isAtMost(count, kills)
        const message = all.received.at(-1) ?? assert.fail("none")
        assert.deepStrictEqual(
          new Webhook(secrets[1] ?? "").verify(message.body, message.headers),
          JSON.parse(message.body)
        )
      }).pipe(Effect.scoped),
    { timeout: 600_000 + kills * 30_000 + faults * 30_000 + events * 20 }
  )
})
