import { assert, describe, it } from "@effect/vitest"
import { EventType } from "../../../../src/domain/Event.ts"
import { EntityId } from "../../../../src/domain/entities/Ids.ts"
import { eventTable } from "../../../../src/domain/events/EventTable.ts"
import { entityTypes } from "../../../../src/shared/EventTypes.ts"
import { changeKindOf, fieldOf, matches, noFilter } from "../../../../src/web/features/history/HistoryFilter.ts"
import { canBringBack, canReapply, canUndo, submissionOf } from "../../../../src/web/features/history/Reapply.ts"
import { groupByDay } from "../../../../src/web/parts/lists/GroupByDay.ts"
import { entityId, historyEntry } from "../HistoryEntries.ts"

const entityTypeOf = (eventType: EventType) =>
  entityTypes.find((type) => eventType.split("_")[1] === type) ?? (eventType.startsWith("update_") ? "objective" : null)

const other = EntityId.make("00000000-0000-4000-8000-000000000002")

describe("The filter of a history", () => {
  it("shows the entries that match all of its conditions", () => {
    const link = historyEntry({ eventType: "update_objective_principle_link", fieldName: `principle:${other}` })
    const all = [
      historyEntry(),
      link,
      historyEntry({ actorName: "bob" }),
      historyEntry({ teamId: other }),
      historyEntry({ isTransitive: true, fieldName: null }),
      historyEntry({ status: "rejected" })
    ]
    const shown = (filter: Partial<typeof noFilter>) =>
      all.flatMap((one, index) => (matches({ ...noFilter, ...filter }, one) ? [index] : []))
    assert.deepStrictEqual(shown({}), [0, 1, 2, 3, 4, 5])
    assert.deepStrictEqual(shown({ actor: "bob" }), [2])
    assert.deepStrictEqual(shown({ kind: "linked" }), [1])
    assert.deepStrictEqual(shown({ field: "principle" }), [1])
    assert.deepStrictEqual(shown({ field: "title", rejected: false }), [0, 2, 3])
    assert.deepStrictEqual(shown({ teamId: other }), [3])
    assert.deepStrictEqual(shown({ consequences: false }), [0, 1, 2, 3, 5])
    assert.deepStrictEqual([fieldOf(link), fieldOf(historyEntry({ fieldName: null }))], ["principle", ""])
  })

  it("knows the kind of change of each event type", () => {
    const kinds = Map.groupBy(EventType.literals, changeKindOf)
    assert.deepStrictEqual(
      [...kinds].map(([kind, types]) => [kind, types.length]),
      [
        ["created", 6],
        ["edited", 11],
        ["deleted", 6],
        ["linked", 2],
        ["moved", 2],
        ["checkedIn", 1],
        ["restored", 1]
      ]
    )
  })

  it("groups consecutive entries of a day", () => {
    const entries = ["02", "02", "01", "02"].map((day, index) =>
      historyEntry({ timestamp: day, sequenceNumber: index })
    )
    assert.deepStrictEqual(
      groupByDay(entries, (timestamp) => timestamp).map(({ day, entries }) => [
        day,
        ...entries.map((e) => e.sequenceNumber)
      ]),
      [
        ["02", 0, 1],
        ["01", 2],
        ["02", 3]
      ]
    )
  })
})

describe("Applying an event again", () => {
  const may = (editor: boolean, admin: boolean) =>
    EventType.literals.filter((eventType) =>
      canReapply(historyEntry({ eventType, entityType: entityTypeOf(eventType) }), { viewer: true, editor, admin })
    )
  const isEdit = (type: EventType) => type.startsWith("update_")
  const everything = { viewer: true, editor: true, admin: true }

  it("is offered to roles that may submit it, for edits", () => {
    const ofEditors = EventType.literals.filter((type) => isEdit(type) && eventTable[type].role === "editor")
    assert.deepStrictEqual(may(false, false), [])
    assert.deepStrictEqual(may(true, false), ofEditors)
    assert.deepStrictEqual(may(true, true), EventType.literals.filter(isEdit))
    assert.isFalse(canReapply(historyEntry({ canReapply: false }), everything))
  })

  it("submits the same data", () => {
    assert.deepStrictEqual(submissionOf(historyEntry(), 9), {
      eventType: "update_objective_title",
      targetId: entityId,
      data: { title: "b" },
      lastSeenSequence: 9
    })
  })
})

describe("Taking a change back", () => {
  const editor = { viewer: true, editor: true, admin: false }
  const admin = { ...editor, admin: true }
  const viewer = { ...editor, editor: false }

  it("is offered for edits to roles that may submit them, and for restores to admins", () => {
    const restore = historyEntry({ eventType: "restore_history", entityType: null, canReapply: false })
    assert.isTrue(canUndo(historyEntry(), editor))
    assert.isTrue(canUndo(historyEntry({ oldValue: null }), editor))
    assert.isTrue(canUndo(restore, admin))
    const others = [
      historyEntry({ eventType: "delete_objective" }),
      historyEntry({ eventType: "create_objective" }),
      historyEntry({ canReapply: false }),
      restore
    ]
    for (const other of others) assert.isFalse(canUndo(other, editor))
    assert.isFalse(canUndo(historyEntry(), viewer))
    assert.isFalse(canUndo({ ...restore, status: "rejected" }, admin))
  })

  it("is bringing back for what was deleted below a team", () => {
    const offered = EventType.literals.filter((eventType) =>
      canBringBack(historyEntry({ eventType, entityType: entityTypeOf(eventType) }), editor)
    )
    const below = entityTypes.filter((type) => type !== "team")
    assert.sameMembers(
      offered,
      below.map((type) => `delete_${type}` as const)
    )
    assert.isFalse(canBringBack(historyEntry({ eventType: "delete_objective" }), viewer))
    assert.isFalse(canBringBack(historyEntry({ eventType: "delete_objective", status: "rejected" }), editor))
  })
})
