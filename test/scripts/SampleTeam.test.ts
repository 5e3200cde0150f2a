import { assert, describe, it } from "@effect/vitest"
import { teamEvents } from "../../scripts/admin/sample/TeamEvents.ts"
import onboarding from "../../src/shared/sample/onboarding.json" with { type: "json" }

describe("The sample team's events", () => {
  it("have ids, dates and the name for their labels, and create each entity after its parent", () => {
    let made = 0
    const { teamId, events } = teamEvents(onboarding, "A name", {
      newId: () => `${++made}`,
      day: (days) => `day ${days}`
    })
    assert.deepStrictEqual(events[0], {
      eventType: "create_team",
      targetId: null,
      data: { id: teamId, name: "A name", color: "#1f7a8c" }
    })
    assert.notInclude(JSON.stringify(events), '"@')
    const created = new Set<unknown>([null])
    for (const { eventType, targetId, data } of events) {
      assert.isTrue(created.has(targetId))
      if (eventType === "create_initiative") assert.isTrue(created.has(data.groupId))
      if (eventType === "update_objective_principle_link") assert.isTrue(created.has(data.principleId))
      if (eventType === "create_objective" && data.dueDate !== null) assert.match(String(data.dueDate), /^day -?\d+$/)
      if (data.id !== undefined) created.add(data.id)
    }
    assert.strictEqual(created.size, made + 1)
  })
})
