import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { decimalSign } from "../../../src/shared/Quantities.ts"
import { parseNumber, writeNumber } from "../../../src/web/texts/values/NumberTexts.ts"

describe("Numbers", () => {
  it("are read with a decimal comma or point in any language", () => {
    const read = ["12,5", "12.5", " 12,50 ", "-3,25", "−3.25", "0,123", ".5", "7", "+7", "1e3", "-0.000001"]
    const values = [12.5, 12.5, 12.5, -3.25, -3.25, 0.123, 0.5, 7, 7, 1000, -0.000001]
    for (const decimal of [",", "."] as const) {
      assert.deepStrictEqual(
        read.map((text) => parseNumber(text, decimal)),
        values
      )
    }
  })

  it("are read with separators of thousands", () => {
    const read = ["1,234.5", "1.234,5", "1 234,5", "1'234.5", "1,234,567", "1.234.567"]
    assert.deepStrictEqual(
      read.map((text) => parseNumber(text, ".")),
      [1234.5, 1234.5, 1234.5, 1234.5, 1_234_567, 1_234_567]
    )
  })

  it("with a single separator before three digits are read as in the reader's language", () => {
    assert.deepStrictEqual(
      ([".", ","] as const).map((decimal) => [parseNumber("1,234", decimal), parseNumber("1.234", decimal)]),
      [
        [1234, 1.234],
        [1.234, 1234]
      ]
    )
  })

  it("are not read from other texts", () => {
    for (const text of [
      "",
      " ",
      "-",
      ".",
      ",",
      "twelve",
      "1,2,3",
      "1.2.3",
      "12,34.5",
      "1..2",
      "1e999",
      "5 %",
      "0x10"
    ]) {
      assert.isUndefined(parseNumber(text, "."), text)
      assert.isUndefined(parseNumber(text, ","), text)
    }
  })

  it("are read back as they were written", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => (value === 0 ? 0 : value)),
        fc.constantFrom("en", "de"),
        (value, language) => {
          const decimal = decimalSign(language)
          assert.strictEqual(parseNumber(writeNumber(value, decimal), decimal), value)
        }
      )
    )
  })
})
