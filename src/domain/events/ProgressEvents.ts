import { Result, Schema } from "effect"
import { checkInFields } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../entities/Fields.ts"
import { quoted } from "../entities/Wording.ts"
import * as Targets from "../state/Targets.ts"
import { partCreation } from "./Creation.ts"
import { partDeletion } from "./Deletion.ts"
import { fieldEdit } from "./FieldEdit.ts"

export const createProgress = partCreation<"progress", "progress", { readonly value: number }>({
  type: "progress",
  list: "progress",
  extra: { data: {}, complete: ({ start, value = start }) => ({ value }) },
  refusalReason: (_, { start, target }) => (start === target ? "target must differ from start" : null),
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

/** A check-in. Value, confidence and note are one field, `value`: an omitted one becomes empty. */
export const updateProgressValue = fieldEdit({
  target: Targets.progress,
  data: Schema.Struct({
    value: Fields.quantity,
    confidence: Schema.optionalKey(confidence),
    note: Schema.optionalKey(note)
  }),
  logged: Schema.Struct({ value: Fields.quantity, confidence, note }),
  field: () => "value",
  complete: (_, { value, confidence = null, note = "" }) => Result.succeed({ value, confidence, note }),
  current: ({ entity: { value, confidence, note } }) => ({ value, confidence, note }),
  text: ({ value }) => JSON.stringify(value),
  describe: ({ entity }, { value }, before) => {
    const unit = entity.unit === "" ? "" : ` ${entity.unit}`
    return `checked in ${quoted(entity.name)}: ${before.value} -> ${value} of ${entity.target}${unit}`
  },
  apply: (location, entity, logged, { sequenceNumber, timestamp, actorName }) => {
    const checkIn = { sequenceNumber, ...logged, timestamp, actorName }
    return location.replaceWith({
      ...entity,
      ...logged,
      checkIns: [checkIn, ...entity.checkIns.slice(0, Limits.checkInsKept - 1)]
    })
  }
})

export const deleteProgress = partDeletion(Targets.progress, "progress")
