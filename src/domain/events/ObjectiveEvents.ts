import { Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import { quoted, spaced } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { consequence, deletion, partsOf } from "./Deletion.ts"
import { setField } from "./FieldEdit.ts"
import { positionEdit } from "./PositionEdit.ts"

export const createObjective = creation({
  type: "objective",
  parent: Place.team,
  data: Schema.Struct({
    id: chosenId,
    title: Fields.title,
    description: Schema.optionalKey(Fields.description),
    status: Schema.optionalKey(Fields.objectiveStatus),
    dueDate: Schema.optionalKey(Fields.dueDate)
  }),
  kept: Schema.Struct({
    id: EntityId,
    title: Fields.title,
    description: Fields.description,
    status: Fields.objectiveStatus,
    dueDate: Fields.dueDate
  }),
  refusal: ({ team }) => full("objectives per team", team.objectives.length, Limits.perTeam.objectives),
  complete: ({ title, description = "", status = "draft", dueDate = null }, id) => ({
    id,
    title,
    description,
    status,
    dueDate
  }),
  describe: ({ title }) => `created objective ${quoted(title)}`,
  insert: ({ team }, { id, title, description, status, dueDate }, stamp) => ({
    ...team,
    objectives: [
      ...team.objectives,
      {
        id,
        title,
        description,
        status,
        dueDate,
        principleIds: [],
        groups: [],
        initiatives: [],
        progress: [],
        versions: born(stamp, "title", "description", "status", "dueDate", "position"),
        ...Place.authorship(stamp)
      }
    ]
  })
})

export const updateObjectiveTitle = setField({
  target: Place.objective,
  field: "title",
  data: Schema.Struct({ title: Fields.title }),
  current: ({ title }) => ({ title }),
  text: ({ title }) => title,
  describe: (_, { title }, before) => `renamed objective ${quoted(before.title)} to ${quoted(title)}`
})

export const updateObjectiveDescription = setField({
  target: Place.objective,
  field: "description",
  data: Schema.Struct({ description: Fields.description }),
  current: ({ description }) => ({ description }),
  text: ({ description }) => description,
  describe: ({ entity }, { description }) =>
    `${description === "" ? "removed" : "changed"} the description of objective ${quoted(entity.title)}`
})

export const updateObjectiveStatus = setField({
  target: Place.objective,
  field: "status",
  data: Schema.Struct({ status: Fields.objectiveStatus }),
  current: ({ status }) => ({ status }),
  text: ({ status }) => status,
  describe: ({ entity }, { status }, before) =>
    `changed the status of objective ${quoted(entity.title)} from ${spaced(before.status)} to ${spaced(status)}`
})

export const updateObjectiveDueDate = setField({
  target: Place.objective,
  field: "dueDate",
  data: Schema.Struct({ dueDate: Fields.dueDate }),
  current: ({ dueDate }) => ({ dueDate }),
  text: ({ dueDate }) => dueDate ?? "",
  describe: ({ entity }, { dueDate }) =>
    dueDate === null
      ? `removed the due date of objective ${quoted(entity.title)}`
      : `set the due date of objective ${quoted(entity.title)} to ${dueDate}`
})

export const updateObjectivePosition = positionEdit({
  target: Place.objective,
  noun: "objective",
  siblings: (team) => team.objectives,
  arrange: (team, objectives) => ({ ...team, objectives })
})

export const deleteObjective = deletion({
  target: Place.objective,
  noun: "objective",
  remove: ({ team, entity }) => ({
    team: { ...team, objectives: team.objectives.filter((objective) => objective !== entity) },
    below: partsOf(entity, `deleted with objective ${quoted(entity.title)}`),
    changed: entity.principleIds.map((id) =>
      consequence("principle", { id }, `unlinked from deleted objective ${quoted(entity.title)}`)
    )
  })
})
