import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import { empty } from "../../src/domain/state/State.ts"
import { appliedChange } from "../../src/domain/views/AppliedChange.ts"
import { lawOptions, run, sequences } from "./Commands.ts"

describe("appliedChange", () => {
  it.prop(
    "is the same when rendered from a later state, but for the names of what was renamed or deleted since",
    { sequences },
    ({ sequences }) => {
      const steps = run(sequences)
      const latest = steps.at(-1)?.after ?? empty
      for (const { decision, effects, after } of steps) {
        if (decision.status !== "applied") continue
        const { event } = decision
        const now = appliedChange(event, effects.touched, after, "https://x/")
        const { entityTitle, teams, ...later } = appliedChange(event, effects.touched, latest, "https://x/")
        assert.deepStrictEqual({ ...later, entityTitle: now.entityTitle, teams: now.teams }, now)
        assert.deepStrictEqual(
          teams.map(({ id }) => id),
          now.teamIds
        )
        // What an event sets, and what it deletes, has its title for ever.
        if (/^(create_|delete_)/.test(event.eventType) && !("asOf" in event.data)) {
          assert.isNotNull(entityTitle)
          assert.strictEqual(entityTitle, now.entityTitle)
        }
        const ref =
          event.entityId === null ? undefined : Option.getOrUndefined(HashMap.get(after.entities, event.entityId))
        assert.strictEqual(now.parentId, ref?.objectiveId ?? (ref?.type === "team" ? null : (ref?.teamId ?? null)))
      }
    },
    lawOptions
  )
})
