import { assert, describe, it } from "@effect/vitest"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import { retryWhileBusy } from "../../../src/web/workspace/RetryWhileBusy.ts"

const busy = fail({ kind: "unreachable", retryAfter: 2 })

/** A server that gives these answers and then the last of them for ever; `pauses` in ms are those between the requests. */
const serverOf = (...answers: ReadonlyArray<Result<string>>) => {
  const pauses: Array<number> = []
  let requests = 0
  return {
    pauses,
    requests: () => requests,
    request: async () => answers[Math.min(requests++, answers.length - 1)] ?? busy,
    lifetime: { sleep: async (ms: number) => void pauses.push(ms) }
  }
}

describe("Asking again", () => {
  it("waits as long as the server says, until it answers", async () => {
    const server = serverOf(busy, busy, succeed("read"))
    let pauses = 0
    const onPause = () => void pauses++
    assert.deepStrictEqual(await retryWhileBusy(server.lifetime, server.request, { onPause }), succeed("read"))
    assert.deepStrictEqual([server.pauses, pauses], [[2000, 2000], 2])
  })

  it("ends at what repeating does not help, and after a while", async () => {
    for (const answer of [fail({ kind: "unreachable" }), fail({ kind: "signedOut" }), succeed("read")]) {
      const server = serverOf(answer, busy)
      assert.deepStrictEqual(await retryWhileBusy(server.lifetime, server.request), answer)
      assert.strictEqual(server.requests(), 1)
    }
    const server = serverOf(busy)
    assert.deepStrictEqual(await retryWhileBusy(server.lifetime, server.request), busy)
    assert.strictEqual(server.requests(), 21)
  })

  it("ends when the answer is not wanted any more, before it asks once more", async () => {
    const server = serverOf(busy)
    let isWanted = true
    const options = { isWanted: () => isWanted, onPause: () => (isWanted = false) }
    await retryWhileBusy(server.lifetime, server.request, options)
    assert.strictEqual(server.requests(), 1)
  })
})
