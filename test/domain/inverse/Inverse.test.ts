import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { restoreTarget } from "../../../src/domain/events/RestoreData.ts"
import { run, sequences } from "../Commands.ts"
import { faultsOf } from "./Expectations.ts"
import { type Logged, loggedOf, undone } from "./Undoing.ts"

const runs = Number(process.env.INVERSE_RUNS ?? 150)
const options = { arbitrary: { runs, size: 120 } }

const choice = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))

const appliedIn = (log: ReadonlyArray<Logged>): ReadonlyArray<number> =>
  log.flatMap(({ event }) => (event.status === "applied" ? [event.sequenceNumber] : []))

/** The log up to some moment after the events. */
const laterLog = (log: ReadonlyArray<Logged>, set: ReadonlySet<number>, at: number): ReadonlyArray<Logged> => {
  const last = Math.max(...set)
  return log.slice(0, last + (at % (log.length - last + 1)))
}

// Of the events that are drawn some are taken back; all the others are by somebody else.
describe("taking changes back", () => {
  it.prop(
    "gives back what nobody else touched, and leaves what somebody did: of any event, at any later moment",
    { sequences, chosen: choice, at: choice },
    ({ sequences, chosen, at }) => {
      const all = loggedOf(run(sequences))
      const applied = appliedIn(all)
      if (applied.length === 0) return
      const set = new Set([applied[chosen % applied.length] ?? 1])
      const log = laterLog(all, set, at)
      const result = undone(log, set)
      assert.deepStrictEqual([...result.refused, ...faultsOf(log, set, result.log)], [])
    },
    options
  )

  it.prop(
    "of any change set, also when it is interrupted and asked for again",
    { sequences, chosen: choice, size: choice, gap: choice, at: choice },
    ({ sequences, chosen, size, gap, at }) => {
      const all = loggedOf(run(sequences))
      const applied = appliedIn(all)
      if (applied.length === 0) return
      const first = chosen % applied.length
      const step = 1 + (gap % 3)
      const set = new Set(
        applied.slice(first, first + step * (2 + (size % 10))).filter((_, index) => index % step === 0)
      )
      const log = laterLog(all, set, at)
      const whole = undone(log, set)
      assert.isAtMost(whole.rounds, 5)
      assert.deepStrictEqual([...whole.refused, ...faultsOf(log, set, whole.log)], [])
      const inPieces = undone(log, set, (count) => 1 + (at % count))
      assert.deepStrictEqual([...inPieces.refused, ...faultsOf(log, set, inPieces.log)], [])
    },
    options
  )

  it.prop(
    "of events one after the other, the latest first, until there is nothing left",
    { sequences, size: choice },
    ({ sequences, size }) => {
      const log = loggedOf(run(sequences))
      const latest = appliedIn(log).slice(-1 - (size % 6))
      // After restores and returns a field may be left that could go back, with a reason.
      const events = log.filter(({ event }) => latest.includes(event.sequenceNumber))
      if (events.some(({ event }) => restoreTarget(event) !== null)) return
      const faults: Array<unknown> = []
      let now = log
      for (const event of latest.toReversed()) {
        const result = undone(now, new Set([event]))
        faults.push(...result.refused, ...result.left)
        now = result.log
      }
      const whole = new Set(latest)
      const all = now.map((each) => (each.undoes === undefined ? each : { ...each, undoes: latest[0] ?? 0 }))
      assert.deepStrictEqual([...faults, ...(latest.length === 0 ? [] : faultsOf(log, whole, all))], [])
    },
    options
  )
})
