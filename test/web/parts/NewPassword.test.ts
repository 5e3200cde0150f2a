import { assert, describe, it } from "@effect/vitest"
import { isValidLength, passwordFrom, randomBytesNeeded } from "../../../src/web/parts/dialogs/NewPassword.ts"

describe("A new password", () => {
  it("has every character with the same probability, in groups of five", () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const counts = Map.groupBy(passwordFrom(everyByte).replaceAll("-", ""), (letter) => letter)
    assert.deepStrictEqual(
      [...counts.values()].map(({ length }) => length),
      Array(32).fill(8)
    )
    assert.match(passwordFrom(everyByte.slice(0, randomBytesNeeded)), /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    assert.notMatch(passwordFrom(everyByte), /[lo01]/)
  })

  it("has 8 to 128 characters, counted as code points", () => {
    const lengths = [7, 8, 128, 129]
    assert.deepStrictEqual(
      lengths.map((length) => isValidLength("🔑".repeat(length))),
      [false, true, true, false]
    )
  })
})
