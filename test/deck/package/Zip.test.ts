import { assert, describe, it } from "@effect/vitest"
import JSZip from "jszip"
import { zip } from "../../../src/deck/package/Zip.ts"
import { entriesOf } from "./lint/Archive.ts"
import { type Parts, read, write } from "./Parts.ts"

const parts = (...entries: ReadonlyArray<readonly [string, string | Uint8Array]>): Parts => new Map(entries)

describe("Zip", () => {
  it("returns what was written, texts and bytes", async () => {
    const written = parts(["b.xml", "ü 😀"], ["a/c.rels", ""], ["d.xlsx", Buffer.from([0, 255, 1])])
    assert.deepStrictEqual([...read(write(written))].sort(), [...written].sort())
  })

  it("can be read by other programs", async () => {
    const long = "abc".repeat(40_000)
    const zip = await JSZip.loadAsync(write(parts(["x/long.xml", long], ["bytes.bin", new Uint8Array([7])])), {
      checkCRC32: true
    })
    assert.strictEqual(await zip.file("x/long.xml")?.async("string"), long)
    assert.deepStrictEqual(await zip.file("bytes.bin")?.async("array"), [7])
  })

  it("makes each part when it is written, and stores uncompressed what need not be compressed", async () => {
    const made: Array<string> = []
    const part = (name: string) => [name, () => `${made.push(name)}`] as const
    const bytes = zip([part("c"), part("a"), part("b")], { compressed: false })
    assert.deepStrictEqual(made, ["a", "b", "c"])
    assert.include(Buffer.from(bytes).toString("latin1"), "a1PK")
    const read = await JSZip.loadAsync(bytes, { checkCRC32: true })
    assert.strictEqual(await read.file("c")?.async("string"), "3")
  })

  it("has a fixed order and no dates, however it was made", async () => {
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
