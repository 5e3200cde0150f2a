import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { DeckInput } from "../../src/deck/Input.ts"
import { make } from "../../src/deck/Pipeline.ts"
import { lint } from "./Linter.ts"
import { anySmallInput, inputs } from "./Teams.ts"

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const bytesOf = async (input: DeckInput): Promise<Uint8Array> => (await make(input)).bytes

const cases: ReadonlyArray<readonly [string, DeckInput]> = Object.entries(inputs)

describe("a whole deck", () => {
  it.each(cases)("is a valid package with the same bytes each time: %s", async (_, input) => {
    const deck = await bytesOf(input)
    assert.deepStrictEqual(lint(deck), [])
    assert.strictEqual(hash(await bytesOf(input)), hash(deck))
  })

  it("is a valid package for any team", async () => {
    const check = async (input: DeckInput) => assert.deepStrictEqual(lint(await bytesOf(input)), [])
    await fc.assert(fc.asyncProperty(anySmallInput, check), { numRuns: 50, seed: 3, endOnFailure: true })
  })
})
