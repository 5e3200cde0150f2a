import { assert, describe, it } from "@effect/vitest"
import onboarding from "../../../src/web/sample/onboarding.json" with { type: "json" }
import { teamEvents } from "../../../src/web/sample/TeamEvents.ts"

describe("The sample team's events", () => {
  it("link each objective to its principles, and create each entity after its parent", () => {
    let made = 0
    const { teamId, events } = teamEvents(onboarding, onboarding.name, {
      newId: () => `${++made}`,
      day: (days) => `day ${days}`
    })
    assert.deepStrictEqual(events[0], {
      eventType: "create_team",
      targetId: null,
      data: { id: teamId, name: onboarding.name, color: onboarding.color }
    })
    const linked = events.filter(({ eventType }) => eventType === "update_objective_principle_link")
    const named = onboarding.objectives.flatMap(({ principles }) => principles)
    assert.strictEqual(linked.length, named.length)
    const created = new Set<unknown>([null])
    for (const { targetId, data } of events) {
      assert.isTrue(created.has(targetId))
      if (data.id !== undefined) created.add(data.id)
    }
    assert.strictEqual(created.size, made + 1)
  })
})
