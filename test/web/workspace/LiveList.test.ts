import { assert, describe, it } from "@effect/vitest"
import { effect } from "@preact/signals"
import fc from "fast-check"
import { liveList } from "../../../src/web/workspace/live/LiveList.ts"

const items = fc.uniqueArray(fc.record({ id: fc.constantFrom("a", "b", "c", "d"), text: fc.constantFrom("x", "y") }), {
  selector: ({ id }) => id
})

describe("A live list", () => {
  it("has the items of the last update, and notifies only readers of items that differ", () => {
    fc.assert(
      fc.property(fc.array(items, { minLength: 1 }), (versions) => {
        const list = liveList<{ readonly id: string; readonly text: string }>()
        let before: (typeof versions)[number] = []
        for (const version of versions) {
          const notified: Array<string> = []
          const stops = before.map(({ id }) =>
            effect(() => {
              if (list.byId.get(id)?.value !== undefined) notified.push(id)
            })
          )
          notified.length = 0
          list.update(version)
          for (const stop of stops) stop()
          const textBefore = new Map(before.map(({ id, text }) => [id, text]))
          const different = version.filter(({ id, text }) => textBefore.get(id) !== text).map(({ id }) => id)
          assert.deepStrictEqual(
            notified,
            different.filter((id) => textBefore.has(id))
          )
          assert.deepStrictEqual(
            list.ids.value.map((id) => list.byId.get(id)?.value),
            version
          )
          assert.strictEqual(list.byId.size, version.length)
          before = version
        }
      })
    )
  })
})
