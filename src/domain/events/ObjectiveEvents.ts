import { Result, Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import * as Fields from "../entities/Fields.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { invalid, type Rejection } from "../Rejection.ts"
import type { Objective, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { creation } from "./Creation.ts"
import { deletion, ofTeam, touchedPartsOf } from "./Deletion.ts"
import { restoredDeleted } from "./EntityRestore.ts"
import { type EventDefinition, limitRefusal, rejected, transitivelyTouched } from "./EventDefinition.ts"
import { fieldEdit, rowEdit } from "./FieldEdit.ts"
import { parentRefusal } from "./ParentRules.ts"
import { positionEdit } from "./PositionEdit.ts"

/** An earlier version of an objective, without its links to principles that do not exist now. */
const withLivingLinks = (objective: Objective, team: Team): Objective => {
  const living = new Set<string>(team.principles.map(({ id }) => id))
  const isKept = ([field]: readonly [string, unknown]) => {
    const id = linkedPrincipleId(field)
    return id === undefined || living.has(id)
  }
  return {
    ...objective,
    principleIds: objective.principleIds.filter((id) => living.has(id)),
    versions: Object.fromEntries(Object.entries(objective.versions).filter(isKept))
  }
}

const partsRefusal = ({ groups, initiatives, progress }: Objective): Rejection | null =>
  limitRefusal("group", groups.length - 1) ??
  limitRefusal("initiative", initiatives.length - 1) ??
  limitRefusal("progress", progress.length - 1)

const { fields } = entities.objective
const status = Fields.dataSchema(fields.status)
const note = Fields.dataSchema(fields.statusNote)

interface Parented {
  readonly parentId: EntityId | null
}

const datesRefusal = (startDate: string | null, dueDate: string | null, field: "startDate" | "dueDate") =>
  startDate !== null && dueDate !== null && startDate > dueDate
    ? invalid(field, { rule: field === "startDate" ? "after_due" : "before_start" })
    : null

export const createObjective = creation<
  "objective",
  Targets.LocationOf<"objective">,
  Targets.LocationOf<"team">,
  Parented
>({
  target: Targets.objective,
  parent: Targets.team,
  extra: {
    data: { parentId: Schema.optionalKey(Fields.parentId) },
    complete: ({ parentId = null }) => ({ parentId })
  },
  refusal: (_, { startDate = null, dueDate = null, parentId = null }, state) =>
    datesRefusal(startDate, dueDate, "startDate") ?? parentRefusal(state, null, parentId),
  touched: ({ parentId }) =>
    parentId === null ? [] : [transitivelyTouched("objective", { id: parentId }, "supported")],
  siblings: ({ team }) => team.objectives.length,
  insert: ({ team }, made, stamp) => {
    const nothing = { baselinePercent: 0, principleIds: [], groups: [], initiatives: [], progress: [] }
    return { ...team, objectives: [...team.objectives, { ...made, ...nothing, ...Targets.newAuthorship(stamp) }] }
  },
  returning: {
    refusal: partsRefusal,
    insert: ({ team }, then, { state, stamp }) => {
      const { parentId } = then.entity
      const hasParent = parentRefusal(state, null, parentId) === null
      const wanted = { ...withLivingLinks(then.entity, team), parentId: hasParent ? parentId : null }
      const own = restoredDeleted(Targets.objective, wanted, stamp)
      const restored = {
        ...own,
        groups: own.groups.map((group) => restoredDeleted(Targets.group, group, stamp)),
        initiatives: own.initiatives.map((initiative) => restoredDeleted(Targets.initiative, initiative, stamp)),
        progress: own.progress.map((measure) => restoredDeleted(Targets.progress, measure, stamp))
      }
      return {
        team: { ...team, objectives: team.objectives.toSpliced(then.index, 0, restored) },
        touched: [
          ...touchedPartsOf(restored, "returned_with"),
          ...restored.principleIds.map((id) => transitivelyTouched("principle", { id }, "linked_by_return"))
        ]
      }
    }
  }
})

/** Status and note are one field, `status`, so that a reason is never that of another status. */
export const updateStatus = fieldEdit({
  target: Targets.objective,
  data: Schema.Struct({ status, note: Schema.optionalKey(note) }),
  // Version 1 had no notes.
  logged: Schema.Struct({ status, note: Schema.optionalKey(note) }),
  field: () => "status",
  complete: ({ entity }, wanted) => {
    const isSame = wanted.status === entity.status
    return Result.succeed({ status: wanted.status, note: wanted.note ?? (isSame ? entity.statusNote : "") })
  },
  current: ({ entity }) => ({ status: entity.status, note: entity.statusNote }),
  text: ({ status }) => status,
  apply: (location, entity, { status, note: statusNote = "" }) =>
    location.replaceWith({ ...entity, status, statusNote })
})

const dateEdit = (field: "startDate" | "dueDate") =>
  rowEdit(Targets.objective, field, ({ entity }, data) => {
    const { startDate, dueDate } = { ...entity, ...data }
    return datesRefusal(startDate, dueDate, field)
  })

const [startEdit, dueEdit] = [dateEdit("startDate"), dateEdit("dueDate")]

/** One of the two dates, each a field of its own. */
export const updateDates: EventDefinition = {
  ...dueEdit,
  data: Schema.Union([startEdit.data, dueEdit.data]),
  decide: (state, submission) => {
    const [isStart, isDue] = ["startDate", "dueDate"].map((key) => Object.hasOwn(submission.data, key))
    const isThere = Targets.objective.find(state, submission.targetId) !== undefined
    return isThere && isStart === isDue
      ? rejected(state, submission, invalid(null, { rule: "one_date" }))
      : (isStart && !isDue ? startEdit : dueEdit).decide(state, submission)
  },
  evolve: (state, event) => (event.fieldName === "startDate" ? startEdit : dueEdit).evolve(state, event)
}

export const updatePosition = positionEdit({
  target: Targets.objective,
  siblings: (team) => team.objectives,
  withSiblings: (team, objectives) => ({ ...team, objectives })
})

export const deleteObjective = deletion({
  target: Targets.objective,
  parent: ofTeam,
  remove: ({ team, entity }) => ({
    team: { ...team, objectives: team.objectives.filter((objective) => objective !== entity) },
    deletedBelow: touchedPartsOf(entity, "deleted_with"),
    changed: entity.principleIds.map((id) => transitivelyTouched("principle", { id }, "unlinked_by_deletion"))
  })
})
