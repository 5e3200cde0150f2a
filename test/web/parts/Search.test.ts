import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { folded } from "../../../src/shared/NormalizedText.ts"
import {
  type Entry,
  entryKinds,
  inOrder,
  prepared,
  type SearchIndex,
  search
} from "../../../src/web/parts/search/Search.ts"

const entry = (title: string, fields: Partial<Entry> = {}): Entry => ({
  kind: "objective",
  title,
  within: [],
  id: title,
  teamId: "",
  objectiveId: "",
  ...fields
})

const indexed = (entries: ReadonlyArray<Entry>): SearchIndex => inOrder(prepared(entries))

const titles = (entries: ReadonlyArray<Entry>, query: string): ReadonlyArray<string> =>
  search(indexed(entries), query, 50).entries.map(({ title }) => title)

/** A search by its definition: each entry is rated by itself, and all are sorted. */
const naive = (entries: ReadonlyArray<Entry>, query: string, limit: number) => {
  const words = [...new Set(folded(query).split(" "))].filter(Boolean)
  const judged = entries.flatMap((one, at) => {
    const own = folded(one.title).split(" ")
    const outer = one.within.flatMap((title) => folded(title).split(" "))
    const scores = words.map((word) => {
      if (own.some((part) => part.startsWith(word))) return 0
      if (own.some((part) => part.includes(word))) return 1
      return outer.some((part) => part.includes(word)) ? 2 : Number.NaN
    })
    const score = scores.reduce((sum, each) => sum + each, 0)
    const isFound = !Number.isNaN(score) && scores.some((each) => each < 2)
    return isFound ? [{ one, key: [score, entryKinds.indexOf(one.kind), at] as const }] : []
  })
  judged.sort(({ key: left }, { key: right }) => left[0] - right[0] || left[1] - right[1] || left[2] - right[2])
  return { entries: judged.slice(0, limit).map(({ one }) => one), total: judged.length }
}

const word = fc.constantFrom("pay", "ments", "payments", "Á", "a", "ab", "ς", "Łódź", "שָׁלוֹם", "ΟΔΟΣ", "50", "c++")
const text = fc
  .array(word, { maxLength: 4 })
  .chain((words) => fc.constantFrom(" ", "-", "", " / ").map((between) => words.join(between)))
const entries = fc.array(
  fc.record({
    kind: fc.constantFrom(...entryKinds),
    title: text,
    within: fc.array(text, { maxLength: 2 }),
    id: fc.uuid(),
    teamId: fc.constant(""),
    objectiveId: fc.constant("")
  }),
  { maxLength: 30 }
)

describe("The search", () => {
  it("finds what a naive search finds, in the same order", () => {
    fc.assert(
      fc.property(entries, text, fc.nat(8), (all, query, limit) => {
        assert.deepStrictEqual(search(indexed(all), query, limit), naive(all, query, limit))
      })
    )
  })

  it("takes words in any order, and parts of words after their beginnings", () => {
    const all = ["Refunds in ten days", "Prefunding", "Ten refunds", "Refund"].map((title) => entry(title))
    assert.deepStrictEqual(titles(all, "refund"), ["Refunds in ten days", "Ten refunds", "Refund", "Prefunding"])
    assert.deepStrictEqual(titles(all, "ten REF"), ["Refunds in ten days", "Ten refunds"])
    assert.deepStrictEqual(titles(all, "ten nothing"), [])
    assert.deepStrictEqual(titles(all, " . "), [])
  })

  it("puts teams before objectives, and matches words of an entry's parents if at least one word is its own", () => {
    const all = [
      entry("Pay the bill", { kind: "initiative", within: ["Payments", "Invoices"] }),
      entry("Pay less", { within: ["Payments"] }),
      entry("Payments", { kind: "team" }),
      entry("Late", { within: ["Payments"] })
    ]
    assert.deepStrictEqual(titles(all, "pay"), ["Payments", "Pay less", "Pay the bill"])
    assert.deepStrictEqual(titles(all, "late payments"), ["Late"])
    assert.deepStrictEqual(titles(all, "invoices bill payments"), ["Pay the bill"])
  })

  it.each([
    ["Łódź", "lodz"],
    ["Ærø", "aero"],
    ["STRASSE", "straße"],
    ["Ένα ΟΔΟΣ", "ενα οδοσ"],
    ["Ёлка", "елка"],
    ["שָׁלוֹם", "שלום"],
    ["ﬁnance", "fi"],
    ["İstanbul", "istanbul"],
    ["Ångström", "ANGSTROM"],
    ["e\u0301".repeat(40), "éé"],
    [`x${"\u0301".repeat(2_000)}y`, "xy"]
  ])("finds %s by %s", (title, query) => {
    assert.deepStrictEqual(titles([entry(title)], query), [title])
  })

  it("says how many there are when it shows fewer", () => {
    const all = Array.from({ length: 70 }, (_, n) => entry(`Goal ${n}`))
    const { entries, total } = search(indexed(all), "goal", 50)
    assert.deepStrictEqual([entries.length, total], [50, 70])
  })
})
