import { assert, describe } from "@effect/vitest"
import { HashMap, Option } from "effect"
import { empty } from "../../../src/domain/state/State.ts"
import { appliedChange } from "../../../src/domain/views/AppliedChange.ts"
import { law } from "../../support/laws.ts"
import { lawOptions, run, sequences } from "../Commands.ts"

describe("appliedChange", () => {
  law(
    "is the same when rendered from a later state, but for the names and the owner of the time when it is sent",
    { sequences },
    ({ sequences }) => {
      const steps = run(sequences)
      const latest = steps.at(-1)?.after ?? empty
      for (const { decision, effects, after } of steps) {
        if (decision.status !== "applied") continue
        const { event } = decision
        const now = appliedChange(event, effects.touched, after, { pageUrl: "https://x/" })
        const { teams, owner: _, ...later } = appliedChange(event, effects.touched, latest, { pageUrl: "https://x/" })
        assert.deepStrictEqual({ ...later, teams: now.teams, owner: now.owner }, now)
        assert.deepStrictEqual(
          teams.map(({ id }) => id),
          now.teamIds
        )
        assert.strictEqual(now.entityTitle === null, event.eventType === "restore_history")
        const ref =
          event.entityId === null ? undefined : Option.getOrUndefined(HashMap.get(after.entities, event.entityId))
        assert.strictEqual(now.parentId, ref?.objectiveId ?? (ref?.type === "team" ? null : (ref?.teamId ?? null)))
      }
    },
    lawOptions
  )
})
