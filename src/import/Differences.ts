import type { EventData } from "../domain/Event.ts"
import { checkInFields } from "../shared/Entities.ts"
import { rowOf } from "../shared/EventTypes.ts"
import type { FieldValue } from "../shared/FieldRow.ts"
import { converted, magnitudeIn } from "../shared/Units.ts"
import type { Notes } from "./ImportNotes.ts"
import type { ImportItem, Values } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import type { Entity } from "./TeamContents.ts"

/** What becomes of values that differ from those of what is there already: new values of measures, or all, are taken. */
export const existingChoices = ["leave", "check-in", "set"] as const

export type ExistingChoice = (typeof existingChoices)[number]

/** A value of what is there already, of which the text says another one. */
export interface Difference {
  /** What people call the field. */
  readonly noun: string
  readonly before: FieldValue
  readonly after: FieldValue
}

/** An edit of what is there already. */
export interface Change {
  /** The field of the event, `definition` for a correction of a measure, `value` for a check-in. */
  readonly field: string
  /** The event's data; a group is named by the plan. */
  readonly data: EventData
  readonly differences: ReadonlyArray<Difference>
}

/** Whether an edit is made; an import that leaves what is there makes none. */
export const isTaken = ({ field }: Change, choice: ExistingChoice): boolean =>
  choice === "set" || (choice === "check-in" && field === "value")

/** An empty cell says nothing of what is there. */
const isSaid = ({ values, implied }: ImportItem, field: string): boolean => {
  const value = values[field as keyof Values]
  return value !== undefined && value !== null && value !== "" && !implied.has(field)
}

/** The numbers of a measure in the unit that it has, and that unit; undefined where they count something else. */
const inUnitOf = ({ values }: ImportItem, unit: string): Values | undefined => {
  const { unit: own = "" } = values
  const { power, unit: word, isGuess } = magnitudeIn(own, false)
  const isScaled = unit === "" && power > 0 && !isGuess
  const to = (value: number): number | undefined =>
    unit === "" ? Number((value * 10 ** (isScaled ? power : 0)).toPrecision(15)) : converted(value, own, unit)
  const { start = 0, target = 0, value = 0 } = values
  const [from, reach, now] = [to(start), to(target), to(value)]
  if (from === undefined || reach === undefined || now === undefined) return undefined
  return { ...values, start: from, target: reach, value: now, unit: unit === "" ? (isScaled ? word : own) : unit }
}

/** Whether a number without a unit, beside percentages above 1, could be the fraction that a sheet shows as one. */
const isFraction = (item: ImportItem, { start = 0, target = 0, unit }: Values): boolean =>
  unit === "%" &&
  item.values.unit === "" &&
  Math.max(Math.abs(start), Math.abs(target)) > 1 &&
  ["start", "target", "value"].some((field) => {
    const value = Number(item.values[field as keyof Values])
    return isSaid(item, field) && value !== 0 && Math.abs(value) < 1
  })

const comparedTo = (fields: Entity["fields"], wanted: Readonly<Record<string, FieldValue>>, nouns: Nouns) =>
  Object.entries(wanted).flatMap(([field, after]): ReadonlyArray<Difference> => {
    const before = fields[field] as FieldValue
    return before === after ? [] : [{ noun: nouns[field]?.noun ?? field, before, after }]
  })

type Nouns = Readonly<Record<string, { readonly noun: string }>>

const valueNouns: Nouns = { value: { noun: "value" }, ...checkInFields }

const changesOfMeasure = (item: ImportItem, { fields }: Entity, notes: Notes): ReadonlyArray<Change> => {
  const current = fields as Values
  const values = inUnitOf(item, current.unit ?? "")
  if (values === undefined || isFraction(item, current)) {
    const [own = "", unit = ""] = [item.values.unit, current.unit]
    notes.add(
      item.row,
      values === undefined ? texts.otherUnit(item.title, own, unit) : texts.fraction(item.title),
      true
    )
    return []
  }
  const saidOf = (names: ReadonlyArray<string>) =>
    Object.fromEntries(names.flatMap((name) => (isSaid(item, name) ? [[name, values[name as keyof Values]]] : [])))
  const { fields: rows } = rowOf("progress")
  const definition = { name: item.title, ...saidOf(["unit", "start", "target"]) } as Readonly<
    Record<string, FieldValue>
  >
  const checkIn = saidOf(["value", "confidence", "note"]) as Readonly<Record<string, FieldValue>>
  const corrected = comparedTo(fields, definition, rows)
  const checked = comparedTo(fields, checkIn, valueNouns)
  const data = { confidence: null, note: "", value: current.value ?? 0, ...checkIn }
  return [
    ...(corrected.length > 0 ? [{ field: "definition", data: definition, differences: corrected }] : []),
    ...(checked.length > 0 ? [{ field: "value", data, differences: checked }] : [])
  ]
}

/** The edits that give what is there already the values that the text says of it. */
export const changesTo = (item: ImportItem, existing: Entity, notes: Notes): ReadonlyArray<Change> => {
  const { kind, title, values } = item
  if (kind === "progress") return changesOfMeasure(item, existing, notes)
  const { label, fields } = rowOf(kind)
  return Object.entries(fields).flatMap(([field, { noun }]): ReadonlyArray<Change> => {
    // A team is found by its name.
    if (field === label ? kind === "team" : !isSaid(item, field)) return []
    const after = (field === label ? title : values[field as keyof Values]) as FieldValue
    const before = existing.fields[field] as FieldValue
    return before === after ? [] : [{ field, data: { [field]: after }, differences: [{ noun, before, after }] }]
  })
}
