import { assert, describe } from "@effect/vitest"
import { Schema } from "effect"
import { law } from "../../support/laws.ts"
import { commands, run, sequences } from "../Commands.ts"
import { faultsOf, overridden } from "./Expectations.ts"
import { type Log, loggedOf, undone, undoneMeanwhile } from "./Undoing.ts"

const options = { arbitrary: { runs: 150, size: 120 } }

const choice = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))

const appliedIn = (log: Log): ReadonlyArray<number> =>
  log.flatMap(({ event }) => (event.status === "applied" ? [event.sequenceNumber] : []))

const drawn = { sequences, chosen: choice, size: choice, gap: choice, at: choice }

/** Some events of a log, `most` at most, and the log up to some moment after them; none if nothing was applied. */
const drawnSet = (draw: Readonly<Record<"chosen" | "size" | "gap" | "at", number>>, all: Log, most = 11) => {
  const applied = appliedIn(all)
  const first = draw.chosen % Math.max(1, applied.length)
  const step = 1 + (draw.gap % 3)
  const numbers = applied.slice(first).filter((_, index) => index % step === 0)
  const set = new Set(numbers.slice(0, 1 + (draw.size % most)))
  const last = Math.max(...set)
  return set.size === 0 ? undefined : { set, log: all.slice(0, last + (draw.at % (all.length - last + 1))) }
}

// Of the events that are drawn some are taken back; all the others are by somebody else.
describe("taking changes back", () => {
  law(
    "gives back what nobody else touched, and leaves what somebody did: of any event, at any later moment",
    drawn,
    ({ sequences, ...draw }) => {
      const found = drawnSet(draw, loggedOf(run(sequences)), 1)
      if (found === undefined) return
      const { set, log } = found
      const result = undone(log, set)
      assert.deepStrictEqual([...result.refused, ...faultsOf(log, set, result.log)], [])
    },
    options
  )

  law(
    "of any change set, also when it is interrupted and asked for again",
    drawn,
    ({ sequences, ...draw }) => {
      const found = drawnSet(draw, loggedOf(run(sequences)))
      if (found === undefined) return
      const { set, log } = found
      const whole = undone(log, set)
      assert.isAtMost(whole.rounds, 5)
      const inPieces = undone(log, set, (count) => 1 + (draw.at % count))
      for (const { refused, log: after } of [whole, inPieces]) {
        assert.deepStrictEqual([...refused, ...faultsOf(log, set, after)], [])
      }
    },
    options
  )

  law(
    "never overrides what others do before and while it is sent",
    { ...drawn, meanwhile: commands({ minLength: 0, maxLength: 40 }) },
    ({ sequences, meanwhile, ...draw }) => {
      const found = drawnSet(draw, loggedOf(run(sequences)))
      if (found === undefined) return
      const { set, log } = found
      const after = undoneMeanwhile(log, set, meanwhile, 1 + (draw.at % 4))
      assert.deepStrictEqual(overridden(after, set, Math.min(...set), log.length), [])
    },
    options
  )

  // In 7 of 10,800 other cases a move or a link stays: a restore of the sequence had stamped it too, and taking the restore back
  // gave it its value without an event of its own, so it counts as changed by the restore.
  law(
    "of events one after the other, the latest first, as of all at once",
    { sequences, size: choice },
    ({ sequences, size }) => {
      const log = loggedOf(run(sequences))
      const latest = appliedIn(log).slice(-1 - (size % 6))
      const first = latest[0]
      if (first === undefined) return
      const faults: Array<unknown> = []
      let now = log
      for (const event of latest.toReversed()) {
        const { refused, left, log: after } = undone(now, new Set([event]))
        faults.push(...refused, ...left)
        now = after
      }
      const asOne = now.map((each) => (each.undoes === undefined ? each : { ...each, undoes: first }))
      assert.deepStrictEqual([...faults, ...faultsOf(log, new Set(latest), asOne)], [])
    },
    options
  )
})
