import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { simulatedUser } from "./SimulatedUser.ts"
import { titleServer } from "./TitleServer.ts"

type SimulatedUser = ReturnType<typeof simulatedUser>
type Step = Exclude<keyof SimulatedUser, "check" | "settle" | "counts">

/** Few texts, so that changes are often changed back. Some are normalized by the server, one is rejected. */
const texts = ["One", "Two", "Two ", "Cafe\u0301", "Caf\u00e9", "   ", "Three"]

const steps: ReadonlyArray<Step> = [
  "type",
  "type",
  "leave",
  "leave",
  "pick",
  "reopen",
  "escape",
  "keepMine",
  "takeTheirs",
  "discard",
  "editOn",
  "refresh",
  "arrives",
  "arrives",
  "answered",
  "answered",
  "answeredOnly",
  "lost",
  "retry",
  "strayArrives",
  "reload"
]

const stepArbitrary = fc.record({
  index: fc.constantFrom(0, 1),
  step: fc.constantFrom(...steps),
  text: fc.constantFrom(...texts)
})

/** Resolves when everything a step causes without timers has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("Two users who edit one field", () => {
  it("lose no text and overwrite no value they have not seen, in any order of steps", async () => {
    const seen = { conflicts: 0, applied: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 60 }), async (taken) => {
        const server = titleServer()
        const users = [simulatedUser(0, server), simulatedUser(1, server)]
        for (const { index, step, text } of taken) {
          await users[index]?.[step](text)
          await settled()
          for (const user of users) user.check()
        }
        for (const user of users) {
          await user.settle(settled)
          user.check()
          const { submitted, applied } = user.counts()
          assert.isAtMost(applied, submitted)
          seen.applied += applied
        }
        seen.conflicts += server.conflicts()
      }),
      { numRuns: 1500 }
    )
    // The generated steps reached both outcomes.
    assert.isAbove(seen.applied, 0)
    assert.isAbove(seen.conflicts, 0)
  })
})
