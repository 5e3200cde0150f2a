import { assert, describe, it } from "@effect/vitest"
import * as Model from "../../scripts/bench/cores/Model.ts"

const costs: Model.Costs = {
  ...{ eventLoopMicros: 80, otherThreadsMicros: 20, followerMicros: 20, postgresMicros: 40, loadMicros: 10 },
  ...{ wireBytes: 1_000, walBytes: 500, commitMicros: 1_000 }
}

describe("The model of what one log can take", () => {
  it("limits one server by its event loop, and many servers by the cost of following each other", () => {
    assert.strictEqual(Model.eventLoopLimit(costs, 1), 12_500)
    assert.strictEqual(Model.eventLoopLimit(costs, 2), 20_000)
    assert.isBelow(Model.eventLoopLimit(costs, 1_000), 50_000)
    assert.isAbove(Model.eventLoopLimit(costs, 1_000), 49_000)
  })

  it("limits writes by batches that hold the head's lock one after the other", () => {
    assert.strictEqual(Model.headLockLimit(costs, 1), 1e6 / 1_040)
    assert.strictEqual(Model.headLockLimit(costs, 25), 12_500)
    assert.isBelow(Model.headLockLimit(costs), 25_000)
  })

  it("expects of pinned servers the lowest of the limits", () => {
    // A core for the server with all its threads, more than enough for the rest.
    assert.strictEqual(Model.expected(costs, 1, 8, 1_024), 10_000)
    // One other core for PostgreSQL and a load that costs more than the server.
    assert.strictEqual(Model.expected({ ...costs, loadMicros: 160 }, 1, 2, 1_024), 5_000)
    // With few requests in flight, commits are the limit.
    assert.strictEqual(Model.expected(costs, 1, 8, 2), 1e6 / 1_040)
    // No core is left beside the servers, so all share two.
    assert.strictEqual(Model.expected({ ...costs, followerMicros: 50 }, 2, 2, 1_024), 10_000)
  })
})
