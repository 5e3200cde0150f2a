import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { LoggedEvent } from "../../src/domain/Event.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import { empty } from "../../src/domain/state/State.ts"
import { appliedChange } from "../../src/domain/views/AppliedChange.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { beginOf, weekAt } from "../../src/webhooks/DigestWeek.ts"
import * as HookSender from "../../src/webhooks/HookSender.ts"
import { noFailure, noPreviousSecret, type Progress, type StoredWebhook } from "../../src/webhooks/WebhookStore.ts"
import { endless, senderDependencies } from "./SenderDependencies.ts"

const id = EntityId.make("00000000-0000-4000-8000-000000000001")

const event: LoggedEvent = {
  sequenceNumber: 8,
  submissionId: id,
  timestamp: "1970-01-01T00:00:00.000Z",
  actorId: UserId.make(id),
  actorName: "ada",
  eventType: "create_team",
  targetId: null,
  data: {},
  lastSeenSequence: null,
  status: "applied",
  rejectionReason: null,
  conflictingServerValue: null,
  entityId: id,
  entityType: "team",
  fieldName: null,
  previousSequence: null,
  oldValue: null,
  newValue: null,
  description: "created team"
}

const hook: StoredWebhook = {
  ...noFailure,
  ...noPreviousSecret,
  lastAttempt: null,
  id,
  url: "https://example.org/",
  description: null,
  eventTypes: null,
  teamIds: null,
  enabled: true,
  sequenceNumber: 5,
  createdAt: "1970-01-01T00:00:00.000Z",
  secret: "whsec_x",
  epoch: "epoch",
  format: "standard",
  digest: null,
  digestWeek: null,
  revision: 1
}

/** Runs the sender on a log with one event, event 8, and a receiver that always answers with the status. */
const run = Effect.fnUntraced(function* (status: number, { isLeased = true, isSaved = true, at = hook } = {}) {
  const saved: Array<Progress> = []
  const posted: Array<string> = []
  const error = status === 200 ? null : `The receiver answered ${status}.`
  const outcome = status === 200 ? ("delivered" as const) : ("refused" as const)
  const fiber = yield* Effect.forkChild(
    HookSender.run(
      at,
      senderDependencies({
        nextEvent: () => (after) =>
          Effect.succeed(
            after < 8
              ? { found: appliedChange(event, [], empty, { pageUrl: null }), scannedTo: 8 }
              : { found: undefined, scannedTo: after }
          ),
        save: (progress) =>
          Effect.sync(() => {
            saved.push(progress)
            return isSaved
          }),
        receiver: {
          at:
            () =>
            ({ headers }) =>
              Effect.sync(() => {
                posted.push(headers["webhook-id"] ?? "")
                return { outcome, status, error }
              })
        },
        isLeased: () => isLeased
      }),
      endless
    )
  )
  return { fiber, saved, posted }
})

describe("HookSender", () => {
  it.effect("saves a delivered event with its position, and goes on", () =>
    Effect.gen(function* () {
      const { fiber, saved, posted } = yield* run(200)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(posted, ["epoch.8"])
      assert.lengthOf(saved, 1)
      assert.deepInclude(saved[0], { id, from: 5, sequenceNumber: 8, failures: 0, failingSince: null })
      assert.isUndefined(fiber.pollUnsafe())
    })
  )

  it.effect(
    "retries for a little more than a week, then disables the webhook with a reason, at the position before the event",
    () =>
      Effect.gen(function* () {
        const { fiber, saved, posted } = yield* run(500)
        yield* TestClock.adjust("7 days")
        assert.lengthOf(posted, 13)
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(posted, Array(14).fill("epoch.8"))
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
        const last = saved.at(-1)
        assert.deepInclude(last, { sequenceNumber: 7, failures: 14, nextAttemptAt: null })
        assert.match(last?.disabledReason ?? "", /^All 14 attempts since 1970.* answered 500\.$/)
      })
  )

  it.effect("sends a digest once a week, and a failed one again under the same id", () =>
    Effect.gen(function* () {
      const weekly = { ...hook, digest: "weekly" as const, digestWeek: weekAt(0, utcDays) }
      const { saved, posted } = yield* run(200, { at: weekly })
      yield* TestClock.setTime(beginOf(0, utcDays) - 1)
      assert.deepStrictEqual(posted, [])
      yield* TestClock.setTime(beginOf(2, utcDays))
      assert.deepStrictEqual(posted, ["epoch.week-0", "epoch.week-1", "epoch.week-2"])
      assert.deepInclude(saved.at(-1), { sequenceNumber: 8, digestWeek: 2, failures: 0 })
      const failing = yield* run(500, { at: { ...weekly, digestWeek: 1 } })
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(failing.posted, ["epoch.week-2", "epoch.week-2"])
      assert.deepInclude(failing.saved.at(-1), { from: 5, sequenceNumber: 5, digestWeek: null, failures: 2 })
    })
  )

  it.effect("sends nothing without a lease, and ends when its progress cannot be saved under its lease", () =>
    Effect.gen(function* () {
      const unleased = yield* run(200, { isLeased: false })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(unleased.posted, [])
      const replaced = yield* run(200, { isSaved: false })
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(replaced.fiber)))
      assert.deepStrictEqual(replaced.posted, ["epoch.8"])
    })
  )
})
