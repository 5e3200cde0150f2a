import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { EventType } from "../../src/domain/Event.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { deliveriesKept, maxWebhooks } from "../../src/domain/Webhook.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { beginOf, weekAt } from "../../src/webhooks/DigestWeek.ts"
import * as HookSender from "../../src/webhooks/HookSender.ts"
import {
  type NewHook,
  noFailure,
  noPreviousSecret,
  type Progress,
  WebhookStore
} from "../../src/webhooks/WebhookStore.ts"
import { backends, onEmptyStore } from "./Backends.ts"
import { endless, senderDependencies } from "./SenderDependencies.ts"

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
const epoch = uuid(900)
const [one, other] = [uuid(901), uuid(902)]
const minute = 60_000

const newHook = (n: number): NewHook => ({
  id: EntityId.make(uuid(n)),
  url: `https://example.org/${n}`,
  description: "Says 🎿",
  eventTypes: ["create_team"],
  teamIds: [EntityId.make(uuid(800))],
  enabled: true,
  format: "standard",
  digest: null,
  week: 2_900,
  secret: "whsec_x",
  head: { epoch, sequenceNumber: 10 }
})

const delivery = (sequenceNumber: number) => ({
  sequenceNumber,
  eventType: "create_team" as const,
  attemptedAt: "2026-03-02T08:30:00.123Z",
  attempt: 2,
  outcome: "refused" as const,
  status: 500,
  error: "The receiver answered 500.",
  durationMs: 12
})

const progress = (n: number, from: number, to: number, changes: Partial<Progress> = {}): Progress => ({
  ...noFailure,
  id: EntityId.make(uuid(n)),
  from,
  sequenceNumber: to,
  digestWeek: null,
  delivery: { ...delivery(to), request: "{}", answer: "no 🎿" },
  ...changes
})

const failing = {
  failures: 3,
  failingSince: "2026-03-02T08:30:00.000Z",
  nextAttemptAt: "2026-03-02T09:00:00.000Z",
  retryAfterMs: 1_800_000,
  disabledReason: null
}

/** Servers one after the other: in which week each lives, and when it is killed; the last of a week finds nothing to do. */
const lives = [
  ...([
    [0, "posted"],
    [0, "saved"],
    [0, "idle"]
  ] as const),
  ...([
    [1, "posting"],
    [1, "posted"],
    [1, "saved"]
  ] as const),
  ...([[3, "posted"]] as const),
  ...([
    [4, "saved"],
    [4, "idle"]
  ] as const)
]

const idsOf = (hooks: ReadonlyArray<{ readonly id: string }>) => hooks.map(({ id }) => id).sort()

describe.each(backends)("WebhookStore on %s", (name, backend) => {
  layer(backend)((it) => {
    it.effect.skipIf(name === "memory")("reads the types that version 1 stored as those that took their place", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const stored = ["update_objective_due_date", "create_team", "update_principle_position"]
          const both = [...stored, "update_objective_position"] as ReadonlyArray<string> as ReadonlyArray<EventType>
          const { eventTypes } = yield* store.create({ ...newHook(2), eventTypes: both })
          assert.deepStrictEqual(eventTypes, ["update_objective_dates", "create_team", "update_position"])
          assert.deepStrictEqual((yield* store.list)[0]?.eventTypes, eventTypes)
        })
      )
    )

    it.effect("stores webhooks, lists them by creation, and keeps updated settings", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const made = yield* store.create(newHook(2))
          const { head, week: _week, ...given } = newHook(2)
          const expected = {
            ...given,
            ...head,
            ...noFailure,
            ...noPreviousSecret,
            digestWeek: null,
            createdAt: "1970-01-01T00:00:00.000Z",
            lastAttempt: null,
            revision: 1
          }
          assert.deepStrictEqual(made, expected)
          const week = 2_901
          const plain = {
            ...{ url: "https://b.test/", description: null, eventTypes: null, teamIds: null, enabled: false },
            ...{ format: "standard" as const, digest: null }
          }
          const changed = yield* store.update(made.id, { ...plain, week })
          assert.deepStrictEqual(changed, { ...expected, ...plain, revision: 2 })
          assert.deepStrictEqual(yield* store.list, [{ ...expected, ...plain, revision: 2 }])
          assert.isUndefined(yield* store.update(EntityId.make(one), { ...plain, week }))
          assert.deepStrictEqual(yield* store.remove(made.id), { ...expected, ...plain, revision: 2 })
          assert.isUndefined(yield* store.remove(made.id))
          assert.deepStrictEqual(yield* store.list, [])
        })
      )
    )

    it.effect("has a bound, also for requests at once", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const tries = Array.from({ length: maxWebhooks + 3 }, (_, n) => Effect.exit(store.create(newHook(n))))
          const exits = yield* Effect.all(tries, { concurrency: "unbounded" })
          assert.lengthOf(
            exits.filter(({ _tag }) => _tag === "Success"),
            maxWebhooks
          )
          const error = yield* Effect.flip(store.create(newHook(99)))
          assert.strictEqual(error._tag, "TooManyWebhooks")
        })
      )
    )

    it.effect("leases each enabled webhook to one owner, until it is released or its time is over", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const [a, b] = [yield* store.create(newHook(1)), yield* store.create(newHook(2))]
          yield* store.create({ ...newHook(3), enabled: false })
          assert.deepStrictEqual(idsOf(yield* store.claim(one, minute)), idsOf([a, b]))
          assert.deepStrictEqual(yield* store.claim(other, minute), [])
          assert.deepStrictEqual(idsOf(yield* store.claim(one, 0)), idsOf([a, b]))
          assert.deepStrictEqual(idsOf(yield* store.claim(other, minute)), idsOf([a, b]))
          assert.deepStrictEqual(yield* store.claim(one, minute), [])
          yield* store.release(one)
          assert.deepStrictEqual(yield* store.claim(one, minute), [])
          // A lease for longer than anybody takes one is of a wrong clock.
          yield* store.claim(other, 8 * 24 * 60 * minute)
          assert.lengthOf(yield* store.claim(one, minute), 2)
          yield* store.release(one)
          assert.lengthOf(yield* store.claim(one, minute), 2)
        })
      )
    )

    it.effect("gives a webhook to one of two owners that ask at once", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          for (let n = 0; n < 8; n++) yield* store.create(newHook(n))
          const claims = [one, other, one, other].map((owner) =>
            Effect.map(store.claim(owner, minute), (hooks) => [owner, hooks] as const)
          )
          yield* Effect.all(claims, { concurrency: "unbounded" })
          const [ones, others] = [yield* store.claim(one, minute), yield* store.claim(other, minute)]
          assert.lengthOf(new Set([...ones, ...others].map(({ id }) => id)), 8)
          assert.strictEqual(ones.length + others.length, 8)
        })
      )
    )

    it.effect("saves progress only from the position and for the owner that has the lease", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          for (const n of [1, 2, 3]) yield* store.create(newHook(n))
          yield* store.claim(one, minute)
          assert.isTrue(yield* store.save(one, progress(1, 10, 12, failing)))
          assert.isTrue(yield* store.save(one, progress(2, 10, 15, { delivery: null })))
          assert.isFalse(yield* store.save(one, progress(3, 11, 12)))
          assert.isFalse(yield* store.save(one, progress(4, 10, 12)))
          assert.isFalse(yield* store.save(other, progress(3, 10, 11)))
          const [first, second, third] = yield* store.list
          const { sequenceNumber: _event, eventType: _type, attempt: _attempt, ...lastAttempt } = delivery(12)
          assert.deepInclude(first, { ...failing, sequenceNumber: 12, enabled: true, lastAttempt, revision: 1 })
          assert.deepInclude(second, { ...noFailure, sequenceNumber: 15, lastAttempt: null })
          assert.deepInclude(third, { ...noFailure, sequenceNumber: 10 })
          assert.deepStrictEqual(yield* store.deliveries(EntityId.make(uuid(1)), {}), [{ ...delivery(12), number: 1 }])
          assert.deepStrictEqual(yield* store.deliveries(EntityId.make(uuid(2)), {}), [])
          yield* store.save(one, progress(1, 12, 12, { ...failing, disabledReason: "Too long." }))
          assert.deepInclude((yield* store.list)[0], { enabled: false, disabledReason: "Too long." })
          assert.lengthOf(yield* store.claim(one, minute), 2)
        })
      )
    )

    it.effect("forgets failures when a webhook is enabled or moved", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const { id } = yield* store.create(newHook(1))
          const { head: _head, secret: _secret, id: _id, ...settings } = newHook(1)
          yield* store.claim(one, minute)
          yield* store.save(one, progress(1, 10, 11, { ...failing, disabledReason: "Too long." }))
          assert.deepInclude(yield* store.update(id, settings), { ...noFailure, enabled: true, sequenceNumber: 11 })
          yield* store.save(one, progress(1, 11, 11, failing))
          const moved = yield* store.moveTo(id, { epoch: other, sequenceNumber: 3 })
          assert.deepInclude(moved, { ...noFailure, epoch: other, sequenceNumber: 3, revision: 3 })
          assert.isFalse(yield* store.save(one, progress(1, 11, 12)))
        })
      )
    )

    it.effect("keeps format and digest, the week of the latest digest, and skips only where it fails", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const { head: _head, secret: _secret, id: _id, ...settings } = newHook(1)
          const weekly = { ...settings, format: "teams", digest: "weekly" } as const
          const { id } = yield* store.create(newHook(1))
          assert.deepInclude(yield* store.update(id, weekly), { format: "teams", digestWeek: 2_900, enabled: true })
          assert.deepInclude(yield* store.update(id, { ...weekly, week: 2_950 }), { digestWeek: 2_900 })
          assert.lengthOf(yield* store.claim(one, minute), 1)
          yield* store.save(one, progress(1, 10, 11, { digestWeek: 2_901 }))
          assert.deepInclude((yield* store.list)[0], { digest: "weekly", digestWeek: 2_901, sequenceNumber: 11 })
          const skip = { epoch, sequenceNumber: 20, failingAt: 11, digestWeek: 2_902 }
          assert.isUndefined(yield* store.moveTo(id, skip))
          yield* store.save(one, progress(1, 11, 11, failing))
          assert.isUndefined(yield* store.moveTo(id, { ...skip, failingAt: 12 }))
          assert.deepInclude(yield* store.moveTo(id, skip), { ...noFailure, sequenceNumber: 20, digestWeek: 2_902 })
          assert.deepInclude(yield* store.update(id, { ...weekly, enabled: false }), { enabled: false })
          assert.deepStrictEqual(yield* store.claim(other, minute), [])
          assert.deepInclude(yield* store.update(id, settings), { digest: null, digestWeek: null, enabled: true })
        })
      )
    )

    it.effect("posts a week's digest once, and again only where the server was killed before that was saved", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          yield* store.create({ ...newHook(1), digest: "weekly", week: weekAt(0, utcDays) })
          const posted: Array<string> = []
          for (const [at, [week, end]] of lives.entries()) {
            yield* TestClock.setTime(beginOf(week, utcDays) + at)
            const owner = uuid(1_000 + at)
            const head = 11 + at
            const [hook = assert.fail("not claimed")] = yield* store.claim(owner, 0)
            const killed = yield* Deferred.make<void>()
            const kill = Effect.andThen(Deferred.succeed(killed, undefined), Effect.never)
            const server = yield* HookSender.run(
              hook,
              senderDependencies({
                digest: (_, since) => Effect.succeed({ body: `after ${since} to ${head}`, sequenceNumber: head }),
                receiver: {
                  at:
                    () =>
                    ({ headers, body }) =>
                      Effect.suspend(() => {
                        posted.push(`${headers["webhook-id"]?.split(".")[1]} ${body}`)
                        const attempt = { outcome: "delivered", status: 200, error: null } as const
                        return end === "posting" ? kill : Effect.succeed(attempt)
                      })
                },
                save: (progress) => (end === "posted" ? kill : Effect.andThen(store.save(owner, progress), kill))
              }),
              endless
            ).pipe(Effect.forkChild)
            yield* end === "idle" ? TestClock.adjust("6 days") : Deferred.await(killed)
            yield* Fiber.interrupt(server)
          }
          assert.deepStrictEqual(posted, [
            ...["week-0 after 10 to 11", "week-0 after 10 to 12"],
            ...["week-1 after 12 to 14", "week-1 after 12 to 15", "week-1 after 12 to 16"],
            ...["week-3 after 16 to 17", "week-4 after 16 to 18"]
          ])
        })
      )
    )

    it.effect("changes the secret, and keeps the one before with the end of its time", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const { id } = yield* store.create(newHook(1))
          yield* store.claim(one, minute)
          yield* store.save(one, progress(1, 10, 11, failing))
          const until = Date.parse("2026-03-03T08:30:00.123Z")
          yield* store.changeSecret(id, "whsec_y", until - 1)
          const changed = yield* store.changeSecret(id, "whsec_z", until)
          assert.deepInclude(changed, {
            ...failing,
            secret: "whsec_z",
            previousSecret: "whsec_y",
            previousSecretUntil: "2026-03-03T08:30:00.123Z",
            sequenceNumber: 11,
            revision: 3
          })
          assert.deepStrictEqual<unknown>(yield* store.list, [changed])
          assert.isUndefined(yield* store.changeSecret(EntityId.make(one), "whsec_y", until))
        })
      )
    )

    it.effect("keeps a bounded number of deliveries, newest first", () =>
      onEmptyStore(
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const { id } = yield* store.create(newHook(1))
          yield* store.claim(one, minute)
          const attemptedAt = "2026-03-02T08:31:00.000Z"
          for (let to = 11; to < 15 + deliveriesKept; to++) yield* store.save(one, progress(1, to - 1, to))
          const last = { ...delivery(15 + deliveriesKept), attemptedAt }
          yield* store.save(
            one,
            progress(1, last.sequenceNumber - 1, last.sequenceNumber, {
              delivery: { ...last, request: "{}", answer: "" }
            })
          )
          assert.deepInclude((yield* store.list)[0]?.lastAttempt, { attemptedAt, status: 500 })
          const kept = yield* store.deliveries(id, { limit: deliveriesKept })
          assert.lengthOf(kept, deliveriesKept)
          assert.deepStrictEqual(kept[0], { ...last, number: 5 + deliveriesKept })
          assert.strictEqual(kept.at(-1)?.sequenceNumber, 16)
          assert.deepStrictEqual(yield* store.deliveries(id, { limit: 1, before: 9 }), kept.slice(-3, -2))
          const details = { ...delivery(16), number: 6, request: "{}", answer: "no 🎿" }
          assert.deepStrictEqual(yield* store.delivery(id, 6), details)
          assert.isUndefined(yield* store.delivery(id, 5))
        })
      )
    )
  })
})
