import { Result, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import { quoted } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { deletion } from "./Deletion.ts"
import { fieldEdit } from "./FieldEdit.ts"

const measure = { name: Fields.name, start: Fields.quantity, target: Fields.quantity }

export const createProgress = creation({
  type: "progress",
  parent: Place.objective,
  data: Schema.Struct({
    id: chosenId,
    ...measure,
    unit: Schema.optionalKey(Fields.unit),
    value: Schema.optionalKey(Fields.quantity)
  }),
  kept: Schema.Struct({ id: EntityId, ...measure, unit: Fields.unit, value: Fields.quantity }),
  refusal: ({ entity }, { start, target }) =>
    start === target
      ? "target must differ from start"
      : full("progress measures per objective", entity.progress.length, Limits.perObjective.progress),
  complete: ({ name, unit = "", start, target, value = start }, id) => ({ id, name, unit, start, target, value }),
  describe: ({ name }, { entity }) => `created progress measure ${quoted(name)} in objective ${quoted(entity.title)}`,
  insert: (place, { id, name, unit, start, target, value }, stamp) => {
    const { updatedAt, updatedBy } = Place.authorship(stamp)
    const progress = {
      id,
      name,
      unit,
      start,
      target,
      value,
      confidence: null,
      note: "",
      updatedAt,
      updatedBy,
      checkIns: [],
      versions: born(stamp, "value")
    }
    return place.put({ ...place.entity, progress: [...place.entity.progress, progress] })
  }
})

/** A check-in: value, confidence and note are one field, `value`; what is left out is empty, not as before. */
export const updateProgressValue = fieldEdit({
  target: Place.progress,
  data: Schema.Struct({
    value: Fields.quantity,
    confidence: Schema.optionalKey(Fields.confidence),
    note: Schema.optionalKey(Fields.note)
  }),
  kept: Schema.Struct({ value: Fields.quantity, confidence: Fields.confidence, note: Fields.note }),
  field: () => "value",
  complete: (_, { value, confidence = null, note = "" }) => Result.succeed({ value, confidence, note }),
  current: ({ entity: { value, confidence, note } }) => ({ value, confidence, note }),
  text: ({ value }) => JSON.stringify(value),
  describe: ({ entity }, { value }, before) => {
    const unit = entity.unit === "" ? "" : ` ${entity.unit}`
    return `checked in ${quoted(entity.name)}: ${before.value} -> ${value} of ${entity.target}${unit}`
  },
  apply: (place, entity, { value, confidence, note }, { sequenceNumber, timestamp, actorName }) => {
    const checkIn = { sequenceNumber, value, confidence, note, timestamp, actorName }
    const checkIns = [checkIn, ...entity.checkIns.slice(0, Limits.checkInsKept - 1)]
    return place.put({ ...entity, value, confidence, note, checkIns })
  }
})

export const deleteProgress = deletion({
  target: Place.progress,
  noun: "progress measure",
  remove: ({ objective, entity }) => ({
    team: objective.put({
      ...objective.entity,
      progress: objective.entity.progress.filter((progress) => progress !== entity)
    }),
    below: [],
    changed: []
  })
})
