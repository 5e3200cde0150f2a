import { assert, describe, it } from "@effect/vitest"
import {
  type BoardFilter,
  filterOf,
  isEmptyFilter,
  matcherOf,
  noFilter,
  queryOf
} from "../../../../src/web/features/board/BoardFilter.ts"
import { objective } from "../Objectives.ts"

const only = (filter: Partial<BoardFilter>): BoardFilter => ({ ...noFilter, ...filter })

const titles = (filter: Partial<BoardFilter>): ReadonlyArray<string> =>
  [
    objective({ title: "Größe zählt", status: "at_risk", principles: ["p1"] }),
    objective({ title: "Refunds in a day", description: "On paper", owner: "Émile Roux", principles: ["p1", "p2"] }),
    objective({ title: "Invoices", status: "missed", startDate: "2027-04-01", dueDate: "2027-06-30" })
  ]
    .filter(matcherOf(only(filter), { isOwn: (owner) => owner === "Émile Roux", today: "2027-02-28" }))
    .map(({ title }) => title)

describe("The filter of a board", () => {
  it("matches when each word is in the objective's texts, without regard to case and accents", () => {
    assert.deepStrictEqual(titles({ text: "ZAHLT grosse" }), ["Größe zählt"])
    assert.deepStrictEqual(titles({ text: "zahlt GRÖ" }), ["Größe zählt"])
    assert.deepStrictEqual(titles({ text: " paper  day " }), ["Refunds in a day"])
    assert.deepStrictEqual(titles({ text: "emile" }), ["Refunds in a day"])
    assert.deepStrictEqual(titles({ text: "paper invoices" }), [])
  })

  it("matches what the user owns", () => {
    assert.deepStrictEqual(titles({ isMine: true }), ["Refunds in a day"])
    assert.deepStrictEqual(titles({ isMine: true, statuses: ["missed"] }), [])
  })

  it("matches any of the chosen statuses, and a principle or none", () => {
    assert.deepStrictEqual(titles({ statuses: ["missed", "at_risk"] }), ["Größe zählt", "Invoices"])
    assert.deepStrictEqual(titles({ principle: "p1" }), ["Größe zählt", "Refunds in a day"])
    assert.deepStrictEqual(titles({ principle: "p1", statuses: ["at_risk"] }), ["Größe zählt"])
    assert.deepStrictEqual(titles({ principle: "none" }), ["Invoices"])
    assert.deepStrictEqual(titles({}), ["Größe zählt", "Refunds in a day", "Invoices"])
  })

  it("matches what runs in a period, named by itself or from today, or has none", () => {
    assert.deepStrictEqual(titles({ period: "this-quarter" }), ["Größe zählt", "Refunds in a day"])
    assert.include(titles({ period: "Q2 2027" }), "Invoices")
    assert.deepStrictEqual(titles({ period: "none" }), ["Größe zählt", "Refunds in a day"])
  })

  it("survives the way through the URL's query, which is empty for the empty filter", () => {
    const filter = only({
      text: "a & b = ü?",
      statuses: ["draft", "missed"],
      principle: "none",
      isMine: true,
      period: "Q1 2027",
      isGrouped: true
    })
    assert.deepStrictEqual(filterOf(queryOf(filter)), filter)
    assert.strictEqual(queryOf(only({ text: "  " })), "")
    assert.isTrue(isEmptyFilter(only({ text: "  " })))
    assert.isFalse(isEmptyFilter(filter))
    assert.deepStrictEqual(
      filterOf("?status=missed,nonsense&other=1&period=soon&group=x"),
      only({ statuses: ["missed"] })
    )
  })
})
