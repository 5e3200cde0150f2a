import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { desk } from "./Desk.ts"
import { person } from "./Person.ts"

type Person = ReturnType<typeof person>
type Act = Exclude<keyof Person, "check" | "settle" | "counts">

/** Few texts, so that what was changed is often changed back; some the server keeps otherwise than typed, one it refuses. */
const texts = ["One", "Two", "Two ", "Cafe\u0301", "Caf\u00e9", "   ", "Three"]

const acts: ReadonlyArray<Act> = [
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

const step = fc.record({
  who: fc.constantFrom(0, 1),
  act: fc.constantFrom(...acts),
  text: fc.constantFrom(...texts)
})

/** Whatever follows from a step without waiting has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("Two people at one field", () => {
  it("lose nothing, and overwrite nothing they have not seen, in whatever order things happen", async () => {
    const seen = { conflicts: 0, applied: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const server = desk()
        const people = [person(0, server), person(1, server)]
        for (const { who, act, text } of steps) {
          await people[who]?.[act](text)
          await settled()
          for (const one of people) one.check()
        }
        for (const one of people) {
          await one.settle(settled)
          one.check()
          const { asked, applied } = one.counts()
          assert.isAtMost(applied, asked)
          seen.applied += applied
        }
        seen.conflicts += server.rejected()
      }),
      { numRuns: 1500 }
    )
    // Both kinds of ends were met.
    assert.isAbove(seen.applied, 0)
    assert.isAbove(seen.conflicts, 0)
  })
})
