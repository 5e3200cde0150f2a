import { assert, describe } from "@effect/vitest"
import { changeNotification } from "../../src/domain/ChangeNotification.ts"
import { empty } from "../../src/domain/state/State.ts"
import { law } from "../support/laws.ts"
import { lawOptions, run, sequences } from "./Commands.ts"

describe("changeNotification", () => {
  law(
    "names the changed teams and the affected entities, and is the same when computed from a later state",
    { sequences },
    ({ sequences }) => {
      const steps = run(sequences)
      const latest = steps.at(-1)?.after ?? empty
      for (const { decision, effects, after } of steps) {
        if (decision.status !== "applied") continue
        const notification = changeNotification(decision.event, effects.touched, after)
        assert.deepStrictEqual(notification.teamIds, [...new Set(effects.teamIds)].sort())
        assert.deepStrictEqual(changeNotification(decision.event, effects.touched.toReversed(), latest), notification)
        const all = effects.touched.map(({ entityId }) => entityId)
        assert.deepStrictEqual(notification.entityIds, all.length > 100 ? null : all.sort())
      }
    },
    lawOptions
  )
})
