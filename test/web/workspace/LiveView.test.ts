import { assert, describe, it } from "@effect/vitest"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import { makeLiveView } from "../../../src/web/workspace/live/LiveView.ts"

/** A view with its fetches, which the test answers, and the timers it has set. */
const setUp = (took = 0) => {
  const timers = new Map<() => void, number>()
  const answers: Array<(result: Result<string>) => void> = []
  let time = 0
  const view = makeLiveView<string>({
    fetch: () => new Promise((resolve) => answers.push(resolve)),
    lifetime: makeLifetime((ms, run) => {
      timers.set(run, ms)
      return () => void timers.delete(run)
    }),
    minPauseMs: 300,
    clock: () => time
  })
  return {
    view,
    answers,
    pauses: () => [...timers.values()],
    fire: () => {
      const [run] = timers.keys()
      if (run === undefined) return assert.fail("no timer")
      timers.delete(run)
      run()
    },
    answer: async (result: Result<string>) => {
      time += took
      answers.at(-1)?.(result)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

describe("A live view", () => {
  it("is fetched when it gets a follower, and once for all changes during a pause", async () => {
    const { view, answers, answer, pauses, fire } = setUp()
    const end = view.follow()
    assert.lengthOf(answers, 1)
    await answer(succeed("one"))
    assert.strictEqual(view.value.peek(), "one")
    for (const _ of [1, 2, 3]) view.queueRefresh()
    assert.deepStrictEqual(pauses(), [300])
    fire()
    assert.lengthOf(answers, 2)
    end()
  })

  it("is fetched once more after a fetch during which it changed", async () => {
    const { view, answers, answer, pauses, fire } = setUp()
    view.follow()
    view.queueRefresh()
    view.refresh()
    assert.lengthOf(answers, 1)
    await answer(succeed("one"))
    assert.deepStrictEqual(pauses(), [300])
    fire()
    await answer(succeed("two"))
    assert.strictEqual(view.value.peek(), "two")
    assert.deepStrictEqual(pauses(), [])
  })

  it("pauses longer when fetching takes longer, up to half a minute", async () => {
    for (const [took, pause] of [
      [100, 1_000],
      [14_000, 30_000]
    ] as const) {
      const { view, answer, pauses } = setUp(took)
      view.follow()
      await answer(succeed("one"))
      view.queueRefresh()
      assert.deepStrictEqual(pauses(), [pause])
    }
  })

  it("repeats a fetch that failed, keeps what it had, and gives up on a refusal or when nobody follows it", async () => {
    const { view, answers, answer, pauses, fire } = setUp()
    const end = view.follow()
    await answer(succeed("one"))
    view.refresh()
    await answer(fail({ kind: "unreachable" }))
    assert.deepStrictEqual([view.value.peek(), view.failure.peek()?.kind], ["one", "unreachable"])
    assert.deepStrictEqual(pauses(), [4_000])
    fire()
    await answer(fail({ kind: "refused", status: 400, message: "no" }))
    assert.deepStrictEqual(pauses(), [])
    view.queueRefresh()
    end()
    assert.deepStrictEqual(pauses(), [])
    view.queueRefresh()
    assert.deepStrictEqual([pauses(), answers.length], [[], 3])
  })
})
