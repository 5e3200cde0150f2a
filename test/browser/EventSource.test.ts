import { assert, layer } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import type { Page } from "playwright-core"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { Browser } from "../support/Browser.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { appliedAfter, wholeLog } from "../system/WholeLog.ts"
import * as Writing from "../system/Writing.ts"

const writers = 4

const Heard = Schema.Array(
  Schema.Struct({
    type: Schema.Literals(["open", "error", "ready", "change", "reset", "end", "busy"]),
    /** Null for events that the browser itself dispatches. */
    id: Schema.NullOr(Schema.String),
    data: Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
  })
)

const signIn = `(async () => {
  const body = JSON.stringify({ username: "admin", password: "correct horse" })
  const headers = { "content-type": "application/json" }
  const answer = await fetch("/api/auth/login", { method: "POST", headers, body })
  return [answer.status, document.cookie]
})()`

/** The page only records the events of its stream, and never reconnects by itself. */
const listen = `{
  const source = new EventSource("/api/sse")
  const heard = []
  for (const type of ["open", "error", "ready", "change", "reset", "end", "busy"]) {
    source.addEventListener(type, ({ lastEventId = null, data = null }) => heard.push({ type, id: lastEventId, data }))
  }
  Object.assign(window, { source, heard })
}`

const heard = (page: Page) =>
  Effect.map(
    Effect.promise(() => page.evaluate("heard")),
    Schema.decodeUnknownSync(Heard)
  )

const changes = (page: Page) =>
  Effect.promise(() => page.evaluate('heard.filter(({ type }) => type === "change").length')).pipe(Effect.map(Number))

/** Waits until the page has received `count` changes. */
const hears = (page: Page, count: number) =>
  changes(page).pipe(
    Effect.filterOrFail((heard) => heard >= count),
    Effect.retry({ schedule: Schedule.spaced("50 millis") })
  )

/** Runs a server while `use` runs. */
const during = <A, E, R>(
  env: Readonly<Record<string, string>>,
  use: (server: ServerProcess.ServerProcess) => Effect.Effect<A, E, R>
) => Effect.scoped(Effect.flatMap(ServerProcess.start(env), use))

layer(Browser.shared, { excludeTestServices: true })("A native EventSource", (it) => {
  it.effect("receives every change once and in order, over a stop and a kill of the server", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* madeFolder
      const { page, errors } = yield* (yield* Browser).visit()

      const first = yield* ServerProcess.start({ DATA_DIR })
      const { url } = first
      const env = { DATA_DIR, PORT: new URL(url).port }
      const token = yield* Effect.promise(async () => {
        await page.goto(`${url}/strategy/`)
        assert.deepStrictEqual(await page.evaluate(signIn), [200, ""])
        const cookies = await page.context().cookies()
        return cookies.find(({ name }) => name === "strategy_session")?.value ?? ""
      })
      yield* Effect.promise(() => Writing.prepare(url, token, writers))
      yield* Effect.promise(() => page.evaluate(listen))
      const writing = yield* Writing.untilStopped(url, token, writers)

      yield* hears(page, 100)
      first.kill("SIGTERM")
      assert.deepStrictEqual(yield* first.ended, { code: 0, signal: null })
      const afterStop = yield* changes(page)
      yield* during(env, (second) =>
        Effect.gen(function* () {
          yield* hears(page, afterStop + 100)
          second.kill("SIGKILL")
          yield* second.ended
        })
      )
      const afterKill = yield* changes(page)
      const log = yield* during(env, () =>
        Effect.gen(function* () {
          yield* hears(page, afterKill + 100)
          const answered = yield* Effect.promise(writing.stop)
          const log = yield* Effect.promise(() => wholeLog(url, token))
          assert.deepStrictEqual(
            answered.map(({ sequenceNumber }) => log[sequenceNumber - 1]?.data),
            answered.map(({ write }) => write.body.data)
          )
          yield* hears(page, appliedAfter(log, writers).length)
          assert.isTrue(yield* Effect.promise(() => page.evaluate("source.readyState === EventSource.OPEN")))
          return log
        })
      )

      const all = yield* heard(page)
      const only = (wanted: string) => all.filter(({ type }) => type === wanted)
      assert.deepStrictEqual(
        only("change").map(({ id, data }) => [Number(id?.split(".")[1]), data?.sequenceNumber]),
        appliedAfter(log, writers).map((sequenceNumber) => [sequenceNumber, sequenceNumber])
      )
      // Each connection continues after the last event of the one before.
      let last = only("ready")[0]?.id
      assert.strictEqual(Number(last?.split(".")[1]), writers)
      for (const { type, id } of all) {
        if (type === "ready") assert.strictEqual(id, last)
        if (type === "change") last = id
      }
      assert.isAtLeast(only("ready").length, 3)
      assert.deepStrictEqual([only("reset"), only("busy")], [[], []])
      assert.deepStrictEqual(only("end")[0]?.data, { reason: "shutdown" })
      assert.deepStrictEqual(
        // The page asks who is signed in before the session's cookie is set.
        errors.filter((error) => !error.endsWith(`(${url}/api/sse)`) && !error.endsWith(`(${url}/api/auth/me)`)),
        []
      )
    }).pipe(Effect.scoped)
  )
})
