import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { readCells } from "../../src/import/file/ImportCells.ts"
import { guarded, unguarded, writeCells } from "../../src/shared/Csv.ts"

/**
 * What a lenient program reads as cells: a quote at a cell's beginning opens a quoted part, and what follows the part belongs to
 * the cell as it stands.
 */
const lenientCells = (text: string, separator: string): ReadonlyArray<string> => {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\r\n]*)(?:[${separator}\r\n]|$)`, "g")
  return Array.from(text.matchAll(cell), ([, quoted = "", rest = ""]) => quoted.replaceAll('""', '"') + rest)
}

/** What a program reads that knows no quotes, or takes them all away. */
const cellsWithoutQuotes = (text: string, separator: string): ReadonlyArray<string> =>
  text.split(new RegExp(`[${separator}\r\n]`)).map((one) => one.replaceAll('"', ""))

/** Texts with every character that matters to a reader of cells. */
const cell = fc.string({
  unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", "é", " ", "=", "-", "'", "@", "|", "\u200D")
})

const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe("Cells", () => {
  it("are read as they were written", () => {
    fc.assert(
      fc.property(rows, (cells) => {
        assert.deepStrictEqual(readCells(writeCells(cells), ","), cells)
      })
    )
  })

  it("are read with any separator and line break, with a byte order mark or without", () => {
    const form = fc.record({
      separator: fc.constantFrom(",", ";", "\t"),
      eol: fc.constantFrom("\n", "\r\n", "\r"),
      begin: fc.constantFrom("", "\uFEFF"),
      end: fc.boolean()
    })
    fc.assert(
      fc.property(rows, form, (cells, { separator, eol, begin, end }) => {
        const text = cells.map((row) => row.map(quoted).join(separator)).join(eol)
        assert.deepStrictEqual(readCells(`${begin}${text}${end && cells.length > 0 ? eol : ""}`, separator), cells)
      })
    )
  })

  it("keep quotes inside a cell, and empty rows, so that row numbers are those of the spreadsheet", () => {
    assert.deepStrictEqual(readCells('"so called" one,5" pipe\n\n"open, two\n"a","b"x', ","), [
      ['"so called" one', '5" pipe'],
      [""],
      ['"open', " two"],
      ["a", '"b"x']
    ])
  })

  it("are protected from being run as formulas, wherever a program may see a cell begin, and are read back unchanged", () => {
    assert.strictEqual(guarded("=1+1"), "'=1+1")
    assert.strictEqual(guarded("a;=cmd|' /C calc'!A0\n-b"), "a;'=cmd|' /C calc'!A0\n'-b")
    assert.strictEqual(guarded("a - b | c"), "a - b | c")
    assert.deepStrictEqual(["|cmd", "a|=1", "a||=1", "\u200D=1", " \u2060\uFEFF+1", "\u202E@x"].map(guarded), [
      "'|cmd",
      "a|'=1",
      "a|'|'=1",
      "\u200D'=1",
      " \u2060\uFEFF'+1",
      "\u202E'@x"
    ])
    fc.assert(
      fc.property(cell, (text) => {
        assert.strictEqual(unguarded(guarded(text)), text)
        assert.notMatch(guarded(text), /(^|[;|\t\n\r])[=+\-@|]/)
      })
    )
  })

  it("hold no formula for any program, whichever separator it takes and however it reads quotes", () => {
    assert.strictEqual(guarded('foo;"=1+1'), "foo;\"'=1+1")
    const readers = [
      (text: string, separator: string) => readCells(text, separator).flat(),
      lenientCells,
      cellsWithoutQuotes
    ]
    fc.assert(
      fc.property(rows, fc.constantFrom(",", ";", "\t", "|"), fc.constantFrom(...readers), (cells, separator, read) => {
        const text = writeCells(cells.map((row) => row.map(guarded)))
        // At commas, a text with a comma is one cell only for those who know quotes.
        if (separator === "," && read === cellsWithoutQuotes) return
        for (const one of read(text, separator)) assert.notMatch(one, /^[\s\u200D]*[=+\-@|]/)
      }),
      { numRuns: 2_000 }
    )
  })
})
