import { Result, Schema } from "effect"
import { checkInFields } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../entities/Fields.ts"
import { quoted } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { fieldEdit } from "./FieldEdit.ts"

export const createProgress = partCreation<"progress", "progress", { readonly value: number }>({
  type: "progress",
  list: "progress",
  extra: { data: {}, complete: ({ start, value = start }) => ({ value }) },
  refusal: (_, { start, target }) => (start === target ? "target must differ from start" : null),
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

/** A check-in: value, confidence and note are one field, `value`; what is left out is empty, not as before. */
export const updateProgressValue = fieldEdit({
  target: Place.progress,
  data: Schema.Struct({
    value: Fields.quantity,
    confidence: Schema.optionalKey(confidence),
    note: Schema.optionalKey(note)
  }),
  kept: Schema.Struct({ value: Fields.quantity, confidence, note }),
  field: () => "value",
  complete: (_, { value, confidence = null, note = "" }) => Result.succeed({ value, confidence, note }),
  current: ({ entity: { value, confidence, note } }) => ({ value, confidence, note }),
  text: ({ value }) => JSON.stringify(value),
  describe: ({ entity }, { value }, before) => {
    const unit = entity.unit === "" ? "" : ` ${entity.unit}`
    return `checked in ${quoted(entity.name)}: ${before.value} -> ${value} of ${entity.target}${unit}`
  },
  apply: (place, entity, kept, { sequenceNumber, timestamp, actorName }) => {
    const checkIn = { sequenceNumber, ...kept, timestamp, actorName }
    return place.put({ ...entity, ...kept, checkIns: [checkIn, ...entity.checkIns.slice(0, Limits.checkInsKept - 1)] })
  }
})

export const deleteProgress = partDeletion(Place.progress, "progress")
