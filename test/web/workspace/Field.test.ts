import { assert, describe, it } from "@effect/vitest"
import { eventTypes } from "../../../src/shared/EventTypes.ts"
import { type FieldKind, kindOfEvent, partsOfKind, type ValueOf } from "../../../src/shared/FieldEdits.ts"
import * as Limits from "../../../src/shared/Limits.ts"
import { dataOf, eventTypeOf, field, isField, keyOf, textRowOf, valueOf } from "../../../src/web/workspace/Field.ts"

/** Each value as conflicts and histories give it, and the data of its edit. */
const values: { readonly [K in FieldKind]: readonly [text: string, value: ValueOf<K>, data: unknown] } = {
  "team.name": ["North", "North", { name: "North" }],
  "team.color": ["#112233", "#112233", { color: "#112233" }],
  "principle.title": ["T", "T", { title: "T" }],
  "principle.description": ["D", "D", { description: "D" }],
  "principle.position": ["2", 2, { position: 2 }],
  "objective.title": ["T", "T", { title: "T" }],
  "objective.description": ["", "", { description: "" }],
  "objective.status": ["at_risk", { status: "at_risk", note: "" }, { status: "at_risk", note: "" }],
  "objective.owner": ["Ana", "Ana", { owner: "Ana" }],
  "objective.startDate": ["2027-01-31", "2027-01-31", { startDate: "2027-01-31" }],
  "objective.dueDate": ["", null, { dueDate: null }],
  "objective.position": ["0", 0, { position: 0 }],
  "objective.principle": ["true", true, { principleId: "p", linked: true }],
  "objective.parent": ["", null, { parentId: null }],
  "group.name": ["G", "G", { name: "G" }],
  "initiative.title": ["I", "I", { title: "I" }],
  "initiative.status": ["done", "done", { status: "done" }],
  "initiative.owner": ["", "", { owner: "" }],
  "initiative.placement": [
    '{"groupId":null,"position":1}',
    { groupId: null, position: 1 },
    { groupId: null, position: 1 }
  ],
  "progress.value": ["5", { value: 5, confidence: null, note: "" }, { value: 5, confidence: null, note: "" }],
  "progress.definition": [
    '{"name":"M","unit":"%","start":0,"target":9}',
    { name: "M", unit: "%", start: 0, target: 9 },
    { name: "M", unit: "%", start: 0, target: 9 }
  ]
}

const kinds = Object.keys(values) as Array<FieldKind>

describe("A field", () => {
  it("is submitted as the data of its event", () => {
    assert.deepStrictEqual(
      kinds.map((kind) => dataOf(field(kind, "t", "e", "p"), values[kind][1])),
      kinds.map((kind) => values[kind][2])
    )
  })

  it("has its value in answers as a text", () => {
    assert.deepStrictEqual(
      kinds.map((kind) => valueOf(field(kind, "t", "e"), values[kind][0])),
      kinds.map((kind) => values[kind][1])
    )
  })

  it("exists for each event type that edits, and is found by it", () => {
    const edits = eventTypes.filter((name) => name.startsWith("update_"))
    assert.sameMembers([...new Set(kinds.map((kind) => eventTypeOf(field(kind, "t", "e"))))], edits)
    assert.deepStrictEqual(
      kinds.map((kind) => {
        const [entityType, fieldName] = partsOfKind(kind)
        return kindOfEvent({ eventType: eventTypeOf(field(kind, "t", "e")), entityType, fieldName })
      }),
      kinds
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
