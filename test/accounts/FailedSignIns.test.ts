import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, References, Scope } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { ActionSource } from "../../src/accounts/log/ActionSource.ts"
import { FailedSignIns } from "../../src/accounts/passwords/FailedSignIns.ts"
import { unknownName } from "../../src/accounts/users/UnknownName.ts"
import { StorageError } from "../../src/domain/StorageError.ts"

/** The beginning of an hour. */
const began = 1_700_000_400_000 - (1_700_000_400_000 % 3_600_000)

const minute = 60_000

interface Line {
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
}

const silent = Logger.layer([])

const test = (name: string, body: () => Effect.Effect<void, unknown, FailedSignIns | AccountLog>) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(began), body()).pipe(
      Effect.provide(Layer.provideMerge(FailedSignIns.layer, AccountLog.layerMemory)),
      Effect.provide(silent)
    )
  )

const fail = (username: string, isUser = false) => FailedSignIns.use((_) => _.failed({ username, isUser }))

/** The name under which the store in memory keeps one that belongs to no user. */
const unknown = (name: string) => unknownName("memory", name)

/** The action, name, count and detail of each entry, oldest first. */
const entries = AccountLog.use(({ page }) => page({ limit: 500 })).pipe(
  Effect.map((page) =>
    page.entries.toReversed().map(({ action, subjectName, count, detail }) => [action, subjectName, count, detail])
  )
)

const written = Effect.andThen(
  FailedSignIns.use(({ flush }) => flush),
  entries
)

describe("FailedSignIns", () => {
  test("writes all failures of a name in a minute as one entry, at most once a second", () =>
    Effect.gen(function* () {
      for (const name of ["Ada", "bob"]) yield* fail(name, true)
      yield* TestClock.adjust("1 millis")
      const begun = [
        ["login_failed", "Ada", 1, null],
        ["login_failed", "bob", 1, null]
      ]
      assert.deepStrictEqual(yield* entries, begun)
      for (const name of ["ADA", " ada "]) yield* fail(name, true)
      yield* TestClock.adjust("998 millis")
      assert.deepStrictEqual(yield* entries, begun)
      yield* TestClock.adjust("1 millis")
      const first = [
        ["login_failed", "Ada", 3, null],
        ["login_failed", "bob", 1, null]
      ]
      assert.deepStrictEqual(yield* entries, first)
      yield* TestClock.adjust("58 seconds")
      yield* fail("ada", true)
      yield* TestClock.adjust("1 second")
      yield* fail("ada", true)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* entries, [
        ["login_failed", "Ada", 4, null],
        ["login_failed", "bob", 1, null],
        ["login_failed", "ada", 1, null]
      ])
    }))

  test("attempts on a locked name add to the entry of that lock; the next lock has another entry", () =>
    Effect.gen(function* () {
      const { locked, refused } = yield* FailedSignIns
      yield* locked({ username: "Ada", isUser: true, since: began })
      for (let i = 0; i < 14; i++) {
        yield* refused({ username: "ada", since: began })
        yield* TestClock.adjust("1 minute")
      }
      yield* locked({ username: "Ada", isUser: true, since: began + 20 * minute })
      assert.deepStrictEqual(yield* written, [
        ["locked", "Ada", 15, null],
        ["locked", "Ada", 1, null]
      ])
    }))

  test("a flood of made-up names makes a bounded number of entries, and one a minute without a name for the rest", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 1_000; i++) yield* fail(`name ${i}`)
      const first = yield* written
      assert.lengthOf(first, 21)
      assert.deepStrictEqual(first.at(-1), ["login_failed", null, 980, "other names"])
      for (let i = 1; i < 60; i++) {
        yield* TestClock.adjust("1 minute")
        for (let name = 0; name < 30; name++) yield* fail(`name ${i} ${name}`)
      }
      const hour = yield* written
      assert.lengthOf(
        hour.filter(([, name]) => name !== null),
        200
      )
      assert.lengthOf(
        hour.filter(([, name]) => name === null),
        60
      )
      const total = hour.reduce((sum, [, , count]) => sum + Number(count), 0)
      assert.strictEqual(total, 1_000 + 59 * 30)
      yield* TestClock.adjust("1 minute")
      yield* fail("in the next hour")
      assert.deepStrictEqual((yield* written).at(-1), ["login_failed", unknown("in the next hour"), 1, null])
    }))

  test("a flood of made-up names does not hide names of users, which have a limit of their own", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 100; i++) yield* fail(`name ${i}`)
      for (let i = 0; i < 100; i++) yield* fail(`user ${i}`, true)
      const users = (yield* written).filter(([, name]) => String(name).startsWith("user"))
      assert.lengthOf(users, 60)
    }))

  test("names of no user are kept as a hash each, under which repeated tries gather, even names that nobody can have", () =>
    Effect.gen(function* () {
      const names = ["correct horse", "", "x".repeat(51), "a\u0000b", "\ud800"]
      for (const name of [...names, "CORRECT horse ", ...names]) yield* fail(name)
      yield* FailedSignIns.use(({ locked }) => locked({ username: "correct horse", isUser: false, since: began }))
      yield* FailedSignIns.use(({ refused }) => refused({ username: " Correct Horse", since: began }))
      assert.deepStrictEqual(yield* written, [
        ...names.map((name, at) => ["login_failed", unknown(name), at === 0 ? 3 : 2, null]),
        ["locked", unknown("correct horse"), 2, null]
      ])
      for (const name of names) assert.match(unknown(name), /^unknown:[0-9a-f]{8}$/)
      assert.strictEqual(new Set(names.map(unknown)).size, names.length)
      assert.notStrictEqual(unknownName("other key", "correct horse"), unknown("correct horse"))
    }))

  test("an entry has the times of its first and its last attempt", () =>
    Effect.gen(function* () {
      const { locked, refused, flush } = yield* FailedSignIns
      yield* fail("Ada", true)
      yield* locked({ username: "Ada", isUser: true, since: began })
      for (const wait of ["10 seconds", "4 minutes"] as const) {
        yield* TestClock.adjust(wait)
        yield* refused({ username: "ada", since: began })
        yield* flush
      }
      const { entries } = yield* AccountLog.use(({ page }) => page({ limit: 10 }))
      const at = (millis: number) => new Date(began + millis).toISOString()
      assert.deepStrictEqual(
        entries.map(({ action, timestamp, lastAt }) => [action, timestamp, lastAt]),
        [
          ["locked", at(0), at(10_000 + 4 * minute)],
          ["login_failed", at(0), at(0)]
        ]
      )
    }))

  it.effect("counts that could not be written are kept and written later, with one warning", () =>
    Effect.gen(function* () {
      let isAway = true
      const lines: Array<Line & { readonly text: string }> = []
      const logger = Logger.make(({ message, logLevel, fiber }) => {
        const annotations = fiber.getRef(References.CurrentLogAnnotations)
        lines.push({ level: logLevel, text: String(message), annotations })
      })
      const unreliable = Layer.effect(
        AccountLog,
        Effect.map(AccountLog, (accountLog) => ({
          ...accountLog,
          count: (added) =>
            Effect.suspend(() =>
              isAway
                ? Effect.fail(new StorageError({ operation: "count", unavailable: true, cause: null }))
                : accountLog.count(added)
            )
        }))
      ).pipe(Layer.provideMerge(AccountLog.layerMemory))
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(began)
        yield* fail("ada", true)
        yield* TestClock.adjust("10 seconds")
        yield* fail("ada", true)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* entries, [])
        isAway = false
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* entries, [["login_failed", "ada", 2, null]])
        assert.deepStrictEqual(
          lines.map(({ level, text }) => [level, text]),
          [["Warn", "Refused sign-ins could not be written to the account log; trying again later."]]
        )
      }).pipe(
        Effect.provide(Layer.provideMerge(FailedSignIns.layer, unreliable)),
        Effect.provide(Logger.layer([logger]))
      )
    })
  )

  it.effect("a lock is one log line; failures and tries while locked are none here", () =>
    Effect.gen(function* () {
      const lines: Array<Line> = []
      const logger = Logger.make(({ logLevel, fiber }) => {
        lines.push({ level: logLevel, annotations: fiber.getRef(References.CurrentLogAnnotations) })
      })
      const source = { actorName: null, address: "192.0.2.1", requestId: "request 1", detail: null }
      yield* Effect.gen(function* () {
        const { failed, locked, refused, flush } = yield* FailedSignIns
        for (let i = 0; i < 5; i++) {
          yield* failed({ username: "Ada", isUser: true })
          yield* flush
        }
        yield* locked({ username: "Ada", isUser: true, since: 0 })
        for (let i = 0; i < 5; i++) yield* refused({ username: "Ada", since: 0 })
        yield* locked({ username: "correct horse", isUser: false, since: 0 })
      }).pipe(
        Effect.provideService(ActionSource, source),
        Effect.provide(Layer.provideMerge(FailedSignIns.layer, AccountLog.layerMemory)),
        Effect.provide(Logger.layer([logger]))
      )
      const { detail, ...from } = source
      assert.deepStrictEqual(lines, [
        { level: "Warn", annotations: { ...from, action: "locked", subjectName: "Ada", detail } },
        { level: "Warn", annotations: { ...from, action: "locked", subjectName: unknown("correct horse"), detail } }
      ])
    })
  )

  it.effect("the counts are written when the server stops", () =>
    Effect.gen(function* () {
      const accountLog = yield* AccountLog
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        Layer.provide(FailedSignIns.layer, Layer.succeed(AccountLog, accountLog)),
        scope
      )
      yield* Effect.provideContext(fail("ada", true), context)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* entries, [["login_failed", "ada", 1, null]])
    }).pipe(Effect.provide([AccountLog.layerMemory, silent]))
  )
})
