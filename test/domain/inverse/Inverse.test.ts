import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { run, sequences } from "../Commands.ts"
import { faultsOf } from "./Expectations.ts"
import { loggedOf, undone } from "./Undoing.ts"

const options = { arbitrary: { runs: 200, size: 120 } }

describe("taking changes back", () => {
  it.prop(
    "any event, at any later moment",
    { sequences, at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })) },
    ({ sequences, at }) => {
      const log = loggedOf(run(sequences))
      const applied = log.filter(({ event }) => event.status === "applied")
      const chosen = applied[at % Math.max(1, applied.length)]
      if (chosen === undefined) return
      const set = new Set([chosen.event.sequenceNumber])
      const result = undone(log, set)
      assert.deepStrictEqual([...result.refused, ...faultsOf(log, set, result.log)], [])
    },
    options
  )
})
