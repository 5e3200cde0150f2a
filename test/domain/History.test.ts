import { assert, describe, it } from "@effect/vitest"
import type { Touched } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { type HistoryEntry, historyEntry, teamOfEvent } from "../../src/domain/views/History.ts"
import { instant } from "./Commands.ts"
import { creations, eventOf, example, type Input, id } from "./ExampleStrategy.ts"

const rename: Input = { eventType: "update_principle_title", targetId: id.principle, data: { title: "Hear" } }

const next = example.sequenceNumber + 1

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
  teamId: id.team,
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
    const event = eventOf(example, rename)
    assert.deepStrictEqual(historyEntry(event, null, id.team), expected)
    assert.deepStrictEqual(historyEntry(event, touched(id.principle, null), id.team), expected)
  })

  it("a conflict shows its values too, but cannot be applied again", () => {
    const event = eventOf(example, { ...rename, lastSeenSequence: 0 })
    const reason = `conflict: this was changed by event ${creations.principle}, after event 0 that was last seen`
    assert.deepStrictEqual(historyEntry(event, null, id.team), {
      ...expected,
      status: "rejected",
      description: `update principle title rejected: ${reason}`,
      canReapply: false,
      rejectionReason: reason
    })
  })

  it("a first link shows no values, since no earlier event set the field", () => {
    const link = (principleId: string, linked: boolean) => {
      const data = { principleId, linked }
      const event = eventOf(example, { eventType: "update_objective_principle_link", targetId: id.objective, data })
      const { fieldName, oldValue, newValue } = historyEntry(event, null, id.team)
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

  it("a transitive entry has its own description, no field, and cannot be applied again", () => {
    const link: Input = {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.principle, linked: false }
    }
    assert.deepStrictEqual(
      historyEntry(eventOf(example, link), touched(id.principle, "unlinked from objective 'Grow'"), id.team),
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
    const event = eventOf(example, { eventType: "create_group", targetId: id.objective, data: { name: "a" } })
    const entry = historyEntry(event, touched(id.objective, null), id.team)
    assert.deepStrictEqual(
      [entry.entityId, entry.entityType, entry.targetId, entry.canReapply],
      [id.fresh, "group", id.objective, true]
    )
  })

  it("the team of an event is that of its entity, its target or its restore, even if deleted", () => {
    const cases: ReadonlyArray<readonly [Input, EntityId | null]> = [
      [rename, id.team],
      [{ eventType: "create_team", data: { name: "a", color: "#000000" } }, null],
      [{ eventType: "delete_team", targetId: id.deletedTeam }, id.deletedTeam],
      [{ ...rename, targetId: id.deletedPrinciple }, id.team],
      [{ ...rename, targetId: id.unknown }, null],
      [{ eventType: "restore_history", data: { sequenceNumber: 1, teamId: id.otherTeam } }, id.otherTeam],
      [{ eventType: "restore_history", data: { sequenceNumber: 1, teamId: id.unknown } }, null],
      [{ eventType: "restore_history", data: { sequenceNumber: 1 } }, null]
    ]
    const found = cases.map(([ask]) => teamOfEvent(eventOf(example, ask), example))
    assert.deepStrictEqual(
      found,
      cases.map(([, teamId]) => teamId)
    )
    const created = eventOf(example, { eventType: "create_team", data: { name: "a", color: "#000000" } })
    assert.strictEqual(teamOfEvent(created, evolve(example, created).state), id.fresh)
  })
})
