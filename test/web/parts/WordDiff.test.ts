import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { type Part, wordDiff } from "../../../src/web/parts/WordDifference.ts"

const words = fc
  .array(fc.constantFrom("plan", "do", " ", "  ", "\n", "é", "日本語", ".", ",", "a", "👩‍👧"), {
    maxLength: 24
  })
  .map((parts) => parts.join(""))

const text = fc.oneof(words, fc.string({ unit: "binary" }))

const without = (kind: Part["kind"], parts: ReadonlyArray<Part>): string =>
  parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("")

describe("WordDiff", () => {
  it("holds both texts", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        assert.deepStrictEqual({ before: without("added", parts), after: without("removed", parts) }, { before, after })
      })
    )
  })

  it("has no empty part, and no two of a kind side by side", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        const faults = parts.filter((part, index) => part.text === "" || part.kind === parts[index - 1]?.kind)
        assert.deepStrictEqual(faults, [])
      })
    )
  })

  it("finds the word that was replaced", () => {
    assert.deepStrictEqual(wordDiff("Win ten customers soon", "Win twelve customers soon"), [
      { kind: "same", text: "Win " },
      { kind: "removed", text: "ten" },
      { kind: "added", text: "twelve" },
      { kind: "same", text: " customers soon" }
    ])
  })

  it("takes words replaced side by side as one piece", () => {
    assert.deepStrictEqual(wordDiff("one two three", "one four five"), [
      { kind: "same", text: "one " },
      { kind: "removed", text: "two three" },
      { kind: "added", text: "four five" }
    ])
  })

  it("shows what is added to a text alone, and what is taken from it", () => {
    const longer = "Win customers, and keep them"
    assert.deepStrictEqual(
      [wordDiff("Win customers", longer), wordDiff(longer, "Win customers")],
      [
        [
          { kind: "same", text: "Win customers" },
          { kind: "added", text: ", and keep them" }
        ],
        [
          { kind: "same", text: "Win customers" },
          { kind: "removed", text: ", and keep them" }
        ]
      ]
    )
  })

  it("takes texts of very many words as one piece between what they share", () => {
    const many = (word: string) => Array.from({ length: 2000 }, () => word).join(" ")
    assert.deepStrictEqual(wordDiff(`So: ${many("a")} end`, `So: ${many("b")} end`), [
      { kind: "same", text: "So: " },
      { kind: "removed", text: many("a") },
      { kind: "added", text: many("b") },
      { kind: "same", text: " end" }
    ])
  })
})
