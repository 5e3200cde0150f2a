import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { type Part, wordDiff } from "../../../src/web/parts/fields/WordDiffParts.ts"

const words = fc
  .array(fc.constantFrom("plan", "do", " ", "  ", "\n", "é", "日本語", ".", ",", "a", "👩‍👧"), {
    maxLength: 24
  })
  .map((parts) => parts.join(""))

const text = fc.oneof(words, fc.string({ unit: "binary" }))

const without = (kind: Part["kind"], parts: ReadonlyArray<Part>): string =>
  parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("")

describe("A diff of words", () => {
  it("contains both texts", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        assert.deepStrictEqual({ before: without("added", parts), after: without("removed", parts) }, { before, after })
      })
    )
  })

  it("has no empty part and no adjacent parts of the same kind", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        const faults = parts.filter((part, index) => part.text === "" || part.kind === parts[index - 1]?.kind)
        assert.deepStrictEqual(faults, [])
      })
    )
  })

  it("shows a replaced word", () => {
    assert.deepStrictEqual(wordDiff("Win ten customers soon", "Win twelve customers soon"), [
      { kind: "same", text: "Win " },
      { kind: "removed", text: "ten" },
      { kind: "added", text: "twelve" },
      { kind: "same", text: " customers soon" }
    ])
  })

  it("joins adjacent replaced words into one part", () => {
    assert.deepStrictEqual(wordDiff("one two three", "one four five"), [
      { kind: "same", text: "one " },
      { kind: "removed", text: "two three" },
      { kind: "added", text: "four five" }
    ])
  })

  it("shows only the words added to a text or removed from it", () => {
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

  it("shows very long texts as one replacement between their common beginning and end", () => {
    const many = (word: string) => Array.from({ length: 2000 }, () => word).join(" ")
    assert.deepStrictEqual(wordDiff(`So: ${many("a")} end`, `So: ${many("b")} end`), [
      { kind: "same", text: "So: " },
      { kind: "removed", text: many("a") },
      { kind: "added", text: many("b") },
      { kind: "same", text: " end" }
    ])
  })
})
