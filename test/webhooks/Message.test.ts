import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { wantsTeams, wantsType } from "../../src/domain/views/AppliedChange.ts"
import { afterFailure } from "../../src/webhooks/FailureState.ts"
import { retryDelayMs } from "../../src/webhooks/RetryDelay.ts"
import { encodeSecret, secretBytes, signedHeaders } from "../../src/webhooks/Signature.ts"
import { type FailureState, noFailure } from "../../src/webhooks/WebhookStore.ts"

const secret = encodeSecret(new Uint8Array(secretBytes).map((_, index) => index * 7))

describe("Signature", () => {
  const body = JSON.stringify({ type: "create_team", data: { name: "Zürich 🎿" } })
  const signed = (at: number) => signedHeaders(secret, { id: "epoch.7", timestamp: at, body })
  const now = Math.floor((performance.timeOrigin + performance.now()) / 1_000)

  it("is verified by standardwebhooks", () => {
    const headers = signed(now)
    assert.deepStrictEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.strictEqual(headers["webhook-id"], "epoch.7")
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
      state = afterFailure(state, "The receiver answered 500.", now)
      if (state.nextAttemptAt !== null) now = Date.parse(state.nextAttemptAt)
    }
    assert.deepStrictEqual(state, {
      failures: 14,
      failingSince: "1970-01-01T00:00:00.000Z",
      nextAttemptAt: null,
      disabledReason:
        "All 14 attempts since 1970-01-01T00:00:00.000Z failed. The last error: The receiver answered 500."
    })
    assert.isAbove(now, 7 * 86_400_000)
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
