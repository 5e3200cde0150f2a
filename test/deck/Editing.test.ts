import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { initiativeMarks, objectiveMarks } from "../../src/deck/facts/StatusFacts.ts"
import type { DeckInput } from "../../src/deck/Input.ts"
import * as Pipeline from "../../src/deck/Pipeline.ts"
import { colorXml } from "../../src/deck/templates/SchemeColors.ts"
import {
  addColumn,
  addRow,
  deleteColumn,
  deleteRow,
  type Grid,
  gridOf,
  moveColumn,
  moveRow,
  withGrid
} from "./editing/TableEditor.ts"
import { replaced, xmlOf } from "./editing/XmlWriter.ts"
import { lint } from "./Linter.ts"
import { numbered, open } from "./package/lint/Package.ts"
import { type Element, named, textOf } from "./package/lint/Xml.ts"
import { read, write } from "./package/Parts.ts"
import { inputs } from "./Teams.ts"

const within = (place: number, count: number): number => Math.min(count - 1, Math.floor(place * count))

/** The edits, each at two places given as shares of the rows or columns; a table keeps at least one row and one column. */
const edits: Readonly<Record<string, (grid: Grid, one: number, other: number) => Grid>> = {
  "delete a row": (grid, one) => (grid.rows.length < 2 ? grid : deleteRow(grid, within(one, grid.rows.length))),
  "delete a column": (grid, one) =>
    grid.widths.length < 2 ? grid : deleteColumn(grid, within(one, grid.widths.length)),
  "add a row": (grid, one) => addRow(grid, within(one, grid.rows.length)),
  "add a column": (grid, one) => addColumn(grid, within(one, grid.widths.length)),
  "move a row": (grid, one, other) => moveRow(grid, within(one, grid.rows.length), within(other, grid.rows.length)),
  "move a column": (grid, one, other) =>
    moveColumn(grid, within(one, grid.widths.length), within(other, grid.widths.length))
}

const marks = new Set(
  [...Object.values(objectiveMarks), ...Object.values(initiativeMarks)].map(
    ({ glyph, color }) => glyph + colorXml(color)
  )
)

/** Whether a run is a mark: a glyph in a status' colour, without a link. */
const isMark = (run: Element): boolean =>
  named(run, "a:hlinkClick").length === 0 &&
  named(run, "a:schemeClr", "a:srgbClr").some(({ name, attributes }) =>
    marks.has(`${textOf(run).trim()}<${name} val="${attributes.val}"/>`)
  )

/** Marks without words after them in the same paragraph: moved elsewhere they would mean nothing, or something else. */
const wordless = (root: Element): ReadonlyArray<string> =>
  named(root, "a:p").flatMap((paragraph) => {
    const runs = named(paragraph, "a:r")
    const last = runs.findLastIndex(isMark)
    const after = runs.slice(last + 1).map(textOf)
    return last < 0 || after.some((text) => /[\p{L}\p{N}]/u.test(text)) ? [] : [textOf(paragraph)]
  })

/** The texts of each row, by the words of the column's header. */
const saidIn = (table: Element): ReadonlyArray<ReadonlyArray<string>> =>
  named(table, "a:tr").map((row) => named(row, "a:tc").map(textOf))

const tablesOf = (bytes: Uint8Array): ReadonlyArray<Element> => {
  const pack = open(bytes)
  return numbered(pack, "ppt/slides").flatMap((part) => named(pack.roots.get(part), "a:tbl"))
}

/** The deck with all its tables edited, written as another program would write it. */
const edited = (bytes: Uint8Array, change: (grid: Grid) => Grid): Uint8Array => {
  const { roots } = open(bytes)
  const parts = read(bytes)
  for (const [name, root] of roots) {
    if (!name.startsWith("ppt/slides/slide")) continue
    const changed = replaced(root, "a:tbl", (table) => withGrid(table, change(gridOf(table))))
    parts.set(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xmlOf(changed)}`)
  }
  return write(parts)
}

const someEdits = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.keys(edits)),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true })
  ),
  {
    minLength: 1,
    maxLength: 8
  }
)

const decks: ReadonlyArray<readonly [string, DeckInput]> = [
  ["quarter", inputs.quarter],
  ["hebrew", inputs.hebrew],
  ["sample", inputs.sample]
]

const made = new Map<DeckInput, Promise<{ readonly bytes: Uint8Array }>>()

/** The deck, made once for all who change it. */
const deckOf = (input: DeckInput) => {
  const deck = made.get(input) ?? Pipeline.make(input)
  made.set(input, deck)
  return deck
}

describe("A deck that people edit", () => {
  it.each(decks)("is written again as it was where nothing is changed: %s", async (_, input) => {
    const { bytes } = await deckOf(input)
    const again = edited(bytes, (grid) => grid)
    assert.deepStrictEqual(lint(again), [])
    assert.deepStrictEqual(tablesOf(again).map(saidIn), tablesOf(bytes).map(saidIn))
    assert.isAtLeast(tablesOf(bytes).length, 5)
  })

  it.each(decks)(
    "has each mark beside its word, whatever rows and columns are deleted, added and moved: %s",
    async (_, input) => {
      const { bytes } = await deckOf(input)
      assert.deepStrictEqual(tablesOf(bytes).flatMap(wordless), [])
      fc.assert(
        fc.property(someEdits, (list) => {
          const changed = edited(bytes, (grid) =>
            list.reduce((current, [name, one, other]) => edits[name]?.(current, one, other) ?? current, grid)
          )
          assert.deepStrictEqual(tablesOf(changed).flatMap(wordless), [])
          assert.deepStrictEqual(lint(changed), [])
        }),
        { numRuns: 10 }
      )
    }
  )

  it.each(decks)("keeps in each row what it said: %s", async (_, input) => {
    const { bytes } = await deckOf(input)
    const before = tablesOf(bytes).map(saidIn)
    const turned = tablesOf(edited(bytes, (grid) => moveRow(deleteRow(grid, 1), grid.rows.length - 2, 0))).map(saidIn)
    for (const [at, rows] of turned.entries()) {
      const known = new Set((before[at] ?? []).map((row) => row.join("\n")))
      assert.deepStrictEqual(
        rows.filter((row) => !known.has(row.join("\n"))),
        []
      )
    }
  })
})
