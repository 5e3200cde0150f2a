import { assert, describe, it } from "@effect/vitest"
import { deckFile } from "../../src/deck/package/DeckFile.ts"
import { lint } from "./Linter.ts"
import { rawDeck } from "./package/RawDeck.ts"
import { plan } from "./package/SmallPlan.ts"

describe("Linter", async () => {
  const deck = await deckFile(plan)

  it("finds no fault in a good deck", async () => {
    assert.deepStrictEqual(lint(deck), [])
  })

  it("finds what PptxGenJS gets wrong", async () => {
    const faults = lint(await rawDeck()).filter((fault) => !fault.includes("zip:"))
    const [found, numbered] = [faults.map((fault) => fault.replaceAll(/\d+/g, "#")), faults]
    assert.include(numbered, "content types: ppt/slideMasters/slideMaster2.xml does not exist")
    assert.includeMembers(found, [
      "ppt/presentation.xml: p:notesMasterIdLst comes too late in p:presentation",
      "ppt/theme/theme#.xml serves two masters",
      "sections do not list every slide once, in order",
      "docProps/core.xml: no dc:language",
      "docProps/app.xml: has other slide titles",
      "ppt/slides/slide#.xml: shape id # is there twice",
      "ppt/slides/slide#.xml: # paragraphs have their properties after a run",
      "ppt/slides/slide#.xml: object # (Shape #) has no alt text",
      "ppt/slides/slide#.xml: object # (Text #) is empty",
      "ppt/slideLayouts/slideLayout#.xml: placeholder title # fills nothing",
      "ppt/charts/chart#.xml: axis # does not exist",
      "ppt/charts/chart#.xml: shows # where B# is empty",
      "ppt/slides/slide#.xml: a table has lines of its own",
      "ppt/charts/chart#.xml: Arial is not the theme's font"
    ])
  })
})
