import type { EntityType } from "../Entities.ts"
import { type EventType, rowOf } from "../EventTypes.ts"
import { fieldOfEvent, madeOrDeleted } from "./EventFields.ts"
import type { EffectCode, EventFact } from "./Facts.ts"
import { type Formats, plainFormats } from "./Formats.ts"
import { entityText, fieldNoun, quote, withArticle, withSpaces } from "./Nouns.ts"

/** What is known of an event when it is put into words. */
export interface SaidEvent {
  readonly eventType: EventType
  readonly entityType: EntityType | null
  readonly status: "applied" | "rejected"
  /** Of an applied event complete, of a rejected one as submitted. */
  readonly data: Readonly<Record<string, unknown>>
  readonly fieldName: string | null
  /** The field's value before and after, as text; null where that is not known, or where `data` has it. */
  readonly oldValue: string | null
  readonly newValue: string | null
  readonly fact: EventFact | null
  /** How the entity was affected whose history this is; null where the event is about it. */
  readonly effect: EffectCode | null
}

interface Wording {
  readonly formats?: Formats
  /** Leaves out values that are shown beside the sentence. */
  readonly isWithoutValues?: boolean
}

type Subject = Extract<EventFact, { readonly code: "subject" }>

const noSubject: Subject = { code: "subject", title: null, parent: null, unit: null }

const subjectOf = ({ fact }: SaidEvent): Subject => (fact?.code === "subject" ? fact : noSubject)

/** `objective ‘Grow’` */
const subjectText = (event: SaidEvent, type = event.entityType): string =>
  type === null ? "this" : entityText(type, subjectOf(event).title)

const textOf = (value: unknown): string => (typeof value === "string" ? value : value === null ? "" : String(value))

/** A measure or another part with the objective that it lies in. */
const partText = (event: SaidEvent, preposition: "in" | "of"): string => {
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
const valueAfter = ({ newValue, data }: SaidEvent, key: string): string => newValue ?? textOf(data[key])

/** "11.3 → 10.7 days" */
const checkInValues = (event: SaidEvent, { number }: Formats): string => {
  const { unit } = subjectOf(event)
  const after = `${number(numberIn(valueAfter(event, "value")))}${unit ? ` ${unit}` : ""}`
  return event.oldValue === null ? after : `${number(numberIn(event.oldValue))} → ${after}`
}

const rangeOf = ({ start, target, unit }: Readonly<Record<string, unknown>>, { number }: Formats): string =>
  `${number(numberIn(start))} to ${number(numberIn(target))}${unit ? ` ${textOf(unit)}` : ""}`

/** "corrected progress measure ‘Speed’ to ‘Pace’: from 1 to 5 days, now from 2 to 5 days" */
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

const linkText = (event: SaidEvent): string => {
  const principle = entityText("principle", subjectOf(event).principle?.title ?? null)
  return valueAfter(event, "linked") === "true"
    ? `linked ${principle} to ${subjectText(event)}`
    : `unlinked ${principle} from ${subjectText(event)}`
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

const editText = (event: SaidEvent, type: EntityType, field: string, wording: Wording): string => {
  const { formats = plainFormats, isWithoutValues = false } = wording
  switch (field) {
    case "value": {
      const subject = `checked in ${quote(subjectOf(event).title ?? "")}${partText(event, "of")}`
      return isWithoutValues ? subject : `${subject}: ${checkInValues(event, formats)}`
    }
    case "definition":
      return correctionText(event, wording)
    case "position":
    case "placement":
      return placeText(event, field, isWithoutValues)
    case "principle":
      return linkText(event)
    default:
      return rowEditText(event, type, field, wording)
  }
}

/** "restoring team ‘Sales’ to 25 Nov 2026, 10:19 UTC" */
const restoreText = (event: SaidEvent, { moment }: Formats): string => {
  const { team = null, timestamp = null } = event.fact?.code === "restored" ? event.fact : {}
  const subject = team === null ? "the whole strategy" : entityText("team", team.title)
  if (event.data.sequenceNumber === 0) return `${subject} to its beginning`
  return `${subject} to ${timestamp === null ? "an earlier state" : moment(timestamp)}`
}

/** What an event tried to do, without its values. */
const attemptText = (event: SaidEvent): string => {
  const { eventType, data } = event
  const [created, deleted] = [madeOrDeleted(eventType, "create"), madeOrDeleted(eventType, "delete")]
  if (created !== undefined)
    return `tried to ${Object.hasOwn(data, "asOf") ? "bring back" : "create"} ${withArticle(created)}`
  const edited = fieldOfEvent(event)
  // The entity of a rejected event is its target, which may be of another type.
  const subject = (type: EntityType) => (event.entityType === type ? subjectText(event) : withArticle(type))
  if (deleted !== undefined) return `tried to delete ${subject(deleted)}`
  if (edited === undefined) return "tried to restore an earlier state"
  return `tried to change the ${fieldNoun(edited.type, edited.field)} of ${subject(edited.type)}`
}

const ownText = (event: SaidEvent, wording: Wording): string => {
  const { eventType, data } = event
  if (event.status === "rejected") return attemptText(event)
  if (madeOrDeleted(eventType, "create") !== undefined) {
    return `${Object.hasOwn(data, "asOf") ? "brought back" : "created"} ${subjectText(event)}${partText(event, "in")}`
  }
  if (madeOrDeleted(eventType, "delete") !== undefined) return `deleted ${subjectText(event)}${partText(event, "in")}`
  const edited = fieldOfEvent(event)
  return edited === undefined
    ? `restored ${restoreText(event, wording.formats ?? plainFormats)}`
    : editText(event, edited.type, edited.field, wording)
}

const effectTexts: { readonly [C in EffectCode]: (event: SaidEvent, wording: Wording) => string } = {
  deleted_with: (event) => `removed this by deleting ${subjectText(event)}`,
  unlinked_by_deletion: (event) => `unlinked this by deleting ${subjectText(event)}`,
  ungrouped: (event) => `ungrouped this by deleting ${subjectText(event)}`,
  part_deleted: ownText,
  linked: (event) => `linked this to ${subjectText(event)}`,
  unlinked: (event) => `unlinked this from ${subjectText(event)}`,
  removed_by_restore: (event, { formats = plainFormats }) => `removed this by restoring ${restoreText(event, formats)}`,
  returned_by_restore: (event, { formats = plainFormats }) =>
    `brought this back by restoring ${restoreText(event, formats)}`,
  changed_by_restore: (event, { formats = plainFormats }) => `changed this by restoring ${restoreText(event, formats)}`,
  returned_with: (event) => `brought this back with ${subjectText(event)}`,
  linked_by_return: (event) => `linked this again by bringing back ${subjectText(event)}`,
  grouped_by_return: (event) => `grouped this again by bringing back ${subjectText(event)}`
}

/** What an event did, as the end of a sentence that begins with who did it. */
export const eventText = (event: SaidEvent, wording: Wording = {}): string =>
  event.effect === null ? ownText(event, wording) : effectTexts[event.effect](event, wording)

/** Whether the values of an edit can be shown beside the sentence: of links and moves into groups it says them. */
export const hasValuesApart = (event: SaidEvent): boolean => {
  const { effect, fact } = event
  const field = effect === null ? fieldOfEvent(event)?.field : undefined
  if (field === undefined || field === "principle") return false
  const { before = null, after = null } = (fact?.code === "subject" ? fact.groups : undefined) ?? {}
  return field !== "placement" || before?.id === after?.id
}
