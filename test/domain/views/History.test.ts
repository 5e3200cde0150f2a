import { assert, describe, it } from "@effect/vitest"
import type { LoggedEvent, Touched } from "../../../src/domain/Event.ts"
import { evolve } from "../../../src/domain/Evolve.ts"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { ownFactIn } from "../../../src/domain/Fact.ts"
import { type HistoryEntry, historyEntry, teamOfEvent } from "../../../src/domain/views/History.ts"
import type { EffectCode } from "../../../src/shared/words/Facts.ts"
import { instant } from "../Commands.ts"
import { creations, eventOf, example, type Input, id } from "../ExampleStrategy.ts"

const rename: Input = { eventType: "update_principle_title", targetId: id.principle, data: { title: "Hear" } }

const next = example.sequenceNumber + 1

const expected: HistoryEntry = {
  sequenceNumber: next,
  timestamp: instant(next),
  actorDisplayName: null,
  actorName: "ada",
  eventType: "update_principle_title",
  status: "applied",
  description: "renamed principle “Listen” to “Hear”",
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
  entityTitle: "Hear",
  parentTitle: "North",
  unit: null,
  fact: { code: "subject", title: "Hear", parent: { id: id.team, title: "North" }, unit: null },
  effect: null,
  rejectionReason: null,
  rejectionCode: null,
  rejection: null,
  tokenName: null,
  changeSet: null,
  undoes: null
}

const touched = (entityId: Touched["entityId"], code: EffectCode | null): Touched => ({
  entityId,
  entityType: "objective",
  transitive: code !== null,
  fact: code && { code }
})

/** The entry of the next event of the example. */
const entryOf = (event: LoggedEvent, touched: Touched | null = null) =>
  historyEntry(event, { touched, own: ownFactIn(evolve(example, event).effects.touched), teamId: id.team })

describe("history entries", () => {
  it("a field edit shows its values", () => {
    const event = eventOf(example, rename)
    assert.deepStrictEqual(entryOf(event), expected)
    assert.deepStrictEqual(entryOf(event, touched(id.principle, null)), expected)
  })

  it("a conflict shows its values too, but cannot be applied again", () => {
    const event = eventOf(example, { ...rename, lastSeenSequence: 0 })
    assert.deepStrictEqual(entryOf(event), {
      ...expected,
      status: "rejected",
      description: "tried to change the title of principle “Listen”",
      canReapply: false,
      entityTitle: "Listen",
      fact: { code: "subject", title: "Listen", parent: { id: id.team, title: "North" }, unit: null },
      rejectionReason: "somebody had already changed the title of principle “Listen”",
      rejectionCode: "conflict",
      rejection: {
        ...{ code: "conflict", sequenceNumber: creations.principle },
        ...{ type: "principle", id: id.principle, title: "Listen", field: "title" }
      }
    })
  })

  it("a first link shows no values, since no earlier event set the field", () => {
    const link = (principleId: string, linked: boolean) => {
      const data = { principleId, linked }
      const event = eventOf(example, { eventType: "update_objective_principle_link", targetId: id.objective, data })
      const { fieldName, oldValue, newValue } = entryOf(event)
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
    assert.deepStrictEqual(entryOf(eventOf(example, link), touched(id.principle, "unlinked")), {
      ...expected,
      eventType: "update_objective_principle_link",
      description: "unlinked this from objective “Grow”",
      entityTitle: "Grow",
      fact: {
        ...{ code: "subject", title: "Grow", parent: { id: id.team, title: "North" }, unit: null },
        principle: { id: id.principle, title: "Listen" }
      },
      effect: "unlinked",
      fieldName: null,
      oldValue: null,
      newValue: null,
      isTransitive: true,
      canReapply: false,
      entityId: id.objective,
      entityType: "objective",
      targetId: id.objective,
      data: { principleId: id.principle, linked: false }
    })
  })

  it("a create event seen from the parent is about the new entity", () => {
    const event = eventOf(example, { eventType: "create_group", targetId: id.objective, data: { name: "a" } })
    const entry = entryOf(event, touched(id.objective, null))
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
