import { assert, describe, it } from "@effect/vitest"
import type { Touched } from "../../src/domain/Event.ts"
import { type HistoryEntry, historyEntry } from "../../src/domain/History.ts"
import { instant } from "./Commands.ts"
import { type Ask, eventOf, house, id, madeAt } from "./House.ts"

const rename: Ask = { eventType: "update_principle_title", targetId: id.principle, data: { title: "Hear" } }

const next = house.sequenceNumber + 1

const expected: HistoryEntry = {
  sequenceNumber: next,
  timestamp: instant(next),
  actorName: "ada",
  eventType: "update_principle_title",
  status: "applied",
  description: "renamed principle 'Listen' to 'Hear'",
  fieldName: "title",
  oldValue: "Listen",
  newValue: "Hear",
  isTransitive: false,
  canReapply: true,
  entityId: id.principle,
  entityType: "principle",
  targetId: id.principle,
  data: { title: "Hear" },
  rejectionReason: null
}

const touched = (entityId: Touched["entityId"], description: string | null): Touched => ({
  entityId,
  entityType: "objective",
  transitive: description !== null,
  description
})

describe("history entries", () => {
  it("a field edit shows its values", () => {
    const event = eventOf(house, rename)
    assert.deepStrictEqual(historyEntry(event, null), expected)
    assert.deepStrictEqual(historyEntry(event, touched(id.principle, null)), expected)
  })

  it("a conflict shows them too, but cannot be applied again", () => {
    const event = eventOf(house, { ...rename, lastSeenSequence: 0 })
    const reason = `conflict: this was changed by event ${madeAt.principle}, after event 0 that was last seen`
    assert.deepStrictEqual(historyEntry(event, null), {
      ...expected,
      status: "rejected",
      description: `update principle title rejected: ${reason}`,
      canReapply: false,
      rejectionReason: reason
    })
  })

  it("a first link has no values: there is no earlier event", () => {
    const link = (principleId: string, linked: boolean) => {
      const data = { principleId, linked }
      const event = eventOf(house, { eventType: "update_objective_principle_link", targetId: id.objective, data })
      const { fieldName, oldValue, newValue } = historyEntry(event, null)
      return { fieldName, oldValue, newValue }
    }
    assert.deepStrictEqual(link(id.secondPrinciple, true), {
      fieldName: `principle:${id.secondPrinciple}`,
      oldValue: null,
      newValue: null
    })
    assert.deepStrictEqual(link(id.principle, false), {
      fieldName: `principle:${id.principle}`,
      oldValue: "true",
      newValue: "false"
    })
  })

  it("a consequence has its own words, no field and cannot be applied again", () => {
    const link: Ask = {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.principle, linked: false }
    }
    assert.deepStrictEqual(
      historyEntry(eventOf(house, link), touched(id.principle, "unlinked from objective 'Grow'")),
      {
        ...expected,
        eventType: "update_objective_principle_link",
        description: "unlinked from objective 'Grow'",
        fieldName: null,
        oldValue: null,
        newValue: null,
        isTransitive: true,
        canReapply: false,
        entityId: id.objective,
        entityType: "objective",
        targetId: id.objective,
        data: { principleId: id.principle, linked: false }
      }
    )
  })

  it("a create event seen from the parent is about the new entity", () => {
    const event = eventOf(house, { eventType: "create_group", targetId: id.objective, data: { name: "a" } })
    const entry = historyEntry(event, touched(id.objective, null))
    assert.deepStrictEqual(
      [entry.entityId, entry.entityType, entry.targetId, entry.canReapply],
      [id.fresh, "group", id.objective, true]
    )
  })
})
