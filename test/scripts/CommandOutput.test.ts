import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { printable } from "../../scripts/admin/CommandOutput.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\u001B", "\u009B", "\u007F", "\r", "\n", "\t", "\u202E", "\u2069", "[31m", "é", "👍🏽")
  })
)

const isObeyed = (character: string): boolean => {
  const code = character.charCodeAt(0)
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0)
  return (
    (isControl && !"\n\t".includes(character)) ||
    "\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069".includes(character)
  )
}

describe("What commands print", () => {
  it("has nothing that a terminal obeys but line breaks and tabs", () => {
    fc.assert(fc.property(text, (some) => !Array.from(printable(some)).some(isObeyed)))
    assert.strictEqual(printable("a\u001B[31m\u009B2J\u202Eb\tc\n"), "a\\u001b[31m\\u009b2J\\u202eb\tc\n")
  })

  it("is the same JSON document", () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), (some) => {
        assert.deepStrictEqual(JSON.parse(printable(JSON.stringify(some))), some)
      })
    )
  })

  it.effect("does not pass on what a name contains, in a result or an error", () =>
    Effect.gen(function* () {
      const env = { DATA_DIR: yield* madeFolder }
      yield* run(["users", "add", "ada", "--role", "admin", "--generate"], env)
      const cases = [
        [["users", "delete", "\u001B[2Jada"], "\\u001b[2Jada"],
        [["sample", "--name", "Plans\u202E2027"], "Plans\\u202e2027"]
      ] as const
      for (const [line, shown] of cases) {
        const { stdout, stderr } = yield* run(line, env)
        assert.isFalse(Array.from(stdout + stderr).some(isObeyed), line[0])
        assert.include(stdout + stderr, shown)
      }
    }).pipe(Effect.scoped)
  )
})
