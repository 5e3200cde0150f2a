import { assert, describe, it } from "@effect/vitest"
import { makeFlashes } from "../../../src/web/workspace/Flashes.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"

/** Flashes whose timers all run at `pass`. */
const flashesWithClock = () => {
  let timers: Array<() => void> = []
  const after = (_: number, run: () => void) => {
    timers.push(run)
    return () => {
      timers = timers.filter((timer) => timer !== run)
    }
  }
  const flashes = makeFlashes(makeLifetime(after))
  const show = (count: number, actorName: string, token: { readonly tokenName?: string } = {}): void => {
    for (let each = 0; each < count; each++) flashes.show(`${actorName} ${each}`, undefined, { actorName, ...token })
  }
  return {
    show,
    shown: (count: number, actorName: string) =>
      Array.from({ length: count }, (_, each) => flashes.of(`${actorName} ${each}`).peek()).filter(Boolean).length,
    pass: () => {
      for (const timer of timers.splice(0)) timer()
    }
  }
}

describe("Flashes", () => {
  it("end for whoever changes more than a person could by hand, and only meanwhile", () => {
    const { show, shown, pass } = flashesWithClock()
    show(10, "bob")
    show(2, "eve")
    assert.deepStrictEqual([shown(10, "bob"), shown(2, "eve")], [10, 2])
    show(500, "bob")
    assert.deepStrictEqual([shown(500, "bob"), shown(2, "eve")], [0, 2])
    show(500, "eve", { tokenName: "Planning agent" })
    show(2, "eve")
    assert.strictEqual(shown(500, "eve"), 2)
    pass()
    show(1, "bob")
    assert.deepStrictEqual([shown(500, "bob"), shown(2, "eve")], [1, 0])
  })
})
