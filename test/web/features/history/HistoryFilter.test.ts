import { assert, describe, it } from "@effect/vitest"
import { EventType } from "../../../../src/domain/Event.ts"
import { EntityId } from "../../../../src/domain/entities/Ids.ts"
import { eventTable } from "../../../../src/domain/events/EventTable.ts"
import { historyEntry as entryOf, teamOfEvent } from "../../../../src/domain/views/History.ts"
import { entityTypes } from "../../../../src/shared/EventTypes.ts"
import { changeKindOf, fieldOf, matches, noFilter } from "../../../../src/web/features/history/HistoryFilter.ts"
import { canBringBack, canReapply, submissionOf, undoOf } from "../../../../src/web/features/history/Reapply.ts"
import { groupByDay } from "../../../../src/web/parts/GroupByDay.ts"
import { contentOf } from "../../../domain/Content.ts"
import { eventOf, example, type Input, id, stateAfter } from "../../../domain/ExampleStrategy.ts"
import { entityId, historyEntry } from "../HistoryEntries.ts"

const entityTypeOf = (eventType: EventType) => entityTypes.find((type) => eventType.split("_")[1] === type) ?? null

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
        ["moved", 3],
        ["linked", 1],
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

const withoutCheckIns = (content: unknown): unknown =>
  JSON.parse(JSON.stringify(content, (key, value: unknown) => (key === "checkIns" ? undefined : value)))

describe("Taking a change back", () => {
  const editor = { viewer: true, editor: true, admin: false }
  const viewer = { ...editor, editor: false }

  it("submits the former value, based on the change, for every field that history names", () => {
    const state = example
    const edits: ReadonlyArray<Input> = [
      { eventType: "update_principle_description", targetId: id.principle, data: { description: "x" } },
      { eventType: "update_principle_position", targetId: id.principle, data: { position: 1 } },
      { eventType: "update_objective_status", targetId: id.objective, data: { status: "missed" } },
      { eventType: "update_objective_due_date", targetId: id.objective, data: { dueDate: "2027-01-31" } },
      {
        eventType: "update_objective_principle_link",
        targetId: id.objective,
        data: { principleId: id.principle, linked: false }
      },
      { eventType: "update_group_name", targetId: id.group, data: { name: "x" } },
      { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 1 } },
      { eventType: "update_progress_value", targetId: id.progress, data: { value: 9 } },
      { eventType: "update_progress_value", targetId: id.progress, data: { target: 99, unit: "" } }
    ]
    for (const edit of edits) {
      const event = eventOf(state, edit)
      const changed = stateAfter(state, edit)
      const opposite = undoOf(entryOf(event, { touched: null, own: null, teamId: teamOfEvent(event, changed) }), editor)
      assert.isDefined(opposite, edit.eventType)
      const { lastSeenSequence, ...back } = opposite
      assert.strictEqual(lastSeenSequence, event.sequenceNumber)
      const undone = stateAfter(changed, { ...(back as Input), lastSeenSequence: event.sequenceNumber })
      assert.deepStrictEqual(withoutCheckIns(contentOf(undone)), withoutCheckIns(contentOf(state)), edit.eventType)
    }
  })

  it("is offered only for edits, to roles that may submit them", () => {
    const none = { oldValue: null, newValue: null, fieldName: null } as const
    assert.isUndefined(undoOf(historyEntry({ eventType: "delete_objective", ...none }), editor))
    assert.isUndefined(undoOf(historyEntry({ eventType: "create_objective", ...none }), editor))
    assert.isUndefined(undoOf(historyEntry({ canReapply: false }), editor))
    assert.isUndefined(undoOf(historyEntry(), viewer))
  })

  it("is bringing back for what was created or deleted below a team", () => {
    const offered = EventType.literals.filter((eventType) =>
      canBringBack(historyEntry({ eventType, entityType: entityTypeOf(eventType) }), editor)
    )
    const below = entityTypes.filter((type) => type !== "team")
    assert.sameMembers(
      offered,
      below.flatMap((type) => [`create_${type}`, `delete_${type}`] as const)
    )
    assert.isFalse(canBringBack(historyEntry({ eventType: "delete_objective" }), viewer))
    assert.isFalse(canBringBack(historyEntry({ eventType: "delete_objective", status: "rejected" }), editor))
  })
})
