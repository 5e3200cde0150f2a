import { assert, describe, it } from "@effect/vitest"
import { Clock } from "effect"
import { Deferred } from "../../src/http/shortcut/Deferred.ts"

/** Runs pieces of work that take so many milliseconds by the clock; gives how many were done by each turn of the event loop. */
const doneByTurn = (milliseconds: number, pieces: number): Promise<ReadonlyArray<number>> =>
  new Promise((resolve) => {
    let now = 0n
    const clock: Clock.Clock = { ...Clock.Clock.defaultValue(), monotonicTimeNanosUnsafe: () => now }
    const deferred = new Deferred(clock)
    let done = 0
    for (let piece = 0; piece < pieces; piece++) {
      deferred.add(() => {
        now += BigInt(milliseconds) * 1_000_000n
        done++
        // Added while others are done: it waits behind them.
        if (piece === 0) deferred.add(() => done++)
      })
    }
    const turns = [done]
    const look = () => {
      turns.push(done)
      if (done <= pieces) setImmediate(look)
      else resolve(turns)
    }
    setImmediate(look)
  })

describe("deferred work", () => {
  it("that takes long is done one piece a turn, in order, and all of it", async () => {
    const turns = await doneByTurn(5, 6)
    assert.deepStrictEqual(turns, [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it("that takes little is done together, up to the budget of a turn", async () => {
    const turns = await doneByTurn(1, 10)
    assert.deepStrictEqual(turns, [0, 4, 8, 11])
  })
})
