import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { wantsTeams, wantsType } from "../../src/domain/views/AppliedChange.ts"
import type { Attempt } from "../../src/webhooks/Attempt.ts"
import { afterFailure, maxWaitMs, retryDelayMs } from "../../src/webhooks/FailureState.ts"
import { encodeSecret, secretBytes, secretsAt, signedHeaders } from "../../src/webhooks/Signature.ts"
import { type FailureState, noFailure } from "../../src/webhooks/WebhookStore.ts"

const secret = encodeSecret(new Uint8Array(secretBytes).map((_, index) => index * 7))

describe("Signature", () => {
  const body = JSON.stringify({ type: "create_team", data: { name: "Zürich 🎿" } })
  const signed = (at: number) => signedHeaders([secret], { id: "epoch.7", timestamp: at, body })
  const now = Math.floor((performance.timeOrigin + performance.now()) / 1_000)

  it("is verified by standardwebhooks", () => {
    const headers = signed(now)
    assert.deepStrictEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.strictEqual(headers["webhook-id"], "epoch.7")
  })

  it("is verified with either secret for a day after a change, then with the new one only", () => {
    const other = encodeSecret(new Uint8Array(secretBytes).fill(1))
    const previousSecretUntil = "2026-03-03T00:00:00.000Z"
    const hook = { secret: other, previousSecret: secret, previousSecretUntil }
    const end = Date.parse(previousSecretUntil)
    assert.deepStrictEqual(secretsAt(hook, end), [other])
    const headers = signedHeaders(secretsAt(hook, end - 1), { id: "epoch.7", timestamp: now, body })
    for (const each of [secret, other]) new Webhook(each).verify(body, headers)
    assert.throws(() => new Webhook(encodeSecret(new Uint8Array(secretBytes))).verify(body, headers))
  })

  it("is refused with another body, id, time or secret", () => {
    const headers = signed(now)
    const refused = [
      () => new Webhook(secret).verify(`${body} `, headers),
      () => new Webhook(secret).verify(body, { ...headers, "webhook-id": "epoch.8" }),
      () => new Webhook(secret).verify(body, signed(now - 3_600)),
      () => new Webhook(encodeSecret(new Uint8Array(secretBytes))).verify(body, headers)
    ]
    for (const verify of refused) assert.throws(verify)
  })
})

const refused = (status: number, retryAfter?: string): Attempt => ({
  outcome: "refused",
  status,
  error: `The receiver answered ${status}.`,
  retryAfter
})

describe("retries", () => {
  it("come after growing delays, then daily for a week, and then no more", () => {
    const hours = Array.from({ length: 14 }, (_, index) => (retryDelayMs(index + 1) ?? Number.NaN) / 3_600_000)
    assert.deepStrictEqual(hours.slice(0, 6), [5 / 3_600, 30 / 3_600, 2 / 60, 10 / 60, 1, 6])
    assert.deepStrictEqual(hours.slice(6, 13), [24, 24, 24, 24, 24, 24, 24])
    assert.isUndefined(retryDelayMs(14))
  })

  it("end with a reason that says since when and why", () => {
    let state: FailureState = noFailure
    let now = 0
    while (state.disabledReason === null) {
      state = afterFailure(state, refused(500), now)
      if (state.nextAttemptAt !== null) now = Date.parse(state.nextAttemptAt)
    }
    assert.deepStrictEqual(state, {
      failures: 14,
      failingSince: "1970-01-01T00:00:00.000Z",
      nextAttemptAt: null,
      retryAfterMs: null,
      disabledReason:
        "All 14 attempts since 1970-01-01T00:00:00.000Z failed. The last error: The receiver answered 500."
    })
    assert.isAbove(now, 7 * 86_400_000)
  })

  it("end at once when the receiver is gone", () => {
    assert.deepInclude(afterFailure(noFailure, refused(410, "5"), 0), {
      failures: 1,
      nextAttemptAt: null,
      disabledReason: "The receiver answered 410: it wants no more events."
    })
  })

  it.each([
    ["120", 120],
    [" 120 ", 120],
    ["Thu, 01 Jan 1970 01:00:00 GMT", 3_600],
    ["90000", 86_400],
    ["99999999999999999999999", 86_400],
    // Never earlier than without it: a receiver that is always back in a second would soon have no attempts left.
    ["1", 5],
    ["Wed, 31 Dec 1969 23:00:00 GMT", 5],
    ["-7", 5],
    ["soon", 5]
  ])("wait as long as Retry-After says, but a day at most: %s", (header, seconds) => {
    const state = afterFailure(noFailure, refused(503, header), 0)
    assert.strictEqual(state.nextAttemptAt, new Date(seconds * 1_000).toISOString())
    assert.strictEqual(maxWaitMs(state), seconds * 1_000)
  })
})

describe("filter", () => {
  it("accepts everything without a list, and only what a list names", () => {
    const all = { eventTypes: null, teamIds: null }
    const event = { eventType: "create_team" } as const
    assert.isTrue(wantsType(all, event))
    assert.isTrue(wantsType({ ...all, eventTypes: ["create_team"] }, event))
    assert.isFalse(wantsType({ ...all, eventTypes: ["delete_team"] }, event))
    assert.isTrue(wantsTeams(all, []))
    assert.isFalse(wantsTeams({ ...all, teamIds: [] }, ["a"]))
  })
})
