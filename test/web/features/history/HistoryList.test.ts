import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { HistoryEntry } from "../../../../src/domain/views/History.ts"
import { historyList } from "../../../../src/web/features/history/HistoryList.ts"
import { historyEntry } from "../HistoryEntries.ts"

const pageSize = 3

/** A log that grows, paged like the API: downwards from a sequence number, inclusive. */
const growing = () => {
  let latest = 0
  const page = async (from = latest) => {
    const entries = Array.from({ length: Math.min(pageSize, from) }, (_, index) =>
      historyEntry({ sequenceNumber: from - index })
    )
    return { ok: true as const, value: { entries, nextFrom: from > pageSize ? from - pageSize : undefined } }
  }
  return {
    list: historyList({ page, newest: () => page() }),
    add: (count: number) => {
      latest += count
    },
    latest: () => latest
  }
}

const numbers = (entries: ReadonlyArray<HistoryEntry> | undefined) => entries?.map((one) => one.sequenceNumber) ?? []

const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), count: fc.nat(5) }),
  fc.constantFrom({ kind: "loadOlder" as const }, { kind: "checkForNewer" as const }, { kind: "showNewer" as const })
)

describe("A loaded history", () => {
  it("is not taken for loaded by what is newer", async () => {
    const { list, add } = growing()
    add(2)
    await list.checkForNewer()
    list.showNewer()
    assert.deepStrictEqual([list.entries.peek(), list.newerCount.peek()], [undefined, 0])
  })

  it("has no gap and no duplicate in any order of growing, checking, showing and loading older entries", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(10), fc.array(step), async (start, steps) => {
        const { list, add, latest } = growing()
        add(start)
        await list.loadOlder()
        for (const taken of steps) {
          if (taken.kind === "add") add(taken.count)
          else if (taken.kind === "showNewer") list.showNewer()
          else if (taken.kind === "checkForNewer" || list.nextFrom.peek() !== undefined) await list[taken.kind]()
          const shown = numbers(list.entries.peek())
          const first = shown[0] ?? 0
          assert.deepStrictEqual(
            shown,
            shown.map((_, index) => first - index)
          )
          assert.strictEqual(list.nextFrom.peek(), (shown.at(-1) ?? 1) > 1 ? (shown.at(-1) ?? 1) - 1 : undefined)
        }
        await list.checkForNewer()
        const [first = 0] = numbers(list.entries.peek())
        assert.strictEqual(list.newerCount.peek(), Math.min(pageSize, latest() - first))
        list.showNewer()
        assert.deepStrictEqual([numbers(list.entries.peek())[0] ?? 0, list.newerCount.peek()], [latest(), 0])
      })
    ))
})
