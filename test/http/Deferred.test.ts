import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { Deferred } from "../../src/http/pipeline/Deferred.ts"

/** Runs pieces of work that take so many milliseconds by the clock; gives how many were done by each turn of the event loop. */
const doneByTurn = (milliseconds: number, pieces: number): Promise<ReadonlyArray<number>> =>
  new Promise((resolve) => {
    let now = 0n
    const clock: Clock.Clock = { ...Clock.Clock.defaultValue(), monotonicTimeNanosUnsafe: () => now }
    const deferred = new Deferred(clock)
    let done = 0
    const count = () => {
      done++
      return undefined
    }
    for (let piece = 0; piece < pieces; piece++) {
      deferred.add(() => {
        now += BigInt(milliseconds) * 1_000_000n
        count()
        // Added while others are done: it waits behind them.
        if (piece === 0) deferred.add(count)
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
    assert.deepStrictEqual(turns, [0, 3, 6, 9, 11])
  })

  it.effect("that goes on in a fiber begins once a turn, and not at all when nobody waits for it any more", () =>
    Effect.gen(function* () {
      const deferred = new Deferred(Clock.Clock.defaultValue())
      const begun: Array<number> = []
      let turn = 0
      const wait = (n: number) =>
        Effect.map(deferred.turn, () => {
          begun.push(turn)
          return n
        })
      const first = yield* Effect.forkChild(wait(0), { startImmediately: true })
      const left = yield* Effect.forkChild(wait(1), { startImmediately: true })
      const last = yield* Effect.forkChild(wait(2), { startImmediately: true })
      yield* Fiber.interrupt(left)
      const turns = Effect.callback<void>((resume) => {
        const next = () => {
          turn++
          if (turn < 10) setImmediate(next)
          else resume(Effect.void)
        }
        setImmediate(next)
      })
      yield* turns
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(last)], [0, 2])
      assert.strictEqual(new Set(begun).size, 2)
    })
  )
})
