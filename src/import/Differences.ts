import type { EventData } from "../domain/Event.ts"
import { checkInFields } from "../shared/Entities.ts"
import { rowOf } from "../shared/EventTypes.ts"
import type { FieldValue } from "../shared/FieldRow.ts"
import { outlierOf } from "../shared/Percent.ts"
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
  const { unit: own = "", start = 0, target = 0, value = 0 } = values
  // Without a unit, they are in that of the measure.
  if (own === "") return { ...values, unit }
  const { power, unit: word, isGuess } = magnitudeIn(own, false)
  const isScaled = unit === "" && power > 0 && !isGuess
  const to = (number: number): number | undefined =>
    unit === "" ? Number((number * 10 ** (isScaled ? power : 0)).toPrecision(15)) : converted(number, own, unit)
  const [from, reach, now] = [to(start), to(target), to(value)]
  if (from === undefined || reach === undefined || now === undefined) return undefined
  return { ...values, start: from, target: reach, value: now, unit: unit || (isScaled ? word : own) }
}

/**
 * Whether numbers without a unit could be meant in another one: beside percentages above 1 as the fraction that a sheet shows as
 * one, and beside thousands, when they are far from the last one, as the whole number.
 */
const couldBeInOtherUnit = (item: ImportItem, { start = 0, target = 0, value = 0, unit = "" }: Values): boolean => {
  const said = ["start", "target", "value"].filter((field) => isSaid(item, field))
  const numbers = said.map((field) => Number(item.values[field as keyof Values]))
  if (item.values.unit !== "") return false
  if (unit === "%") {
    return Math.max(Math.abs(start), Math.abs(target)) > 1 && numbers.some((one) => one !== 0 && Math.abs(one) < 1)
  }
  const isScaled = magnitudeIn(unit, false).power > 0 && unit.length > 1
  return isScaled && numbers.some((one) => outlierOf({ start, target, value }, one) === "magnitude")
}

const comparedTo = (fields: Entity["fields"], wanted: Readonly<Record<string, FieldValue>>, nouns: Nouns) =>
  Object.entries(wanted).flatMap(([field, after]): ReadonlyArray<Difference> => {
    const before = fields[field] as FieldValue
    return before === after ? [] : [{ noun: nouns[field]?.noun ?? field, before, after }]
  })

type Nouns = Readonly<Record<string, { readonly noun: string }>>

const valueNouns: Nouns = { value: { noun: "value" }, ...checkInFields }

/** The check-in with what the text says; none, with a note, of a day before the latest one. */
const checkInsOf = (
  item: ImportItem,
  fields: Entity["fields"],
  said: Readonly<Record<string, FieldValue>>,
  notes: Notes
): ReadonlyArray<Change> => {
  const { date } = item.values
  const { date: latest = null, value = 0 } = fields as { readonly date?: string | null; readonly value?: number }
  const differences = comparedTo(fields, said, valueNouns)
  const data = { confidence: null, note: "", value, ...said, ...(date !== undefined && { date }) }
  const isDated = date !== undefined && latest !== null && isSaid(item, "value")
  if (isDated && date < latest) {
    if (differences.length > 0) notes.add(item.row, texts.earlierValue(item.title, date, latest), true)
    return []
  }
  // The same value on a later day is a check-in of that day.
  const ofLaterDay = isDated && date > latest ? [{ noun: "day", before: latest, after: date }] : []
  const all = [...differences, ...ofLaterDay]
  return all.length === 0 ? [] : [{ field: "value", data, differences: all }]
}

const changesOfMeasure = (item: ImportItem, { fields }: Entity, notes: Notes): ReadonlyArray<Change> => {
  const current = fields as Values
  const values = inUnitOf(item, current.unit ?? "")
  const [own = "", unit = ""] = [item.values.unit, current.unit]
  if (values === undefined || couldBeInOtherUnit(item, current)) {
    notes.add(item.row, texts.otherUnit(item.title, own, unit), true)
    return []
  }
  const { start = 0, target = 0, value = 0 } = current
  if (isSaid(item, "value") && outlierOf({ start, target, value }, values.value ?? 0) === "magnitude")
    notes.add(item.row, texts.farFrom(item.title, values.value ?? 0, value))
  const saidOf = (names: ReadonlyArray<string>) =>
    Object.fromEntries(names.flatMap((name) => (isSaid(item, name) ? [[name, values[name as keyof Values]]] : [])))
  const { fields: rows } = rowOf("progress")
  const definition = { name: item.title, ...saidOf(["unit", "start", "target"]) } as Readonly<
    Record<string, FieldValue>
  >
  const checkIn = saidOf(["value", "confidence", "note"]) as Readonly<Record<string, FieldValue>>
  const corrected = comparedTo(fields, definition, rows)
  return [
    ...(corrected.length > 0 ? [{ field: "definition", data: definition, differences: corrected }] : []),
    ...checkInsOf(item, fields, checkIn, notes)
  ]
}

/** A status and the reason for it are one edit. */
const changesOfStatus = (item: ImportItem, { fields }: Entity): ReadonlyArray<Change> => {
  const said = (["status", "statusNote"] as const).filter((field) => isSaid(item, field))
  const wanted = Object.fromEntries(said.map((field) => [field, item.values[field] ?? ""]))
  const differences = comparedTo(fields, wanted, rowOf(item.kind).fields)
  const { status = fields.status as FieldValue, statusNote: note } = wanted
  return differences.length === 0
    ? []
    : [{ field: "status", data: { status, ...(note !== undefined && { note }) }, differences }]
}

/** The changes of dates in an order in which no start is after its due date meanwhile; none if it would be in the end. */
const inOrderOfDates = (
  changes: ReadonlyArray<Change>,
  { row, title }: ImportItem,
  { fields }: Entity,
  notes: Notes
): ReadonlyArray<Change> => {
  const isDate = ({ field }: Change): boolean => field === "startDate" || field === "dueDate"
  const dates = changes.filter(isDate)
  const { startDate: start, dueDate: due } = Object.assign({}, fields, ...dates.map(({ data }) => data))
  const others = changes.filter((change) => !isDate(change))
  if (dates.length === 0 || !start || !due || start <= due) {
    const isLater = dates.length > 1 && start > String(fields.dueDate ?? start)
    return [...others, ...(isLater ? dates.toReversed() : dates)]
  }
  notes.add(row, texts.reversedDates(title, start, due), true)
  return others
}

/** The edits that give what is there already the values that the text says of it. */
export const changesTo = (item: ImportItem, existing: Entity, notes: Notes): ReadonlyArray<Change> => {
  const { kind, title, values } = item
  if (kind === "progress") return changesOfMeasure(item, existing, notes)
  const { label, fields } = rowOf(kind)
  const changes = Object.entries(fields).flatMap(([field, { noun, partOf }]): ReadonlyArray<Change> => {
    if (kind === "objective" && field === "status") return changesOfStatus(item, existing)
    // A team is found by its name.
    if (partOf !== undefined || (field === label ? kind === "team" : !isSaid(item, field))) return []
    const after = (field === label ? title : values[field as keyof Values]) as FieldValue
    const before = (existing.fields[field] ?? rowOf(kind).fields[field]?.initial ?? null) as FieldValue
    return before === after ? [] : [{ field, data: { [field]: after }, differences: [{ noun, before, after }] }]
  })
  return inOrderOfDates(changes, item, existing, notes)
}

/** Such as "Sales (Grow): value from 0 to 640"; `show` writes values. */
export const changeText = (
  title: string,
  within: string,
  differences: ReadonlyArray<Difference>,
  show: (value: string | number) => string = texts.valueText
): string => {
  const shown = (value: FieldValue): string => (value === "" || value === null ? "none" : texts.shortened(show(value)))
  const changes = differences.map(({ noun, before, after }) => `${noun} from ${shown(before)} to ${shown(after)}`)
  return `${texts.shortened(title)}${within === "" ? "" : ` (${texts.shortened(within)})`}: ${changes.join(", ")}`
}
