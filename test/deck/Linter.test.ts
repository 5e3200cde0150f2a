import { assert, describe, it } from "@effect/vitest"
import JSZip from "jszip"
import { deckFile } from "../../src/deck/package/DeckFile.ts"
import { lint } from "./Linter.ts"
import { broken, renamedEntry } from "./package/Broken.ts"
import { deckFaults } from "./package/DeckFaults.ts"
import { rawDeck } from "./package/RawDeck.ts"
import { plan } from "./package/SmallPlan.ts"

describe("Linter", async () => {
  const deck = await deckFile(plan)

  it("finds no fault in a good deck", async () => {
    assert.deepStrictEqual(lint(deck), [])
  })

  it.each(deckFaults)("finds %s", async (_, change, faults) => {
    const found = lint(await broken(deck, change))
    // The messages of parsers are not compared; a part that cannot be read has other faults too.
    if (faults.length === 1 && faults[0]?.endsWith(":")) assert.isTrue(found[0]?.startsWith(faults[0]), found[0])
    else assert.deepStrictEqual(found, faults)
  })

  it("finds an entry that is there twice", async () => {
    const twice = renamedEntry(deck, "ppt/slides/slide2.xml", "ppt/slides/slide1.xml")
    assert.include(lint(twice), "zip: ppt/slides/slide1.xml is there twice")
  })

  it("finds directories, dates and a wrong order in the zip", async () => {
    const zip = new JSZip()
    const good = await JSZip.loadAsync(deck)
    zip.folder("ppt")
    for (const name of Object.keys(good.files).toReversed()) {
      zip.file(name, await good.files[name]!.async("uint8array"), { createFolders: false })
    }
    const faults = lint(await zip.generateAsync({ type: "uint8array" }))
    assert.deepStrictEqual(faults.slice(0, 3), [
      "zip: ppt/ is a directory",
      "zip: ppt/ is out of order",
      "zip: ppt/ has a date"
    ])
    assert.lengthOf(faults, 3 + Object.keys(good.files).length)
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
