import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { ChangeSetId } from "../../src/domain/entities/Ids.ts"
import { textFieldsOf } from "../../src/domain/redaction/Redaction.ts"
import type { Envelope } from "../../src/log/writer/Planner.ts"
import type { EntityType as Type } from "../../src/shared/Entities.ts"
import { editType, entityTypes, rowOf } from "../../src/shared/EventTypes.ts"
import { perObjective } from "../../src/shared/Limits.ts"
import { entityId, envelope } from "../log/Samples.ts"

/** Texts to take out of one log: every field that can be redacted, in every form in which the log keeps a text. */

export const idOf = (type: Type): EntityId => entityId(10 + entityTypes.indexOf(type))
const other = entityId(50)
/** Its facts name the objective that it supports. */
const supporter = entityId(51)

/** A field with its texts, each of which has a mark of its own. */
export interface FieldCase {
  readonly type: Type
  readonly field: string
  readonly texts: Readonly<Record<string, string>>
}

const forms = ["applied", "spaces", "list", "nested", "key", "long"] as const
let marks = 0
const secret = () => {
  marks += 1
  return `Zebra${String(marks).padStart(3, "0")}e\u0301x`
}

export const fields: ReadonlyArray<FieldCase> = entityTypes.flatMap((type) =>
  textFieldsOf(type).map((field) => ({
    type,
    field,
    texts: Object.fromEntries(forms.map((form) => [form, secret()]))
  }))
)

/** The part of a text that is the same in all normal forms. */
export const markOf = (text: string): string => text.slice(0, "Zebra000".length)

const fieldsOf = (type: Type) => fields.filter((each) => each.type === type)

const parentOf = (type: Type) => {
  const { parent } = rowOf(type)
  return parent === null ? null : idOf(parent)
}

const create = (type: Type): Envelope => {
  const required = Object.entries(rowOf(type).fields).filter(([, row]) => !("initial" in row))
  const values = required.map(([field, { form }]) => [
    field,
    form === "color" ? "#000000" : field === "target" ? 10 : 0
  ])
  const texts = fieldsOf(type).map(({ field, texts: { applied } }) => [field, applied])
  return envelope({
    eventType: `create_${type}`,
    targetId: parentOf(type),
    data: {
      id: idOf(type),
      ...Object.fromEntries(values),
      ...Object.fromEntries(texts.filter(([field]) => field !== "note"))
    }
  })
}

/** An edit of a field; `value` of a check-in that a note belongs to. */
const edit = ({ type, field }: FieldCase, text: Envelope["data"][string], value = 1, more: Envelope["data"] = {}) => {
  const { partOf } = rowOf(type).fields[field] ?? {}
  const isPart = field === "note" || partOf !== undefined
  if (partOf === "status") {
    const data = { status: value % 2 === 0 ? "at_risk" : "on_track", note: text, ...more }
    return envelope({ eventType: "update_objective_status", targetId: idOf(type), data })
  }
  return envelope({
    eventType: isPart ? "update_progress_value" : editType(type, field as never),
    targetId: idOf(type),
    data: { ...(field === "note" && { value }), [field]: text, ...more }
  })
}

const refused = (each: FieldCase): ReadonlyArray<Envelope> => {
  const { applied, spaces, list, nested, key, long } = each.texts as Record<(typeof forms)[number], string>
  const isLong = rowOf(each.type).fields[each.field]?.form === "lines"
  return [
    { ...edit(each, isLong ? `\r\n ${spaces}\r\nend ` : ` ${spaces} `, 7), lastSeenSequence: 1 },
    edit(each, [list], 1),
    edit(each, { deep: [nested, { [each.field]: nested }] }, 1, { unknown: [` ${applied}`] }),
    edit(each, key, 1, { [key]: { [applied]: 1 } }),
    edit(each, `${long} ${"and more ".repeat(600)}`, 1)
  ]
}

/** Rejected events that belong to no entity of theirs. */
const unplaced: Readonly<Record<string, (text: string) => Envelope>> = {
  limit: (name) => envelope({ eventType: "create_group", targetId: idOf("objective"), data: { name } }),
  in_use: (title) =>
    envelope({ eventType: "create_principle", targetId: idOf("team"), data: { id: idOf("team"), title } }),
  unknown_target: (title) =>
    envelope({ eventType: "create_objective", targetId: entityId(999), data: { title: ` ${title}` } }),
  unknown_key: (text) =>
    envelope({ eventType: "create_team", targetId: null, data: { name: "T", color: "#000000", [text]: [text] } })
}

/** The codes of rejections, where the case has another name. */
export const codes: Readonly<Record<string, string>> = { unknown_key: "invalid_data" }

export const unplacedTexts = Object.fromEntries(Object.keys(unplaced).map((code) => [code, secret()]))

export const first = fields.find(({ type, field }) => type === "objective" && field === "title")
export const twinTitle = "Growth"

/** In order. */
export const submissions: ReadonlyArray<Envelope> = [
  ...entityTypes.map(create),
  ...fields.filter(({ field }) => field === "note").map((each) => edit(each, each.texts.applied ?? "", 2)),
  envelope({ eventType: "create_objective", targetId: idOf("team"), data: { id: supporter, title: "Below" } }),
  ...[idOf("objective"), null].map((parentId) =>
    envelope({ eventType: "update_objective_parent", targetId: supporter, data: { parentId } })
  ),
  ...fields.map((each) => edit(each, `Kept ${each.field}`, 3)),
  ...fields.flatMap(refused),
  ...Array.from({ length: perObjective.groups - 1 }, (_, n) =>
    envelope({ eventType: "create_group", targetId: idOf("objective"), data: { name: `Group ${n}` } })
  ),
  // Another objective whose words are the same.
  envelope({ eventType: "create_objective", targetId: idOf("team"), data: { id: other, title: twinTitle } }),
  envelope({ eventType: "update_objective_title", targetId: idOf("objective"), data: { title: twinTitle } }),
  {
    ...envelope({ eventType: "update_objective_title", targetId: other, data: { title: twinTitle.toUpperCase() } }),
    origin: {
      tokenName: null,
      changeSet: { id: ChangeSetId.make(entityId(70)), name: `About ${first?.texts.applied}, again` },
      undoes: null
    }
  },
  envelope({ eventType: "update_objective_title", targetId: other, data: { title: twinTitle } }),
  envelope({ eventType: "update_objective_title", targetId: idOf("objective"), data: { title: "Kept title" } })
]

/** After the others: back to where all had their first texts, forth again, and edits of what the restores set. */
export const restoring = (end: number): ReadonlyArray<Envelope> => [
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: entityTypes.length + 1 } }),
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: end } }),
  ...fields.map((each) => edit(each, `Last ${each.field}`, 4)),
  envelope({ eventType: "delete_principle", targetId: idOf("principle"), data: {} })
]

export const rejectedWithout = Object.entries(unplaced).map(([code, make]) => ({
  code,
  submission: make(unplacedTexts[code] ?? "")
}))

export const twin = other
export const secrets: ReadonlyArray<string> = [
  ...fields.flatMap(({ texts }) => Object.values(texts)),
  ...Object.values(unplacedTexts)
]
