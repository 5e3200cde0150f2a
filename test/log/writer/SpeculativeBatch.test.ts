import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { AppendRefused, AppendUnknown, EventStore } from "../../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { SpeculativeBatch } from "../../../src/log/writer/SpeculativeBatch.ts"
import type { SubmitError } from "../../../src/log/writer/SubmitError.ts"
import { planBatch, type SubmissionRequest } from "../../../src/log/writer/WriteBatch.ts"
import { appendingBy, server, serverOver, stores } from "../Layers.ts"
import { entityId, envelope, submissionId } from "../Samples.ts"

const team = envelope({
  eventType: "create_team",
  targetId: null,
  data: { id: entityId(1), name: "T", color: "#000000" }
})

const principle = (n: number, over: Partial<Envelope> = {}) =>
  envelope({ eventType: "create_principle", data: { id: entityId(n), title: `Principle ${n}` }, ...over })

const retitle = (n: number, title: string, over: Partial<Envelope> = {}) =>
  envelope({ eventType: "update_principle_title", targetId: entityId(n), data: { title }, ...over })

const restore = (sequenceNumber: number) =>
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber } })

const request = ({ idempotency, ...submitted }: Envelope, n: number): SubmissionRequest => ({
  submission: {
    ...submitted,
    submissionId: submissionId(n),
    freshId: entityId(1_000 + n),
    timestamp: "2026-01-02T03:04:05.678Z",
    today: "2026-01-02"
  },
  idempotency
})

const nothing = { events: [], outcomes: [] }

describe("Speculative batches", () => {
  const requests = [
    team,
    principle(2),
    retitle(2, "Once", { lastSeenSequence: 2 }),
    retitle(2, "Too late", { lastSeenSequence: 2 }),
    retitle(2, "Once"),
    retitle(3, "Of nothing"),
    retitle(2, "Keyed", { idempotency: { key: "k", requestHash: "h" } })
  ].map(request)

  for (const size of [1, 2, 3, 7, 10]) {
    it(`in batches of ${size} are what the same batches are planned as`, () => {
      const ahead = new SpeculativeBatch()
      ahead.restart(startOfLog)
      for (const each of requests) assert.isTrue(ahead.decide(each))
      let position = startOfLog
      for (let from = 0; from < requests.length; from += size) {
        const planned = planBatch(position, requests.slice(from, from + size))(nothing)
        ahead.alignWith(position)
        assert.deepStrictEqual(ahead.take(size), planned)
        position = planned.projection.position
      }
      assert.strictEqual(position.state.sequenceNumber, 6)
      assert.isUndefined(ahead.take(size))
    })
  }

  it("are not made for a key that is in use, or while the position of the commit is unknown", () => {
    const ahead = new SpeculativeBatch()
    const keyed = () => retitle(2, "Keyed", { idempotency: { key: "k", requestHash: "h" } })
    assert.isFalse(ahead.decide(request(team, 1)))
    ahead.restart(startOfLog)
    assert.isTrue(ahead.decide(request(team, 1)))
    assert.isTrue(ahead.decide(request(keyed(), 3)))
    assert.isFalse(ahead.decide(request(keyed(), 4)))
    assert.strictEqual(ahead.length, 2)
    ahead.take(1)
    assert.isFalse(ahead.decide(request(keyed(), 4)))
    ahead.take(1)
    assert.isTrue(ahead.decide(request(keyed(), 4)))
  })

  it("are not made where a decision would throw", () => {
    const ahead = new SpeculativeBatch()
    ahead.restart(startOfLog)
    assert.isTrue(ahead.decide(request(team, 1)))
    const { submission, idempotency } = request(retitle(1, "Other"), 2)
    const unreadable = {
      ...submission,
      get data(): never {
        throw new Error("test")
      }
    }
    assert.isFalse(ahead.decide({ submission: unreadable, idempotency }))
    assert.strictEqual(ahead.length, 1)
  })

  it("are discarded on another position", () => {
    const ahead = new SpeculativeBatch()
    ahead.restart(startOfLog)
    ahead.decide(request(team, 1))
    const other = planBatch(startOfLog, [request(team, 2)])(nothing).projection.position
    ahead.alignWith(startOfLog)
    assert.strictEqual(ahead.length, 1)
    ahead.alignWith(other)
    assert.isUndefined(ahead.take(1))
    assert.isTrue(ahead.decide(request(principle(3), 3)))
    assert.strictEqual(ahead.take(1)?.events[0]?.sequenceNumber, other.state.sequenceNumber + 1)
  })

  it.effect("are made again when the commit before them fails", () =>
    Effect.gen(function* () {
      const underWay = yield* Deferred.make<void>()
      const fails = yield* Deferred.make<void>()
      let appends = 0
      const failing = appendingBy((append, _, planned) => {
        if (++appends !== 1) return append
        planned()
        return Deferred.succeed(underWay, undefined).pipe(
          Effect.andThen(Deferred.await(fails)),
          Effect.andThen(Effect.fail(new AppendRefused({ cause: "test" })))
        )
      })
      yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        const first = yield* Effect.forkChild(Effect.flip(submit(team)), { startImmediately: true })
        yield* Deferred.await(underWay)
        const rest = yield* Effect.forEach([principle(2), retitle(2, "Other")], (each) =>
          Effect.forkChild(submit(each), { startImmediately: true })
        )
        yield* Deferred.succeed(fails, undefined)
        assert.strictEqual((yield* Fiber.join(first))._tag, "SubmissionRefused")
        const outcomes = yield* Effect.forEach(rest, Fiber.join)
        assert.deepStrictEqual(
          outcomes.map(({ status, sequenceNumber }) => [status, sequenceNumber]),
          [
            ["rejected", 1],
            ["rejected", 2]
          ]
        )
      }).pipe(Effect.provide(serverOver(failing)))
    })
  )
})

const principles = 8
const submitters = 40
const submissions = 12

/** Appends after the first fail now and then in different ways; one with the refused title always fails. */
const troubled = (countDecidedAhead: () => void) => {
  let appends = 0
  return appendingBy((append, _, plan) => {
    const turn = ++appends
    if (turn === 1) return append
    const planned = plan()
    // A plan that was not made speculatively would be a new object each time.
    if (plan() === planned) countDecidedAhead()
    if (planned.events.some(({ data }) => data.title === "guilty")) {
      return Effect.fail(new AppendRefused({ cause: "test" }))
    }
    if (turn % 5 === 0) return Effect.andThen(append, Effect.fail(new AppendUnknown({ cause: "test" })))
    if (turn % 7 === 0) return Effect.fail(new AppendUnknown({ cause: "test" }))
    if (turn % 11 === 0) return Effect.fail(new StorageError({ operation: "append", unavailable: true, cause: "test" }))
    return append
  })
}

for (const [name, store] of stores) {
  layer(store, { excludeTestServices: true })(`Many at once on ${name}`, (it) => {
    it.effect(
      "the log is valid and contains all answers when two servers submit, share keys and restore while appends fail",
      () =>
        Effect.gen(function* () {
          const { read, outcomes } = yield* EventStore
          let ahead = 0
          const one = yield* Layer.build(
            server({ maxBatchSize: 16 }).pipe(
              Layer.provide(
                Layer.fresh(
                  Layer.effect(
                    EventStore,
                    Effect.map(
                      EventStore,
                      troubled(() => ahead++)
                    )
                  )
                )
              )
            )
          )
          const other = yield* Layer.build(server({ maxBatchSize: 16 }))
          const planners = [one, other].map((built) => Context.get(built, Planner))
          const submit = (envelope: Envelope, n: number) =>
            planners[n % 2]?.submit(envelope) ?? Effect.die("there are two")
          yield* submit(team, 0)
          for (let n = 0; n < principles; n++) yield* submit(principle(2 + n), 0)

          const keyed = new Map<string, Array<string>>()
          const refused: Array<SubmitError["_tag"]> = []
          const answered = new Set<number>()
          const submitter = Effect.fnUntraced(function* (n: number) {
            let lastSeenSequence = 1 + principles
            for (let serial = 0; serial < submissions; serial++) {
              const target = 2 + ((n + serial) % principles)
              const key = `${serial}`
              const submission =
                n === 7 && serial % 4 === 3
                  ? restore(1 + principles)
                  : n === 9 && serial === 5
                    ? retitle(target, "guilty")
                    : n < 2
                      ? retitle(2, `Keyed ${serial}`, { idempotency: { key, requestHash: key } })
                      : retitle(target, `By ${n}, ${serial}`, { lastSeenSequence })
              const exit = yield* Effect.result(submit(submission, n === 9 ? 0 : n))
              if (exit._tag === "Failure") {
                refused.push(exit.failure._tag)
                continue
              }
              const outcome = exit.success
              if (outcome.sequenceNumber > 0) answered.add(outcome.sequenceNumber)
              if (n < 2)
                keyed.set(key, [...(keyed.get(key) ?? []), JSON.stringify({ ...outcome, isRepeated: undefined })])
              lastSeenSequence = Math.max(lastSeenSequence, outcome.sequenceNumber)
            }
          })
          const numbers = Array.from({ length: submitters }, (_, n) => n)
          yield* Effect.forEach(numbers, submitter, { concurrency: "unbounded", discard: true })

          assert.deepStrictEqual(refused, ["SubmissionRefused"])
          assert.isAbove(ahead, 0)
          const report = yield* verify()
          const events = yield* read(0, 10_000)
          assert.strictEqual(report.events, events.length)
          const inLog = new Set(events.map(({ sequenceNumber }) => sequenceNumber))
          assert.isTrue([...answered].every((sequenceNumber) => inLog.has(sequenceNumber)))
          assert.strictEqual(keyed.size, submissions)
          for (const outcomes of keyed.values()) assert.strictEqual(new Set(outcomes).size, 1)
          assert.lengthOf(yield* outcomes(null, 1_000), submissions)
          // Each event was answered once: shared keys have one answer, and no submission here is without effect.
          assert.strictEqual(events.length, answered.size + 1 + principles)
        })
    )
  })
}
