import { assert, describe, it } from "@effect/vitest"
import { chanceNeeded, isLongEnough, passwordOf } from "../../../src/web/parts/NewPassword.ts"

describe("A new password", () => {
  it("is made of chance alone: every letter is as likely as any other, in groups that can be read out", () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const counts = Map.groupBy(passwordOf(everyByte).replaceAll("-", ""), (letter) => letter)
    assert.deepStrictEqual(
      [...counts.values()].map(({ length }) => length),
      Array(32).fill(8)
    )
    assert.match(passwordOf(everyByte.slice(0, chanceNeeded)), /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    assert.notMatch(passwordOf(everyByte), /[lo01]/)
  })

  it("has 8 to 128 characters, counted as people do", () => {
    const lengths = [7, 8, 128, 129]
    assert.deepStrictEqual(
      lengths.map((length) => isLongEnough("🔑".repeat(length))),
      [false, true, true, false]
    )
  })
})
