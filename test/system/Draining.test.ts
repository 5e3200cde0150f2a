import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../support/databases.ts"
import { type EventStream, open } from "../support/EventStream.ts"
import { madeFolder } from "../support/madeFolder.ts"
import * as Latecomers from "./proofs/Latecomers.ts"
import { appliedAfter, wholeLog } from "./WholeLog.ts"
import * as Writing from "./Writing.ts"

const streams = 50
const writers = 16
const users = 3

const databases = [
  {
    name: "the embedded database",
    database: Effect.map(madeFolder, (folder): Record<string, string> => ({ DATA_DIR: folder })),
    lingers: false
  },
  {
    name: "PostgreSQL",
    database: Effect.map(migratedDatabase, (url): Record<string, string> => ({ DATABASE_URL: Redacted.value(url) })),
    lingers: true
  }
]

/** Sends SIGTERM; returns how the process ended. A stop that takes too long ends with another code than 0. */
const stop = (server: ServerProcess.ServerProcess) =>
  Effect.andThen(
    Effect.sync(() => server.kill("SIGTERM")),
    server.ended
  )

/** Creates viewers, who cannot write; returns their tokens. */
const viewers = async (url: string, admin: string): Promise<ReadonlyArray<string>> => {
  const tokens: Array<string> = []
  for (let n = 0; n < users; n++) {
    const user = { username: `viewer${n}`, password: "correct horse", role: "viewer" }
    assert.strictEqual((await call(url, admin, "/api/admin/users", user)).status, 201)
    tokens.push(await signIn(url, user.username))
  }
  return tokens
}

interface Refused {
  readonly write: Writing.Write
  /** The status, or null where no answer came. */
  readonly status: number | null
}

/** Writes one event after the other until an answer is not 200. */
const writeUntilRefused = async (url: string, token: string, writer: number, count: () => void) => {
  const answered: Array<Writing.Write> = []
  for (let serial = 0; ; serial++) {
    const write = Writing.rename(writer, serial)
    const answer = await Writing.submit(url, token, write).catch(() => undefined)
    if (answer?.status !== 200) {
      const refused: Refused = { write, status: answer?.status ?? null }
      return { answered, refused }
    }
    await answer.json()
    answered.push(write)
    count()
    await pause(5)
  }
}

const changesIn = ({ frames }: EventStream): ReadonlyArray<number> =>
  frames.filter(({ event }) => event === "change").map(({ id }) => Number(id.split(".")[1]))

const nameOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) => data.name ?? data.title

const isEndedForShutdown = ({ ended, frames }: Latecomers.Stream): boolean =>
  ended.how === "end" && ended.reason === "shutdown" && (frames.at(-1)?.retry ?? 0) > 0

describe("SIGTERM", { concurrent: true }, () => {
  for (const { name, database, lingers } of databases) {
    it.live(`on ${name}: streams end and resume after the restart; a write without an answer was never accepted`, () =>
      Effect.gen(function* () {
        const env = yield* database
        const server = yield* ServerProcess.start(env)
        const { url } = server
        const admin = yield* Effect.promise(() => signIn(url))
        const tokens = yield* Effect.promise(() => viewers(url, admin))
        const tokenOf = (n: number) => tokens[n % users] ?? ""
        yield* Effect.promise(() => Writing.prepare(url, admin, writers))
        const before = Array.from({ length: streams }, (_, n) => open({ url, token: tokenOf(n) }))
        yield* Effect.promise(() =>
          Promise.all(before.map((_) => _.waitFor(({ event }) => event === "ready", 120_000)))
        )
        let count = 0
        const writing = Promise.all(
          Array.from({ length: writers }, (_, n) => writeUntilRefused(url, admin, n, () => (count += 1)))
        )
        yield* Effect.sync(() => count).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (answered) => answered > 4 * writers })
        )

        const stopping = yield* Effect.forkChild(stop(server), { startImmediately: true })
        const latecomers = yield* Latecomers.arrive(url, admin)
        assert.deepStrictEqual(yield* Fiber.join(stopping), { code: 0, signal: null }, server.output())

        // Every stream is told when to reconnect, not all at the same time.
        const endings = yield* Effect.promise(() => Promise.all(before.map((_) => _.ended)))
        assert.deepStrictEqual(
          endings,
          before.map(() => ({ how: "end", reason: "shutdown" }))
        )
        const retries = before.map(({ frames }) => frames.at(-1)?.retry ?? 0)
        assert.isAbove(new Set(retries).size, streams / 2)
        assert.isAbove(Math.min(...retries), 0)
        assert.isAtLeast(Math.max(...retries) - Math.min(...retries), 2_000)

        // A client that connects meanwhile gets a status after which an EventSource retries, or no connection.
        const late = yield* Effect.promise(latecomers.stop)
        const turnedAway = late.streams.filter(({ ended }) => ended.how !== "error")
        assert.deepStrictEqual(
          turnedAway.filter((stream) => !isEndedForShutdown(stream)),
          []
        )
        const unhealthy = late.health.indexOf('503 {"status":"unhealthy"}')
        const healthy = late.health.lastIndexOf('200 {"status":"healthy"}')
        if (lingers) {
          assert.isAbove(turnedAway.length, 0)
          assert.isAbove(unhealthy, -1)
        }
        if (unhealthy > -1) assert.isBelow(healthy, unhealthy)

        const written = yield* Effect.promise(() => writing)
        yield* ServerProcess.start({ ...env, PORT: new URL(url).port })
        const log = yield* Effect.promise(() => wholeLog(url, admin))
        const known = new Set(log.map(nameOf))
        const answered = written.flatMap(({ answered }) => answered.map(({ body }) => nameOf(body)))
        assert.isAbove(answered.length, writers)
        assert.deepStrictEqual(
          answered.filter((name) => !known.has(name)),
          []
        )
        assert.deepStrictEqual(
          written.map(({ refused }) => refused).filter(({ write }) => known.has(nameOf(write.body))),
          [],
          server.output()
        )
        for (const { refused } of written) assert.include([null, 503], refused.status)

        const after = before.map(({ frames }, n) => open({ url, token: tokenOf(n), lastEventId: frames.at(-1)?.id }))
        yield* Effect.promise(async () => {
          for (const { refused } of written) {
            assert.strictEqual((await Writing.submit(url, admin, refused.write)).status, 200)
          }
        })
        const expected = appliedAfter(yield* Effect.promise(() => wholeLog(url, admin)), writers)
        const last = expected.at(-1)
        yield* Effect.promise(() =>
          Promise.all(after.map((_) => _.waitFor(({ id }) => Number(id.split(".")[1]) === last, 120_000)))
        )
        for (const [n, stream] of after.entries()) {
          const seen = [...(before[n] === undefined ? [] : changesIn(before[n])), ...changesIn(stream)]
          assert.deepStrictEqual(seen, expected)
          assert.isFalse(stream.frames.some(({ event }) => event === "reset"))
          stream.close()
        }
      }).pipe(Effect.scoped)
    )
  }
})
