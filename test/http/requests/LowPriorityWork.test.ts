import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { LowPriorityQueue } from "../../../src/http/pipeline/LowPriorityWork.ts"

/** Runs pieces of work of the given durations; returns how many were done after each turn of the event loop. */
const doneByTurn = (millis: number, pieces: number): Promise<ReadonlyArray<number>> =>
  new Promise((resolve) => {
    let now = 0n
    const clock: Clock.Clock = { ...Clock.Clock.defaultValue(), monotonicTimeNanosUnsafe: () => now }
    const queue = new LowPriorityQueue(clock)
    let done = 0
    const count = () => {
      done++
      return undefined
    }
    for (let piece = 0; piece < pieces; piece++) {
      queue.add("ada", () => {
        now += BigInt(millis) * 1_000_000n
        count()
        // Work added while others run must wait behind them.
        if (piece === 0) queue.add("ada", count)
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

describe("The low-priority queue", () => {
  it("runs long work one piece per turn, in order", async () => {
    const turns = await doneByTurn(5, 6)
    assert.deepStrictEqual(turns, [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it("runs short work together, up to the time budget of a turn", async () => {
    const turns = await doneByTurn(1, 10)
    assert.deepStrictEqual(turns, [0, 3, 6, 9, 11])
  })

  it("lets callers take turns, so that one's flood does not make others wait", async () => {
    const queue = new LowPriorityQueue(Clock.Clock.defaultValue())
    const done: Array<string> = []
    const add = (caller: string, count: number) => {
      for (let n = 1; n <= count; n++) {
        queue.add(caller, () => {
          done.push(`${caller} ${n}`)
          return "resumed"
        })
      }
    }
    add("flood", 1_000)
    add("ada", 2)
    add("bob", 1)
    assert.strictEqual(queue.waitingOf("flood"), 1_000)
    while (done.length < 6) await new Promise(setImmediate)
    assert.deepStrictEqual(done, ["flood 1", "ada 1", "bob 1", "flood 2", "ada 2", "flood 3"])
    assert.deepStrictEqual(
      ["flood", "ada"].map((caller) => queue.waitingOf(caller)),
      [997, 0]
    )
  })

  it.effect("resumes one fiber per turn, and none that was interrupted", () =>
    Effect.gen(function* () {
      const queue = new LowPriorityQueue(Clock.Clock.defaultValue())
      const begun: Array<number> = []
      let turn = 0
      const wait = (n: number) =>
        Effect.map(queue.turn("ada"), () => {
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
