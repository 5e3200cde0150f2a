import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { chunks, compress, join } from "../../src/http/handlers/CompressedParts.ts"

/** Well-formed text, like JSON. */
const texts = Arbitrary.array(
  Arbitrary.map(Arbitrary.schema(Schema.String), (text) => text.toWellFormed()),
  { maxLength: 20 }
)

const whole = (contents: ReadonlyArray<string>, encoding: "gzip" | "identity"): Buffer =>
  Buffer.concat([...chunks(join(contents.map(compress)), encoding)])

describe("Compressed parts", () => {
  it.prop("are one gzip stream together, and the content itself without an encoding", { texts }, ({ texts }) => {
    const content = texts.join("")
    assert.strictEqual(gunzipSync(whole(texts, "gzip")).toString(), Buffer.from(content).toString())
    assert.strictEqual(whole(texts, "identity").toString(), Buffer.from(content).toString())
  })

  it("may be long or empty", () => {
    const contents = ["a".repeat(200_000), "", "🎯".repeat(70_000), "b"]
    const sent = [...chunks(join(contents.map(compress)), "identity")]
    assert.isAbove(sent.length, 1)
    assert.strictEqual(gunzipSync(whole(contents, "gzip")).toString(), contents.join(""))
    assert.strictEqual(Buffer.concat(sent).toString(), contents.join(""))
  })
})
