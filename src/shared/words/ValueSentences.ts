import type { EntityType } from "../Entities.ts"
import { type LoggedType, rowOf } from "../EventTypes.ts"
import { truncatedLine } from "../Quoted.ts"
import { fieldOfEvent } from "./EventFields.ts"
import type { EffectCode, EventFact } from "./Facts.ts"
import { type Formats, plainFormats } from "./Formats.ts"
import { entityText, fieldNoun, quote, withSpaces } from "./Nouns.ts"

/** What is known of an event when it is put into words. */
export interface SaidEvent {
  readonly eventType: LoggedType
  readonly entityType: EntityType | null
  readonly status: "applied" | "rejected"
  /** Of an applied event complete, of a rejected one as submitted. */
  readonly data: Readonly<Record<string, unknown>>
  readonly fieldName: string | null
  /** When it happened; a check-in of another day says that. */
  readonly timestamp?: string
  /** The field's value before and after, as text; null where that is not known, or where `data` has it. */
  readonly oldValue: string | null
  readonly newValue: string | null
  readonly fact: EventFact | null
  /** How the entity was affected whose history this is; null where the event is about it. */
  readonly effect: EffectCode | null
}

export interface Wording {
  readonly formats?: Formats
  /** Leaves out values that are shown beside the sentence. */
  readonly isWithoutValues?: boolean
}

type Subject = Extract<EventFact, { readonly code: "subject" }>

const noSubject: Subject = { code: "subject", title: null, parent: null, unit: null }

export const subjectOf = ({ fact }: SaidEvent): Subject => (fact?.code === "subject" ? fact : noSubject)

/** `objective “Grow”` */
export const subjectText = (event: SaidEvent, type = event.entityType): string =>
  type === null ? "this" : entityText(type, subjectOf(event).title)

const textOf = (value: unknown): string => (typeof value === "string" ? value : value === null ? "" : String(value))

/** A measure or another part with the objective that it lies in. */
export const partText = (event: SaidEvent, preposition: "in" | "of"): string => {
  const { parent } = subjectOf(event)
  const isPart = event.entityType !== null && rowOf(event.entityType).parent === "objective"
  return isPart && parent !== null ? ` ${preposition} ${quote(parent.title)}` : ""
}

const parsed = (text: string | null): Readonly<Record<string, unknown>> => {
  if (text === null || !text.startsWith("{") || !text.endsWith("}")) return {}
  return JSON.parse(text)
}

const numberIn = (value: unknown): number => Number(value ?? Number.NaN)

/** The value that an edit set, as text. */
export const valueAfter = ({ newValue, data }: SaidEvent, key: string): string => newValue ?? textOf(data[key])

/** "11.3 → 10.7 days" */
const checkInValues = (event: SaidEvent, { number }: Formats): string => {
  const { unit } = subjectOf(event)
  const after = `${number(numberIn(valueAfter(event, "value")))}${unit ? ` ${unit}` : ""}`
  return event.oldValue === null ? after : `${number(numberIn(event.oldValue))} → ${after}`
}

const rangeOf = ({ start, target, unit }: Readonly<Record<string, unknown>>, { number }: Formats): string =>
  `${number(numberIn(start))} to ${number(numberIn(target))}${unit ? ` ${textOf(unit)}` : ""}`

/** "corrected measure “Speed” to “Pace”: from 1 to 5 days, now from 2 to 5 days" */
const correctionText = (event: SaidEvent, { formats = plainFormats, isWithoutValues = false }: Wording): string => {
  const before = parsed(event.oldValue)
  const after = event.newValue === null ? event.data : parsed(event.newValue)
  const name = before.name ?? after.name ?? subjectOf(event).title
  const subject = `corrected ${entityText("progress", name === null ? null : textOf(name))}`
  if (isWithoutValues || before.name === undefined) return `${subject}${partText(event, "of")}`
  const renamed = after.name === before.name ? "" : ` to ${quote(textOf(after.name))}`
  const [from, to] = [rangeOf(before, formats), rangeOf(after, formats)]
  return `${subject}${renamed}${partText(event, "of")}${from === to ? "" : `: from ${from}, now from ${to}`}`
}

const placeText = (event: SaidEvent, field: string, isWithoutValues: boolean): string => {
  const { groups } = subjectOf(event)
  const { before = null, after = null } = groups ?? {}
  const moved = `moved ${subjectText(event)}`
  if (field === "placement" && before?.id !== after?.id) {
    return after === null
      ? `${moved} out of group ${quote(before?.title ?? "")}`
      : `${moved} to group ${quote(after.title)}`
  }
  const placed = parsed(event.newValue)
  const [from, to] =
    field === "placement"
      ? [parsed(event.oldValue).position, placed.position ?? event.data.position]
      : [event.oldValue, valueAfter(event, field)]
  if (isWithoutValues || from === null || from === undefined) return moved
  return `${moved} from position ${numberIn(from) + 1} to ${numberIn(to) + 1}`
}

/** "made objective “Win” support “Grow” instead of “Save”" */
const parentText = (event: SaidEvent): string => {
  const { before = null, after = null } = subjectOf(event).parents ?? {}
  const subject = subjectText(event)
  if (after !== null) {
    return `made ${subject} support ${quote(after.title)}${before === null ? "" : ` instead of ${quote(before.title)}`}`
  }
  return before === null
    ? `removed the parent of ${subject}`
    : `made ${subject} no longer support ${quote(before.title)}`
}

/** Whether it is a check-in of another day than that of its event: the measure may have had later ones. */
const isOfOtherDay = ({ data: { date }, timestamp }: SaidEvent): boolean =>
  typeof date === "string" && date !== timestamp?.slice(0, 10)

/** "checked in “Cycle time” of “Cut time to quote”: 11.3 → 10.7 days", "… for 1 Mar 2027: 10.7 days" */
const checkInText = (event: SaidEvent, { formats = plainFormats, isWithoutValues = false }: Wording): string => {
  const { title, checkIn, unit } = subjectOf(event)
  const subject = `${quote(title ?? "")}${partText(event, "of")}`
  if (Object.hasOwn(event.data, "retract")) {
    const values =
      checkIn && `: ${formats.number(checkIn.value)}${unit ? ` ${unit}` : ""} on ${formats.day(checkIn.date)}`
    return `took back a check-in of ${subject}${values ?? ""}`
  }
  if (isOfOtherDay(event)) {
    const day = formats.day(textOf(event.data.date))
    return `checked in ${subject} for ${day}: ${checkInValues({ ...event, oldValue: null }, formats)}`
  }
  return isWithoutValues ? `checked in ${subject}` : `checked in ${subject}: ${checkInValues(event, formats)}`
}

/** A value of a field with a row, in words. */
const valueText = (form: string, value: string, { day }: Formats): string => {
  if (form === "line") return quote(value)
  return form === "date" ? day(value) : withSpaces(value)
}

const rowEditText = (event: SaidEvent, type: EntityType, field: string, wording: Wording): string => {
  const { formats = plainFormats, isWithoutValues = false } = wording
  const { label, noun, fields } = rowOf(type)
  const row = fields[field]
  const [before, after] = [event.oldValue, valueAfter(event, field)]
  if (field === label) {
    return isWithoutValues ? `renamed ${noun}` : `renamed ${noun} ${quote(before ?? "")} to ${quote(after)}`
  }
  const subject = `the ${fieldNoun(type, field)} of ${subjectText(event)}`
  if (after === "") return `removed ${subject}`
  if (row === undefined || row.form === "lines" || isWithoutValues) return `changed ${subject}`
  const shown = (value: string) => valueText(row.form, value, formats)
  return before === null || before === ""
    ? `set ${subject} to ${shown(after)}`
    : `changed ${subject} from ${shown(before)} to ${shown(after)}`
}

/** Sentences cut notes to this many code points. */
export const maxNoteLength = 140

/** "changed the status of objective “Win” from on track to at risk: “The supplier is late”" */
const statusText = (event: SaidEvent, type: EntityType, wording: Wording): string => {
  const { note } = event.data
  const { oldValue, newValue } = event
  const reason = typeof note !== "string" || note === "" ? "" : `: “${truncatedLine(note, maxNoteLength)}”`
  const subject = `the status of ${subjectText(event)}`
  const isSame = newValue !== null && oldValue === newValue
  if (isSame && reason === "") return `removed the reason for ${subject}`
  if (wording.isWithoutValues) return isSame ? `explained ${subject}` : rowEditText(event, type, "status", wording)
  const text = isSame ? `explained ${subject} (${withSpaces(newValue)})` : rowEditText(event, type, "status", wording)
  return `${text}${reason}`
}

const editText = (event: SaidEvent, type: EntityType, field: string, wording: Wording): string => {
  switch (field) {
    case "value":
      return checkInText(event, wording)
    case "status":
      return statusText(event, type, wording)
    case "parent":
      return parentText(event)
    case "definition":
      return correctionText(event, wording)
    case "position":
    case "placement":
      return placeText(event, field, wording.isWithoutValues ?? false)
    default:
      return rowEditText(event, type, field, wording)
  }
}

/** "restoring team “Sales” to 25 Nov 2026, 10:19 UTC" */
const restoreText = (event: SaidEvent, { moment }: Formats): string => {
  const { team = null, timestamp = null } = event.fact?.code === "restored" ? event.fact : {}
  const subject = team === null ? "the whole strategy" : entityText("team", team.title)
  if (event.data.sequenceNumber === 0) return `${subject} to its beginning`
  return `${subject} to ${timestamp === null ? "an earlier state" : moment(timestamp)}`
}

/** How sentences about an effect of a restore begin. */
const restoredAs: Readonly<Partial<Record<EffectCode, string>>> = {
  removed_by_restore: "removed this by restoring",
  returned_by_restore: "brought this back by restoring",
  changed_by_restore: "changed this by restoring"
}

/** What an edit or a restore did, which is said with values or moments; undefined for other events. */
export const valueSentence = (event: SaidEvent, wording: Wording = {}): string | undefined => {
  const { effect, eventType, status } = event
  if (status === "rejected") return undefined
  if (eventType === "restore_history") {
    const beginning = effect === null ? "restored" : restoredAs[effect]
    return beginning && `${beginning} ${restoreText(event, wording.formats ?? plainFormats)}`
  }
  const edited = effect === null ? fieldOfEvent(event) : undefined
  return edited === undefined || edited.field === "principle"
    ? undefined
    : editText(event, edited.type, edited.field, wording)
}

/** Whether the values of an edit can be shown beside the sentence: of some it says them, or they are alike. */
export const hasValuesApart = (event: SaidEvent): boolean => {
  const { effect, fact, oldValue, newValue } = event
  const field = effect === null ? fieldOfEvent(event)?.field : undefined
  if (field === undefined || field === "principle" || field === "parent") return false
  if ((oldValue !== null && oldValue === newValue) || (field === "value" && isOfOtherDay(event))) return false
  const { before = null, after = null } = (fact?.code === "subject" ? fact.groups : undefined) ?? {}
  return field !== "placement" || before?.id === after?.id
}
