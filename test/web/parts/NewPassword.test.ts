import { assert, describe, it } from "@effect/vitest"
import { isValidLength } from "../../../src/web/parts/dialogs/NewPassword.ts"

describe("A new password", () => {
  it("has 8 to 128 characters, counted as code points", () => {
    const lengths = [7, 8, 128, 129]
    assert.deepStrictEqual(
      lengths.map((length) => isValidLength("🔑".repeat(length))),
      [false, true, true, false]
    )
  })
})
