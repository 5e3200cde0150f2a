import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import type { DecidedOutcome } from "../../../src/domain/Outcome.ts"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { AppendRefused, AppendUnknown, EventStore } from "../../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { appendingBy, memoryStores, serverOver } from "../Layers.ts"
import { createTeam, entityId, userId } from "../Samples.ts"

const rename = (name: string, over: Partial<Envelope> = {}): Envelope =>
  createTeam(1, { eventType: "update_team_name", targetId: entityId(1), data: { name }, ...over })

const sequence = Effect.map(
  Projector.use((_) => _.state),
  (_) => _.sequenceNumber
)

describe("Planner", () => {
  it.effect("answers committed submissions, and shows them to readers", () =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      const created = yield* submit(createTeam(1))
      assert.deepStrictEqual(created, {
        sequenceNumber: 1,
        status: "applied",
        rejection: null,
        previousValue: null,
        conflictingServerValue: null
      })
      const renamed = yield* submit(rename("Renamed", { lastSeenSequence: 1 }))
      assert.deepStrictEqual(renamed, { ...created, sequenceNumber: 2, previousValue: "Team 1" })
      const conflict = yield* submit(rename("Other", { lastSeenSequence: 1 }))
      assert.strictEqual(conflict.status, "rejected")
      assert.strictEqual(conflict.sequenceNumber, 3)
      assert.strictEqual(conflict.conflictingServerValue, "Renamed")
      const [, { actorName, timestamp } = assert.fail("no second event")] = yield* (yield* EventStore).read(0, 2)
      assert.deepInclude(conflict.rejection, {
        code: "conflict",
        sequenceNumber: 2,
        field: "name",
        actorName,
        timestamp
      })
      assert.strictEqual(yield* sequence, 3)
    }).pipe(Effect.provide(serverOver()))
  )

  it.effect("submissions that arrive during a commit are committed together", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const sizes: Array<number> = []
      const slow = serverOver(
        appendingBy((append) =>
          Effect.andThen(sizes.length === 0 ? Deferred.await(gate) : Effect.void, append).pipe(
            Effect.tap(({ events }) => Effect.sync(() => sizes.push(events.length)))
          )
        )
      )
      const answers = yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        const first = yield* Effect.forkChild(submit(createTeam(1)), { startImmediately: true })
        yield* Effect.yieldNow
        const rest = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => n + 2),
          (n) => Effect.forkChild(submit(createTeam(n)), { startImmediately: true })
        )
        yield* Deferred.succeed(gate, undefined)
        return yield* Effect.forEach([first, ...rest], Fiber.join)
      }).pipe(Effect.provide(slow))
      assert.deepStrictEqual(sizes, [1, 20])
      assert.deepStrictEqual(
        answers.map((_) => _.sequenceNumber),
        Array.from({ length: 21 }, (_, index) => index + 1)
      )
    })
  )

  it.effect("a failed batch leaves the state as it was", () => {
    let failing = true
    return Effect.gen(function* () {
      const { submit } = yield* Planner
      const error = yield* Effect.flip(submit(createTeam(1)))
      assert.strictEqual(error._tag, "StorageError")
      assert.strictEqual(yield* sequence, 0)
      failing = false
      assert.strictEqual((yield* submit(createTeam(1))).sequenceNumber, 1)
    }).pipe(
      Effect.provide(
        serverOver(
          appendingBy((append) =>
            failing ? Effect.fail(new StorageError({ operation: "append", unavailable: false, cause: "test" })) : append
          )
        )
      )
    )
  })

  it.effect("of a refused batch, only the submission with the refused content fails", () =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      const names = ["a", "b", "guilty", "c", "d", "e", "f"]
      const answers = yield* Effect.forEach(
        names,
        (name, index) => Effect.exit(submit(createTeam(index + 1, { data: { name, color: "#000000" } }))),
        { concurrency: "unbounded" }
      )
      const failed = answers.flatMap((exit, index) => (exit._tag === "Failure" ? [names[index]] : []))
      assert.deepStrictEqual(failed, ["guilty"])
      const numbers = answers.flatMap((exit) => (exit._tag === "Success" ? [exit.value.sequenceNumber] : []))
      assert.deepStrictEqual(numbers, [1, 2, 3, 4, 5, 6])
      assert.strictEqual(yield* sequence, 6)
    }).pipe(
      Effect.provide(
        serverOver(
          appendingBy((append, _, planned) =>
            planned().events.some(({ data }) => data.name === "guilty")
              ? Effect.fail(new AppendRefused({ cause: "test" }))
              : append
          )
        )
      )
    )
  )

  for (const landed of [true, false]) {
    it.live(
      `a commit of unknown outcome that ${landed ? "took" : "did not take"} place is looked up, not guessed`,
      () => {
        let tries = 0
        return Effect.gen(function* () {
          const { submit } = yield* Planner
          const { read } = yield* EventStore
          const answers = yield* Effect.all([submit(createTeam(1)), submit(createTeam(2)), submit(rename("Team 1"))], {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(
            answers.map((_) => [_.status, _.sequenceNumber]),
            [
              ["applied", 1],
              ["applied", 2],
              ["no_change", 0]
            ]
          )
          assert.strictEqual((yield* read(0, 10)).length, 2)
          assert.strictEqual(yield* sequence, 2)
        }).pipe(
          Effect.provide(
            serverOver(
              appendingBy((append) => {
                if (++tries > 1) return append
                const lost = Effect.fail(new AppendUnknown({ cause: "test" }))
                return landed ? Effect.andThen(append, lost) : lost
              })
            )
          )
        )
      }
    )
  }

  it.live(
    "a conflict after a commit of unknown outcome is answered with the whole value, though the log has only its beginning",
    () => {
      let tries = 0
      const text = "🎯".repeat(4_000)
      const describing = (description: string, over: Partial<Envelope> = {}) =>
        createTeam(1, {
          eventType: "update_description",
          targetId: entityId(2),
          data: { description },
          ...over
        })
      return Effect.gen(function* () {
        const { submit } = yield* Planner
        const { read } = yield* EventStore
        yield* submit(createTeam(1))
        const principle = { id: entityId(2), title: "Principle", description: text }
        yield* submit(createTeam(1, { eventType: "create_principle", targetId: entityId(1), data: principle }))
        tries = 0
        const { sequenceNumber, status, conflictingServerValue } = yield* submit(
          describing("y", { lastSeenSequence: 1 })
        )
        assert.deepStrictEqual({ tries, sequenceNumber, status }, { tries: 2, sequenceNumber: 3, status: "rejected" })
        assert.strictEqual(conflictingServerValue, text)
        assert.strictEqual((yield* read(2, 1))[0]?.conflictingServerValue, `${"🎯".repeat(249)}…`)
      }).pipe(
        Effect.provide(
          serverOver(
            appendingBy((append, known) =>
              ++tries === 1 && known > 1
                ? Effect.andThen(append, Effect.fail(new AppendUnknown({ cause: "test" })))
                : append
            )
          )
        )
      )
    }
  )

  it.live("an outcome that stays unknown is reported as unknown and found later", () => {
    let away = true
    let tries = 0
    return Effect.gen(function* () {
      const { submit } = yield* Planner
      const error = yield* Effect.flip(submit(createTeam(1)))
      assert.strictEqual(error._tag, "OutcomeUnknown")
      away = false
      const next = yield* submit(createTeam(2))
      assert.strictEqual(next.sequenceNumber, 2)
      assert.strictEqual(yield* sequence, 2)
    }).pipe(
      Effect.provide(
        serverOver(
          appendingBy((append) => {
            if (!away) return append
            return ++tries === 1
              ? Effect.andThen(append, Effect.fail(new AppendUnknown({ cause: "test" })))
              : Effect.fail(new StorageError({ operation: "append", unavailable: true, cause: "test" }))
          })
        )
      )
    )
  })

  it.effect("the same key always gives the first answer, and nothing is applied twice", () =>
    Effect.gen(function* () {
      const store = yield* Layer.build(memoryStores)
      const keyed = (key: string, requestHash: string, over: Partial<Envelope> = {}) =>
        createTeam(1, { data: { name: "Same", color: "#000000" }, idempotency: { key, requestHash }, ...over })
      const again = (outcome: DecidedOutcome): DecidedOutcome => ({ ...outcome, isRepeated: true })
      const onStore = serverOver(() => Context.get(store, EventStore))

      const answers = yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        const first = yield* submit(keyed("k", "h"))
        const parallel = yield* Effect.all([submit(keyed("p", "h")), submit(keyed("p", "h"))], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(parallel[1], again(parallel[0]))
        assert.deepStrictEqual(yield* submit(keyed("k", "h")), again(first))
        const reused = yield* Effect.flip(submit(keyed("k", "other")))
        assert.strictEqual(reused._tag, "IdempotencyKeyReused")
        const others = yield* submit(keyed("k", "other", { actorId: userId(2) }))
        assert.strictEqual(others.sequenceNumber, 3)
        return { first, parallel: parallel[0] }
      }).pipe(Effect.provide(onStore))

      yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        assert.deepStrictEqual(yield* submit(keyed("k", "h")), again(answers.first))
        assert.deepStrictEqual(yield* submit(keyed("p", "h")), again(answers.parallel))
        assert.strictEqual(yield* sequence, 3)
      }).pipe(Effect.provide(onStore))
    })
  )

  it.effect("makes an id when the submission has none", () =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      const { read } = yield* EventStore
      yield* submit(createTeam(1, { data: { name: "Fresh", color: "#ABCDEF" } }))
      const [created] = yield* read(0, 1)
      assert.match(created?.entityId ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      assert.deepStrictEqual<unknown>(created?.data, { id: created?.entityId, name: "Fresh", color: "#abcdef" })
    }).pipe(Effect.provide(serverOver()))
  )
})
