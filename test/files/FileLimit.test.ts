import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connectionsWithin } from "../../src/files/FileLimit.ts"

describe("The limit of open files", () => {
  it.effect("stops the start where the server could not work", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* Effect.flip(connectionsWithin(64, 20_000))).message,
        "Only 64 files may be open here; the server needs 320. Raise the limit with ulimit -n, or LimitNOFILE= of systemd."
      )
    })
  )

  it.effect("bounds the connections, with a warning where there are fewer than streams", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* connectionsWithin(1_024, 768), { maxConnections: 768 })
      const { maxConnections, warning } = yield* connectionsWithin(1_024, 769)
      assert.strictEqual(maxConnections, 768)
      assert.match(warning ?? "", /^Only 1024 files .* at most 768 connections .* MAX_STREAMS \(769\)/)
    })
  )
})
