import { assert, describe, it } from "@effect/vitest"
import type { Failure, Result } from "../../../src/web/contract/Result.ts"
import { type Page, pagedList } from "../../../src/web/parts/lists/PagedList.ts"

/** A list whose requests are answered when the test says so, in the order of being asked. */
const asked = () => {
  const requests: Array<{ from: number | undefined; answer: (answer: Result<Page<number>>) => void }> = []
  const list = pagedList<number>((from) => new Promise((answer) => requests.push({ from, answer })))
  return {
    list,
    requests,
    answer: async (index: number, page: Page<number>) => {
      requests[index]?.answer({ ok: true, value: page })
      await Promise.resolve()
    }
  }
}

const unreachable: Failure = { kind: "unreachable" }

describe("A list loaded page by page", () => {
  it("appends pages, whose next one the endpoint names in one of two ways, until there is none", async () => {
    const { list, requests, answer } = asked()
    for (const [index, page] of [
      { entries: [9, 8], nextFrom: 7 },
      { entries: [7, 6], nextBefore: 6 },
      { entries: [5], nextBefore: null }
    ].entries()) {
      const loading = list.loadOlder()
      await answer(index, page)
      await loading
    }
    assert.deepStrictEqual(
      requests.map(({ from }) => from),
      [undefined, 7, 6]
    )
    assert.deepStrictEqual([list.entries.peek(), list.nextFrom.peek()], [[9, 8, 7, 6, 5], undefined])
  })

  it("keeps what is shown until it is loaded anew, and drops answers to earlier requests", async () => {
    const { list, answer } = asked()
    const first = list.loadOlder()
    await answer(0, { entries: [2], nextFrom: 1 })
    await first
    const [older, again] = [list.loadOlder(), list.reload()]
    assert.deepStrictEqual(list.entries.peek(), [2])
    await answer(2, { entries: [3, 2], nextFrom: 1 })
    await again
    await answer(1, { entries: [1], nextFrom: null })
    await older
    assert.deepStrictEqual([list.entries.peek(), list.nextFrom.peek(), list.isLoading.peek()], [[3, 2], 1, false])
  })

  it("says why a page could not be loaded until one is", async () => {
    const { list, requests, answer } = asked()
    const failing = list.loadOlder()
    requests[0]?.answer({ ok: false, failure: unreachable })
    await failing
    assert.deepStrictEqual([list.failure.peek(), list.entries.peek()], [unreachable, undefined])
    const loading = list.loadOlder()
    await answer(1, { entries: [], nextFrom: null })
    await loading
    assert.deepStrictEqual([list.failure.peek(), list.entries.peek()], [undefined, []])
  })
})
