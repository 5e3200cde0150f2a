import { Result, Schema, Struct } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import type { EventData } from "../Event.ts"
import { described } from "../entities/Documented.ts"
import * as Fields from "../entities/Fields.ts"
import { partValuesOf } from "../entities/FieldValues.ts"
import { invalid } from "../Rejection.ts"
import type { Progress } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { type EventDefinition, rejected } from "./EventDefinition.ts"
import { fieldEdit } from "./FieldEdit.ts"

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
    confidence: checkInFields.confidence.initial,
    note: checkInFields.note.initial,
    updatedAt: timestamp,
    updatedBy: actorName,
    checkIns: []
  })
})

const confidence = Fields.dataSchema(checkInFields.confidence)
const note = Fields.dataSchema(checkInFields.note)

const value = described("The value checked in", Fields.quantity)

const checkInData = Schema.Struct({ value, confidence, note })

/** Value, confidence and note are one field, `value`: an omitted one becomes empty. */
const checkIn = fieldEdit({
  target: Targets.progress,
  data: Schema.Struct({
    value,
    confidence: Schema.optionalKey(confidence),
    note: Schema.optionalKey(note)
  }),
  logged: checkInData,
  field: () => "value",
  complete: (_, { value, confidence = null, note = "" }) => Result.succeed({ value, confidence, note }),
  current: ({ entity: { value, confidence, note } }) => ({ value, confidence, note }),
  text: ({ value }) => JSON.stringify(value),
  apply: (location, entity, logged, { sequenceNumber, timestamp, actorName }) => {
    const checkIn = { sequenceNumber, ...logged, timestamp, actorName }
    return location.replaceWith({
      ...entity,
      ...logged,
      checkIns: [checkIn, ...entity.checkIns.slice(0, Limits.checkInsKept - 1)]
    })
  }
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

/** A check-in, or a correction of what is measured. */
export const updateProgressValue: EventDefinition = {
  ...checkIn,
  data: Schema.Union([checkIn.data, correction.data]),
  decide: (state, submission) => {
    if (!hasKeyOf(submission.data, definition)) return checkIn.decide(state, submission)
    if (!hasKeyOf(submission.data, checkInData)) return correction.decide(state, submission)
    return rejected(state, submission, invalid(null, { rule: "two_forms" }))
  },
  evolve: (state, event) => (event.fieldName === "value" ? checkIn : correction).evolve(state, event)
}

export const deleteProgress = partDeletion(Targets.progress, "progress")
