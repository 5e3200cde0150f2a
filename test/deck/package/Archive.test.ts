import { assert, describe, it } from "@effect/vitest"
import JSZip from "jszip"
import { entriesOf } from "./lint/Archive.ts"
import { type Parts, read, write } from "./Parts.ts"

const parts = (...entries: ReadonlyArray<readonly [string, string | Uint8Array]>): Parts => new Map(entries)

describe("An archive", () => {
  it("returns what was written, texts and bytes", () => {
    const written = parts(["b.xml", "ü 😀"], ["a/c.rels", ""], ["d.xlsx", Buffer.from([0, 255, 1])])
    assert.deepStrictEqual([...read(write(written))].sort(), [...written].sort())
  })

  it("can be read by other programs", async () => {
    const long = "abc".repeat(40_000)
    const bytes = write(parts(["x/long.xml", long], ["bytes.bin", new Uint8Array([7])]))
    const zip = await JSZip.loadAsync(bytes, { checkCRC32: true })
    assert.strictEqual(await zip.file("x/long.xml")?.async("string"), long)
    assert.deepStrictEqual(await zip.file("bytes.bin")?.async("array"), [7])
    assert.isBelow(bytes.length, 1_000)
  })

  it("has a fixed order and no dates, however it was made", () => {
    const one = write(parts(["b.xml", "1"], ["[Content_Types].xml", "2"], ["_rels/.rels", "3"]))
    const other = write(parts(["_rels/.rels", "3"], ["b.xml", "1"], ["[Content_Types].xml", "2"]))
    assert.deepStrictEqual(one, other)
    assert.deepStrictEqual(entriesOf(one), [
      { name: "[Content_Types].xml", time: 0, date: 0x21 },
      { name: "_rels/.rels", time: 0, date: 0x21 },
      { name: "b.xml", time: 0, date: 0x21 }
    ])
  })
})
