import { Result, Schema, Struct } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import type { EventData } from "../Event.ts"
import { described } from "../entities/Documented.ts"
import * as Fields from "../entities/Fields.ts"
import { type CheckInValues, partValuesOf } from "../entities/FieldValues.ts"
import { invalid } from "../Rejection.ts"
import type { CheckIn, Progress } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { type EventDefinition, rejected } from "./EventDefinition.ts"
import { fieldEdit } from "./FieldEdit.ts"

const noCheckIn: CheckInValues = { confidence: checkInFields.confidence.initial, note: checkInFields.note.initial }

const sameStartAndTarget = invalid("target", { rule: "equals_start" })

export const createProgress = partCreation<
  "progress",
  Targets.PartLocation<Progress>,
  "progress",
  { readonly value: number }
>({
  target: Targets.progress,
  list: "progress",
  extra: {
    data: { value: Schema.optionalKey(described("The current value; the start if absent", Fields.quantity)) },
    complete: ({ start, value = start }) => ({ value })
  },
  refusal: (_, { start, target }) => (start === target ? sameStartAndTarget : null),
  make: (made, { timestamp, actorName }) => ({
    ...made,
    ...noCheckIn,
    initialValue: made.value,
    updatedAt: timestamp,
    updatedBy: actorName,
    checkIns: []
  })
})

const confidence = Fields.dataSchema(checkInFields.confidence)
const note = Fields.dataSchema(checkInFields.note)

const value = described("The value checked in", Fields.quantity)

const date = described("The day that the value is of; today if absent", Fields.day)
const firstDay = "1970-01-01"

const checkInData = Schema.Struct({ value, confidence, note, date: Schema.optionalKey(date) })

const retract = described(
  "The sequence number of the check-in to take out as if it had not been",
  Fields.sequenceNumber
)
const retractData = Schema.Struct({ retract })

/** Version 1 had no dates: its check-ins are of the UTC day of their event. */
const utcDayOf = (timestamp: string): string => timestamp.slice(0, 10)

/** The measure with these check-ins: the first of them is its value. */
const withCheckIns = (entity: Progress, checkIns: ReadonlyArray<CheckIn>): Progress => {
  const { value, confidence, note } = checkIns[0] ?? { value: entity.initialValue, ...noCheckIn }
  return { ...entity, value, confidence, note, checkIns }
}

const withoutCheckIn = (entity: Progress, sequenceNumber: number): Progress =>
  withCheckIns(
    entity,
    entity.checkIns.filter((each) => each.sequenceNumber !== sequenceNumber)
  )

/** Value, confidence, note and date are one field, `value`: an omitted one becomes empty, the date today. */
const checkIn = fieldEdit({
  target: Targets.progress,
  data: Schema.Struct({
    value,
    confidence: Schema.optionalKey(confidence),
    note: Schema.optionalKey(note),
    date: Schema.optionalKey(date)
  }),
  logged: checkInData,
  field: () => "value",
  complete: ({ entity }, { value, confidence = null, note = "", date }, _, { today }) => {
    // A check-in of an earlier day than those that are kept could never be shown, nor taken out.
    const oldest = entity.checkIns[Limits.checkInsKept - 1]?.date ?? firstDay
    return date !== undefined && (date < oldest || date > today)
      ? Result.fail(invalid("date", { rule: "past_day", minimum: oldest, maximum: today }))
      : Result.succeed({ value, confidence, note, date: date ?? today })
  },
  current: ({ entity: { value, confidence, note, checkIns, updatedAt } }) => ({
    ...{ value, confidence, note },
    date: checkIns[0]?.date ?? utcDayOf(updatedAt)
  }),
  text: ({ value }) => JSON.stringify(value),
  apply: (location, entity, { date, ...logged }, { sequenceNumber, timestamp, actorName }) => {
    const checkIn = { sequenceNumber, date: date ?? utcDayOf(timestamp), ...logged, timestamp, actorName }
    const later = entity.checkIns.filter((each) => each.date > checkIn.date)
    const checkIns = [...later, checkIn, ...entity.checkIns.slice(later.length)]
    return location.replaceWith(withCheckIns(entity, checkIns.slice(0, Limits.checkInsKept)))
  }
})

/** Takes a check-in out as if it had not been. */
const retraction = fieldEdit({
  target: Targets.progress,
  data: retractData,
  logged: retractData,
  field: () => "value",
  complete: ({ entity }, wanted) =>
    entity.checkIns.some(({ sequenceNumber }) => sequenceNumber === wanted.retract)
      ? Result.succeed(wanted)
      : Result.fail(invalid("retract", { rule: "no_check_in", maximum: Limits.checkInsKept })),
  // No number of a check-in.
  current: () => ({ retract: 0 }),
  text: ({ retract }, { entity }) => JSON.stringify(withoutCheckIn(entity, retract).value),
  apply: (location, entity, { retract }) => location.replaceWith(withoutCheckIn(entity, retract))
})

const { name, unit, start, target } = entities.progress.fields
const definition = Schema.Struct({
  name: Fields.dataSchema(name),
  unit: Fields.dataSchema(unit),
  start: Fields.dataSchema(start),
  target: Fields.dataSchema(target)
})

/** Name, unit, start and target are one field, `definition`: an omitted one stays as it is. Check-ins stay too. */
const correction = fieldEdit({
  target: Targets.progress,
  data: definition.mapFields(Struct.map(Schema.optionalKey)),
  logged: definition,
  field: () => "definition",
  complete: ({ entity }, wanted) => {
    const logged = { ...partValuesOf("progress", entity), ...wanted }
    return logged.start === logged.target ? Result.fail(sameStartAndTarget) : Result.succeed(logged)
  },
  current: ({ entity }) => partValuesOf("progress", entity),
  text: ({ name, unit, start, target }) => JSON.stringify({ name, unit, start, target }),
  apply: (location, entity, logged) => location.replaceWith({ ...entity, ...logged })
})

const hasKeyOf = (data: EventData, row: Schema.Struct<Schema.Struct.Fields>): boolean =>
  Object.keys(row.fields).some((key) => Object.hasOwn(data, key))

/** The forms with the keys that tell them. */
const forms = [
  [definition, correction],
  [retractData, retraction],
  [checkInData, checkIn]
] as const

/** A check-in, one that is taken out, or a correction of what is measured. */
export const updateProgressValue: EventDefinition = {
  ...checkIn,
  data: Schema.Union([checkIn.data, retraction.data, correction.data]),
  decide: (state, submission) => {
    const [form, ...others] = forms.filter(([keys]) => hasKeyOf(submission.data, keys))
    return others.length > 0
      ? rejected(state, submission, invalid(null, { rule: "two_forms" }))
      : (form?.[1] ?? checkIn).decide(state, submission)
  },
  evolve: (state, event) => (forms.find(([keys]) => hasKeyOf(event.data, keys))?.[1] ?? checkIn).evolve(state, event)
}

export const deleteProgress = partDeletion(Targets.progress, "progress")
