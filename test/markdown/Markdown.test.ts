import { assert, describe, it } from "@effect/vitest"
import { type Block, blocksOf, type Inline } from "../../src/markdown/Markdown.ts"
import { withoutMarks } from "../../src/markdown/Marks.ts"

/** A line's parts, short: `*…*` bold, `/…/` italic, `{text → address}` a link, `|` a line break. */
const lineText = (parts: ReadonlyArray<Inline>): string =>
  parts
    .map((part) => {
      if (part.kind === "text") return part.text.replaceAll("\n", "|")
      const inner = lineText(part.parts)
      if (part.kind === "link") return `{${inner} → ${part.href}}`
      return part.kind === "strong" ? `*${inner}*` : `/${inner}/`
    })
    .join("")

const shown = (block: Block): unknown => {
  if (block.kind === "gap") return block.lines
  if (block.kind === "lines") return lineText(block.parts)
  return [block.first ?? "•", ...block.items.map((item) => item.map(shown))]
}

const read = (text: string): ReadonlyArray<unknown> => blocksOf(text).map(shown)

describe("Markdown", () => {
  it.each([
    ["**Bold**, *italic*, __bold__ and ***both***", ["*Bold*, /italic/, *bold* and /*both*/"]],
    ["a snake_case_name, 2 * 3 * 4, 5*6", ["a snake_case_name, 2 * 3 * 4, 5*6"]],
    ["one\ntwo\n\n\n**three**", ["one|two", 2, "*three*"]],
    ["Plan:\n- a\n- **b**\n  1. c\n\nend", ["Plan:", ["•", ["a"], ["*b*", [1, ["c"]]]], 1, "end"]],
    ["3. c\n4. d", [[3, ["c"], ["d"]]]],
    ["- a\n\n- b", [["•", ["a", 1], ["b"]]]],
    ["[Acme](https://acme.com/a_(b)?c&d)", ["{Acme → https://acme.com/a_(b)?c&d}"]],
    ["see https://a.com/b_c_d.", ["see {https://a.com/b_c_d → https://a.com/b_c_d}."]],
    ["www.a.com, ada@a.com", ["{www.a.com → http://www.a.com/}, {ada@a.com → mailto:ada@a.com}"]]
  ])("shows links, bold, italics, lists and line breaks of %j", (text, expected) => {
    assert.deepStrictEqual(read(text), expected)
  })

  it.each([
    "# Head\ntext\n---\n    code",
    "> quote",
    "```\n*code*\n```",
    "`*code*` ~~gone~~ ![image](http://a.com/b.png)",
    "<b>*</b> &amp; <script>alert(1)</script> <!-- * -->",
    "[x](javascript:alert(1)) [y](data:text/html,z) [z](/account) [w](file:///etc/passwd)",
    "[x](JaVaScRiPt:alert(1)) [y]( java\u0000script:a)",
    "| a | b |\n|---|---|",
    "[ ] to do"
  ])("shows the rest as it was typed: %j", (text) => {
    assert.deepStrictEqual(read(text).join("|"), text.replaceAll("\n", "|"))
  })

  it("shows what is nested too deep as it was typed", () => {
    const depth = (block: Block | Inline): number =>
      1 + Math.max(0, ...("parts" in block ? block.parts : "items" in block ? block.items.flat() : []).map(depth))
    for (const [open, close] of [
      ["_a ", "_"],
      ["*a _b ", "_ *"],
      ["*[a ", "](https://a.b)*"]
    ] as const) {
      const count = Math.floor(7_900 / (open.length + close.length))
      const nested = blocksOf(`${open.repeat(count)}x${close.repeat(count)}`)
      assert.isAtMost(Math.max(...nested.map(depth)), 10, open)
    }
  })

  it.each([
    [
      "**Blocked** by *legal*: [the contract](https://a.b/c), see https://a.b",
      "Blocked by legal: the contract, see https://a.b"
    ],
    ["2 * 3 * 4, a_b_c, [x] (y)", "2 * 3 * 4, a_b_c, [x] (y)"]
  ])("of %j is plain text without its marks", (text, plain) => {
    assert.strictEqual(withoutMarks(text), plain)
  })

  it("bounds the time and the depth of hostile texts", () => {
    const parts = [
      "[",
      "*",
      "*a",
      "*a **b ",
      "[a](b ",
      "1. ",
      "- ",
      "> ",
      "- a\n  - b\n",
      " - a\n\n",
      "<!--",
      "https://a.b/("
    ]
    for (const part of parts) {
      for (const length of [7_900, 65_536]) {
        const before = performance.now()
        assert.isAtLeast(blocksOf(part.repeat(length / part.length)).length, 1)
        assert.isBelow(performance.now() - before, 2_000, `${part} × ${length}`)
      }
    }
  })
})
