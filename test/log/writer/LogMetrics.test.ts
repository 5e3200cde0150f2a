import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { AppendRefused, AppendUnknown } from "../../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { byLabel, valueOf } from "../../observability/Exposition.ts"
import * as OwnRegistry from "../../observability/OwnRegistry.ts"
import { appendingAfter, appendingBy, serverOver } from "../Layers.ts"
import { createTeam, envelope } from "../Samples.ts"

const rename = (name: string, over: Partial<Envelope> = {}): Envelope => envelope({ data: { name }, ...over })

/** One server with its own metrics registry. */
const planner = (...over: Parameters<typeof serverOver>) => Layer.provideMerge(serverOver(...over), OwnRegistry.layer)

/** A planner whose first batch waits for the gate, and submissions that were taken before it opens. */
const gatedPlanner = Effect.fnUntraced(function* (queueCapacity: number) {
  const gate = yield* Deferred.make<void>()
  const slow = planner(appendingAfter(gate), { queueCapacity })
  const take = (count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => n + 1),
      (n) => Effect.forkChild(submit(createTeam(n)), { startImmediately: true }).pipe(Effect.tap(() => Effect.yieldNow))
    )
  return { slow, take, open: Deferred.succeed(gate, undefined) }
})

const submit = (envelope: Envelope) => Planner.use((_) => _.submit(envelope))

const submissions = Effect.map(OwnRegistry.scraped, (page) =>
  byLabel(page, "strategy_submissions_total", "type", "outcome")
)

describe("Metrics of the log", () => {
  it.effect("count submissions by type and result, and show both heads", () =>
    Effect.gen(function* () {
      const idempotency = { key: "k", requestHash: "one" }
      yield* submit(createTeam(1))
      yield* submit(rename("B", { idempotency }))
      yield* submit(rename("B", { idempotency }))
      yield* Effect.flip(submit(rename("C", { idempotency: { ...idempotency, requestHash: "two" } })))
      yield* submit(rename(" B "))
      yield* submit(rename("C", { lastSeenSequence: 1 }))
      yield* submit(rename(""))
      assert.deepStrictEqual(yield* submissions, {
        "create_team applied": 1,
        "update_team_name applied": 2,
        "update_team_name key_reused": 1,
        "update_team_name no_change": 1,
        "update_team_name conflict": 1,
        "update_team_name rejected": 1
      })
      const page = yield* OwnRegistry.scraped
      assert.strictEqual(valueOf(page, "strategy_log_head"), 4)
      assert.strictEqual(valueOf(page, "strategy_applied_head"), 4)
      assert.strictEqual(valueOf(page, "strategy_batch_size_count"), 7)
    }).pipe(Effect.provide(planner()))
  )

  it.effect("show batch sizes, commit times and the length of the queue", () =>
    Effect.gen(function* () {
      const { slow, take, open } = yield* gatedPlanner(20)
      yield* Effect.gen(function* () {
        const taken = yield* take(6)
        assert.strictEqual(valueOf(yield* OwnRegistry.scraped, "strategy_planner_queue_depth"), 5)
        yield* TestClock.adjust("20 millis")
        yield* open
        yield* Effect.forEach(taken, Fiber.join)
        const page = yield* OwnRegistry.scraped
        assert.strictEqual(valueOf(page, "strategy_planner_queue_depth"), 0)
        assert.strictEqual(valueOf(page, "strategy_batch_size_bucket", { le: "1" }), 1)
        assert.strictEqual(valueOf(page, "strategy_batch_size_bucket", { le: "4" }), 1)
        assert.strictEqual(valueOf(page, "strategy_batch_size_bucket", { le: "8" }), 2)
        assert.strictEqual(valueOf(page, "strategy_batch_size_sum"), 6)
        assert.strictEqual(valueOf(page, "strategy_commit_seconds_count"), 2)
        assert.strictEqual(valueOf(page, "strategy_commit_seconds_sum"), 0.02)
      }).pipe(Effect.provide(slow))
    })
  )

  it.effect("count a submission that the full queue refused as busy", () =>
    Effect.gen(function* () {
      const { slow, take, open } = yield* gatedPlanner(1)
      yield* Effect.gen(function* () {
        const taken = yield* take(2)
        yield* Effect.flip(submit(rename("B")))
        assert.deepStrictEqual(yield* submissions, { "update_team_name busy": 1 })
        yield* open
        yield* Effect.forEach(taken, Fiber.join)
        assert.deepStrictEqual(yield* submissions, { "update_team_name busy": 1, "create_team applied": 2 })
      }).pipe(Effect.provide(slow))
    })
  )

  const faults = [
    ["refused", new AppendRefused({ cause: "content" })],
    ["failed", new StorageError({ operation: "EventStore.append", unavailable: false, cause: "?" })],
    ["unavailable", new StorageError({ operation: "EventStore.append", unavailable: true, cause: "away" })],
    ["unknown", new AppendUnknown({ cause: "lost" })]
  ] as const
  for (const [outcome, error] of faults) {
    it.effect(`count a submission whose batch could not be committed: ${outcome}`, () =>
      Effect.gen(function* () {
        const submitted = yield* Effect.forkChild(Effect.flip(submit(createTeam(1))))
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(submitted)
        assert.deepStrictEqual(yield* submissions, { [`create_team ${outcome}`]: 1 })
        assert.strictEqual(valueOf(yield* OwnRegistry.scraped, "strategy_batch_size_count"), undefined)
      }).pipe(Effect.provide(planner(appendingBy(() => Effect.fail(error)))))
    )
  }
})
