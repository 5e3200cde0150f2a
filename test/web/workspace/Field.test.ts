import { assert, describe, it } from "@effect/vitest"
import { eventTable } from "../../../src/domain/events/EventTable.ts"
import type { FieldKind } from "../../../src/shared/FieldEdits.ts"
import * as Limits from "../../../src/shared/Limits.ts"
import { dataOf, eventTypeOf, field, isField, keyOf, kindOfEvent, textRowOf } from "../../../src/web/workspace/Field.ts"

const values: Record<FieldKind, readonly [text: string, data: unknown]> = {
  "team.name": ["North", { name: "North" }],
  "team.color": ["#112233", { color: "#112233" }],
  "principle.title": ["T", { title: "T" }],
  "principle.description": ["D", { description: "D" }],
  "principle.position": ["2", { position: 2 }],
  "objective.title": ["T", { title: "T" }],
  "objective.description": ["", { description: "" }],
  "objective.status": ["at_risk", { status: "at_risk" }],
  "objective.dueDate": ["", { dueDate: null }],
  "objective.position": ["0", { position: 0 }],
  "objective.principle": ["true", { principleId: "p", linked: true }],
  "group.name": ["G", { name: "G" }],
  "initiative.title": ["I", { title: "I" }],
  "initiative.status": ["done", { status: "done" }],
  "initiative.placement": ['{"groupId":null,"position":1}', { groupId: null, position: 1 }],
  "progress.value": ['{"value":5,"confidence":7,"note":""}', { value: 5, confidence: 7, note: "" }],
  "progress.definition": ['{"name":"M","unit":"%","start":0,"target":9}', { name: "M", unit: "%", start: 0, target: 9 }]
}

const kinds = Object.keys(values) as Array<FieldKind>

describe("A field", () => {
  it("is submitted as the data of its event", () => {
    assert.deepStrictEqual(
      kinds.map((kind) => dataOf(field(kind, "t", "e", "p"), values[kind][0])),
      kinds.map((kind) => values[kind][1])
    )
  })

  it("exists for each event type that edits, and is found by it", () => {
    const edits = Object.keys(eventTable).filter((name) => name.startsWith("update_"))
    assert.sameMembers([...new Set(kinds.map((kind) => eventTypeOf(field(kind, "t", "e"))))], edits)
    // A correction is submitted as the same event as a check-in.
    const found = kinds.filter((kind) => kind !== "progress.definition")
    assert.deepStrictEqual(
      found.map((kind) => kindOfEvent(eventTypeOf(field(kind, "t", "e")))),
      found
    )
  })

  it("of text is edited by what its row says", () => {
    assert.deepStrictEqual(textRowOf(field("objective.description", "t", "o")), {
      ...{ noun: "description", entity: "objective", maxLength: Limits.descriptionLength },
      ...{ isMultiline: true, mayBeEmpty: true }
    })
    assert.deepStrictEqual(textRowOf(field("team.name", "t", "t")), {
      ...{ noun: "name", entity: "team", maxLength: Limits.nameLength },
      ...{ isMultiline: false, mayBeEmpty: false }
    })
  })

  it("has a key of kind, entity and pair", () => {
    assert.notStrictEqual(
      keyOf(field("objective.principle", "t", "o", "a")),
      keyOf(field("objective.principle", "t", "o", "b"))
    )
    assert.isTrue(isField(JSON.parse(JSON.stringify(field("group.name", "t", "g")))))
  })
})
