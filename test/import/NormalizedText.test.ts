import { assert, describe, it } from "@effect/vitest"
import { containing } from "../../src/agents/tools/TitlesInTeam.ts"
import { indexOfReference } from "../../src/import/ImportReferences.ts"
import { inOrder, prepared, search } from "../../src/web/parts/search/Search.ts"

/** A title, and another way to write it. */
const rows = [
  ["Qualität: Größe & Straße", "QUALITAT: GROSSE & STRASSE"],
  ["Qualität", "Qualita\u0308t"],
  ["Łódź øre", "lodz ore"],
  ["Œuvre, cœur, æther", "oeuvre, coeur, aether"],
  ["Eﬃcient 10² ｋｐｉ", "efficient 102 KPI"],
  ["ΟΔΟΣ", "οδος"],
  ["İstanbul ıssız", "istanbul issiz"],
  ["STRAẞE", "strasse"],
  ["Ёлка Й", "елка и"],
  ["ｶﾞｽ", "ガス"],
  ["Việt Nam", "viet nam"]
] as const

describe("A title that is written otherwise", () => {
  it.each(rows)("%s, as %s, is found on the page and by agents, and matched by the import", (title, text) => {
    for (const [one, other] of [
      [title, text],
      [text, title]
    ] as const) {
      const entry = { kind: "objective", title: one, within: [], id: "", teamId: "", objectiveId: "" } as const
      assert.strictEqual(search(inOrder(prepared([entry])), other, 5).total, 1)
      assert.isTrue(containing(other)(one))
      assert.strictEqual(indexOfReference(["Another", one], other), 1)
    }
  })
})
