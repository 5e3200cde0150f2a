import { assert, describe, it } from "@effect/vitest"
import { paragraphsOf, styledRuns, unmarked } from "../../../src/deck/text/MarkdownRuns.ts"

const href = "https://acme.com/"

describe("Markdown's runs", () => {
  it("gives lines with bold words and links, and a list's items as bullets", () => {
    assert.deepStrictEqual(
      paragraphsOf("**Why** now\n\nSee [Acme](https://acme.com)\n- one\n- *two*\n\n• three\n1. four"),
      [
        { runs: [{ text: "Why", bold: true }, { text: " now" }] },
        { runs: [{ text: "See " }, { text: "Acme", href }] },
        { runs: [{ text: "one" }], bullet: true },
        { runs: [{ text: "two", italic: true }], bullet: true },
        { runs: [{ text: "three" }], bullet: true },
        { runs: [{ text: "1. " }, { text: "four" }] }
      ]
    )
  })

  it("strips the marks of a note, and styles a part of it again", () => {
    const note = "We **lost** [Acme](https://acme.com).\n- More to come."
    assert.strictEqual(unmarked(note), "We lost Acme.\nMore to come.")
    assert.deepStrictEqual(styledRuns("We lost Acme. More…", note), [
      { text: "We " },
      { text: "lost ", bold: true },
      { text: "Acme", href },
      { text: ". " },
      { text: "More…" }
    ])
  })
})
