import { assert, describe, it } from "@effect/vitest"
import { strToU8, unzipSync, zipSync } from "fflate"
import { make } from "../../src/deck/Pipeline.ts"
import { receiptIn, receiptKey, receiptPart } from "../../src/deck/Receipt.ts"
import { sample } from "./SampleDeck.ts"

const [key, other] = [receiptKey("a database's key"), receiptKey("another database's key")]
const source = { event: 4711, logHash: "h".repeat(43), key }

const { bytes } = await make({ ...sample, receipt: source })
const parts = unzipSync(bytes)
const text = new TextDecoder().decode(parts[receiptPart])

/** The deck with some parts replaced, packed as any program may pack it. */
const withParts = (changed: Record<string, string>) =>
  zipSync({ ...parts, ...Object.fromEntries(Object.entries(changed).map(([name, xml]) => [name, strToU8(xml)])) })

const without = (name: string) => zipSync(Object.fromEntries(Object.entries(parts).filter(([each]) => each !== name)))

const files: ReadonlyArray<readonly [string, Uint8Array, boolean]> = [
  ["as it was made", bytes, true],
  ["packed anew", zipSync(parts), true],
  ["with another slide", withParts({ "ppt/slides/slide1.xml": "<p:sld/>" }), false],
  ["with one part more", withParts({ "ppt/media/image1.svg": "<svg/>" }), false],
  ["with one part less", without("ppt/tableStyles.xml"), false],
  ["with another event", withParts({ [receiptPart]: text.replace("event 4711", "event 4710") }), false],
  ["with another hash of the log", withParts({ [receiptPart]: text.replace("log hh", "log gg") }), false]
]

describe("Receipt", () => {
  for (const [name, file, isUnedited] of files) {
    it(`of a deck ${name}`, () => {
      const receipt = receiptIn(file)
      assert.isObject(receipt)
      if (typeof receipt === "string") return
      assert.deepStrictEqual([receipt.isFrom(key), receipt.isUnedited(key)], [true, isUnedited])
      assert.deepStrictEqual([receipt.isFrom(other), receipt.isUnedited(other)], [false, false])
    })
  }

  it("names what has none", async () => {
    assert.strictEqual(receiptIn(without(receiptPart)), "no receipt")
    assert.strictEqual(receiptIn((await make(sample)).bytes), "no receipt")
    assert.strictEqual(receiptIn(zipSync({ "word/document.xml": strToU8("<w:document/>") })), "not a deck")
    assert.strictEqual(receiptIn(strToU8("no archive")), "not a deck")
  })

  it("takes twins of a part as an edit", () => {
    const [name, twin] = ["ppt/slides/slide1.xml", "ppt/slides/slide2.xml"]
    const renamed = Buffer.from(bytes).toString("latin1").replaceAll(twin, name)
    const receipt = receiptIn(new Uint8Array(Buffer.from(renamed, "latin1")))
    assert.isFalse(typeof receipt === "string" || receipt.isUnedited(key))
  })
})
