import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Option, type Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { addUser } from "../accounts/TestUsers.ts"
import { createTeam, oneMore } from "../log/Samples.ts"
import { asOwner, servedDatabase } from "../support/limitedRole.ts"
import { until } from "../support/until.ts"

const revoke = "REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC"
const grant = "GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC"

const noted = () => {
  const lines: Array<string> = []
  const logger = Logger.layer([
    Logger.make(({ logLevel, message }) => {
      const text = String([message].flat()[0])
      if (text.includes("pg_notify")) lines.push(`${logLevel} ${text.slice(0, 35)}`)
    })
  ])
  return { lines, logger }
}

const warning = "Warn This role may not call pg_notify(),"
const relief = "Info This role may call pg_notify() agai"

/** One of several servers, with the lines that it logs about notifications. */
const server = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const { lines, logger } = noted()
  const built = yield* Layer.build(
    Layer.fresh(
      App.otherServers.pipe(
        Layer.provideMerge(App.services),
        Layer.provideMerge(Layer.merge(App.sqlStores, PasswordHasher.layerWith({ iterations: 10 }))),
        Layer.provide(NodeCrypto.layerSecureRandom),
        Layer.provide(PostgresDatabase.layer(url)),
        Layer.provide(logger)
      )
    )
  )
  return { lines, built, submit: Context.get(built, Planner).submit, projector: Context.get(built, Projector) }
})

describe("Two servers whose role may not call pg_notify()", () => {
  it.live("write, see each other's events by polling, and end sessions everywhere, with one warning", () =>
    Effect.gen(function* () {
      const { owner, url } = yield* servedDatabase
      yield* asOwner(owner, [revoke])
      const [one, other] = [yield* server(url), yield* server(url)]
      const write = Effect.fnUntraced(function* (n: number, writer: typeof one, reader: typeof one) {
        const { status, sequenceNumber } = yield* writer.submit(createTeam(n))
        assert.deepStrictEqual([status, sequenceNumber], ["applied", n])
        yield* until(reader.projector.state, (state) => state.sequenceNumber === n)
      })
      yield* write(1, one, other)
      yield* write(2, other, one)
      // A known key makes the append use the lock of the head, in a transaction.
      const keyed = { ...createTeam(3), idempotency: { key: "key", requestHash: "hash" } }
      assert.strictEqual((yield* one.submit(keyed)).status, "applied")
      assert.deepStrictEqual(yield* other.submit(keyed), yield* one.submit(keyed))
      assert.deepStrictEqual([one.lines, other.lines], [[warning], [warning]])

      const here = <A, E>(effect: Effect.Effect<A, E, UserStore | SessionStore>) => Effect.provide(effect, one.built)
      const ada = yield* here(addUser("ada"))
      const start = here(SessionStore.use(({ create }) => create(ada)))
      const [first, second, third] = yield* Effect.all([start, start, start])
      const there = ({ token }: typeof first) => Context.get(other.built, SessionStore).resolve(token)
      for (const session of [first, second, third]) assert.isTrue(Option.isSome(yield* there(session)))
      yield* here(SessionStore.use(({ end }) => end(first.session.id)))
      yield* until(there(first), Option.isNone)
      yield* here(SessionStore.use(({ endAllOf }) => endAllOf(ada.id, { except: third.session.id })))
      yield* until(there(second), Option.isNone)
      yield* here(UserStore.use(({ setRole }) => setRole(ada.id, "editor")))
      yield* until(
        there(third),
        Option.exists(({ role }) => role === "editor")
      )
    }).pipe(Effect.scoped)
  )

  it.effect("notice when the right is revoked and granted while they run", () =>
    Effect.gen(function* () {
      const { owner, url } = yield* servedDatabase
      const { lines, logger } = noted()
      yield* Effect.gen(function* () {
        const { append } = yield* EventStore
        let head = 0
        const write = Effect.suspend(() => {
          head += 1
          return append(head - 1, [], oneMore(head - 1, head))
        })
        yield* write
        yield* asOwner(owner, [revoke])
        yield* write
        yield* write
        assert.deepStrictEqual(lines, [warning])
        yield* asOwner(owner, [grant])
        yield* TestClock.adjust("59 seconds")
        yield* write
        assert.deepStrictEqual(lines, [warning])
        yield* TestClock.adjust("1 seconds")
        yield* write
        assert.deepStrictEqual(lines, [warning, relief])
        yield* asOwner(owner, [revoke])
        yield* write
        yield* TestClock.adjust("1 minute")
        yield* write
        assert.deepStrictEqual(lines, [warning, relief, warning])
        assert.strictEqual((yield* (yield* EventStore).head).sequenceNumber, head)
      }).pipe(
        Effect.provide(EventStoreSql.layer.pipe(Layer.provide(PostgresDatabase.layer(url)), Layer.provideMerge(logger)))
      )
    }).pipe(Effect.scoped)
  )

  it("no other statement calls it", () => {
    const callers = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .filter((path) => /pg_notify\(\s*['"$]/.test(readFileSync(join("src", path), "utf8")))
    assert.deepStrictEqual(callers, ["log/store/InsertAddition.ts"])
  })
})
