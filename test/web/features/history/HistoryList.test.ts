import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { HistoryEntry } from "../../../../src/domain/views/History.ts"
import { historyList } from "../../../../src/web/features/history/HistoryList.ts"

const perPage = 3

const entry = (sequenceNumber: number): HistoryEntry => ({
  sequenceNumber,
  timestamp: "2026-03-14T10:12:00.000Z",
  actorName: "ada",
  eventType: "restore_history",
  status: "applied",
  description: "",
  fieldName: null,
  oldValue: null,
  newValue: null,
  isTransitive: false,
  canReapply: true,
  entityId: null,
  entityType: null,
  targetId: null,
  teamId: null,
  data: {},
  rejectionReason: null
})

/** A log that grows, read as the API gives it: downwards from a number, that one included. */
const growing = () => {
  let latest = 0
  const page = async (from = latest) => {
    const entries = Array.from({ length: Math.min(perPage, from) }, (_, index) => entry(from - index))
    return { ok: true as const, value: { entries, next: from > perPage ? from - perPage : undefined } }
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
  fc.constantFrom({ kind: "older" as const }, { kind: "look" as const }, { kind: "show" as const })
)

describe("a history as far as it is loaded", () => {
  it("has no gap and nothing twice, however it grows, is looked at and is read on", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(10), fc.array(step), async (start, steps) => {
        const { list, add, latest } = growing()
        add(start)
        await list.older()
        for (const taken of steps) {
          if (taken.kind === "add") add(taken.count)
          else if (taken.kind === "show") list.show()
          else if (taken.kind === "look" || list.next.peek() !== undefined) await list[taken.kind]()
          const shown = numbers(list.entries.peek())
          const first = shown[0] ?? 0
          assert.deepStrictEqual(
            shown,
            shown.map((_, index) => first - index)
          )
          assert.strictEqual(list.next.peek(), (shown.at(-1) ?? 1) > 1 ? (shown.at(-1) ?? 1) - 1 : undefined)
        }
        await list.look()
        const [first = 0] = numbers(list.entries.peek())
        assert.strictEqual(list.waiting.peek(), Math.min(perPage, latest() - first))
        list.show()
        assert.deepStrictEqual([numbers(list.entries.peek())[0] ?? 0, list.waiting.peek()], [latest(), 0])
      })
    ))
})
