import { assert, describe, it } from "@effect/vitest"
import {
  type BoardFilter,
  everything,
  filterOf,
  isEverything,
  passes,
  queryOf
} from "../../../../src/web/features/board/BoardFilter.ts"
import { objective } from "../Objectives.ts"

const only = (filter: Partial<BoardFilter>): BoardFilter => ({ ...everything, ...filter })

const titles = (filter: Partial<BoardFilter>): ReadonlyArray<string> =>
  [
    objective({ title: "Größe zählt", status: "at_risk", principles: ["p1"] }),
    objective({ title: "Refunds in a day", description: "On paper", principles: ["p1", "p2"] }),
    objective({ title: "Invoices", status: "missed" })
  ]
    .filter(passes(only(filter)))
    .map(({ title }) => title)

describe("a board's filter", () => {
  it("finds every word, whatever its case and accents, in the title and in what is below it", () => {
    assert.deepStrictEqual(titles({ text: "ZAHLT grosse" }), [])
    assert.deepStrictEqual(titles({ text: "zahlt GRÖ" }), ["Größe zählt"])
    assert.deepStrictEqual(titles({ text: " paper  day " }), ["Refunds in a day"])
    assert.deepStrictEqual(titles({ text: "paper invoices" }), [])
  })

  it("takes any of the statuses, and one principle or none", () => {
    assert.deepStrictEqual(titles({ statuses: ["missed", "at_risk"] }), ["Größe zählt", "Invoices"])
    assert.deepStrictEqual(titles({ principle: "p1" }), ["Größe zählt", "Refunds in a day"])
    assert.deepStrictEqual(titles({ principle: "p1", statuses: ["at_risk"] }), ["Größe zählt"])
    assert.deepStrictEqual(titles({ principle: "none" }), ["Invoices"])
    assert.deepStrictEqual(titles({}), ["Größe zählt", "Refunds in a day", "Invoices"])
  })

  it("is what the address says, and the address says nothing when everything is shown", () => {
    const filter = only({ text: "a & b = ü?", statuses: ["draft", "missed"], principle: "none" })
    assert.deepStrictEqual(filterOf(queryOf(filter)), filter)
    assert.strictEqual(queryOf(only({ text: "  " })), "")
    assert.isTrue(isEverything(only({ text: "  " })))
    assert.isFalse(isEverything(filter))
    assert.deepStrictEqual(filterOf("?status=missed,nonsense&other=1"), only({ statuses: ["missed"] }))
  })
})
