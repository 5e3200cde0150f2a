import type { EntityType } from "../../../shared/Entities.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import { titleLength } from "../../../shared/Limits.ts"
import { isSameTitle } from "../../../shared/NormalizedText.ts"
import { truncatedLine } from "../../../shared/Quoted.ts"
import type { SubmitBody } from "../../contract/PageApi.ts"
import type { OverviewBody } from "../../workspace/LiveOverview.ts"
import type { BatchStep } from "../../workspace/outbox/Batch.ts"
import type { Measure, Objective, Principle } from "../../workspace/Team.ts"
import * as texts from "./ManyTexts.ts"

/** What a copy begins anew: its work is to be done. */
const progressFields = ["status", "statusNote", "value"]

const step = (
  eventType: SubmitBody["eventType"],
  targetId: string,
  data: SubmitBody["data"],
  title = ""
): BatchStep => ({
  title,
  body: { eventType, targetId, data }
})

/** The fields that the creation of another one like it has. */
const fieldsOf = (type: EntityType, one: object, isNew: boolean): SubmitBody["data"] =>
  Object.fromEntries(
    Object.keys(rowOf(type).fields).flatMap((name) =>
      isNew && progressFields.includes(name) ? [] : [[name, Reflect.get(one, name)]]
    )
  )

interface Copy {
  readonly id: string
  readonly teamId: string
  readonly title: string
  readonly parentId: string | null
  /** The principles that it is linked to. */
  readonly principleIds: ReadonlyArray<string>
  /** Whether it begins anew; else it stands where the original does. */
  readonly isNew: boolean
}

const measureSteps = (measure: Measure, { id: objectiveId, isNew }: Copy, id: string): ReadonlyArray<BatchStep> => {
  const { value, confidence, note, date } = measure
  const made = step("create_progress", objectiveId, { ...fieldsOf("progress", measure, isNew || date !== null), id })
  return isNew || date === null ? [made] : [made, step("update_progress_value", id, { value, confidence, note, date })]
}

/** The steps that make an objective, and what is in it, as new items. */
const copySteps = (objective: Objective, copy: Copy, newId: () => string): ReadonlyArray<BatchStep> => {
  const { id, teamId, title, parentId, principleIds, isNew } = copy
  const { groups, initiatives, progress } = objective
  const groupIds = new Map<string, string>(groups.map((group) => [group.id, newId()]))
  return [
    step("create_objective", teamId, { ...fieldsOf("objective", objective, isNew), id, title, parentId }, title),
    ...principleIds.map((principleId) => step("update_objective_principle_link", id, { principleId, linked: true })),
    ...groups.map((group) =>
      step("create_group", id, { ...fieldsOf("group", group, isNew), id: groupIds.get(group.id) ?? "" })
    ),
    ...initiatives.map((initiative) =>
      step("create_initiative", id, {
        ...fieldsOf("initiative", initiative, isNew),
        id: newId(),
        groupId: groupIds.get(initiative.groupId ?? "") ?? null
      })
    ),
    ...progress.flatMap((measure) => measureSteps(measure, copy, newId()))
  ]
}

/** The steps that make another one like it below it. */
export const duplicateSteps = (
  objective: Objective,
  teamId: string,
  position: number,
  newId: () => string
): ReadonlyArray<BatchStep> => {
  const { title, parentId, principles } = objective
  const suffix = texts.copyOf("")
  const copy = {
    ...{ id: newId(), teamId, parentId, isNew: true },
    title: `${truncatedLine(title, titleLength - suffix.length)}${suffix}`,
    principleIds: principles.map(({ id }) => id)
  }
  return [...copySteps(objective, copy, newId), step("update_position", copy.id, { position: position + 1 })]
}

interface Destination {
  readonly teamId: string
  readonly principles: ReadonlyArray<Principle>
}

/**
 * The steps that make objectives in another team, linked to its principles of the same names, and supported by those that
 * supported them; then those that delete the ones they replace.
 */
export const moveSteps = (
  objectives: ReadonlyArray<Objective>,
  { teamId, principles }: Destination,
  overview: OverviewBody,
  newId: () => string
) => {
  const newIds = new Map<string, string>(objectives.map(({ id }) => [id, newId()]))
  const copies = objectives.flatMap((objective) => {
    const { id, title, parentId } = objective
    const copy = {
      ...{ id: newIds.get(id) ?? "", teamId, title, isNew: false },
      parentId: newIds.has(parentId ?? "") ? null : parentId,
      principleIds: principles
        .filter((one) => objective.principles.some(({ title }) => isSameTitle(title, one.title)))
        .map((one) => one.id)
    }
    return copySteps(objective, copy, newId)
  })
  const supporters = overview.objectives.flatMap((one): ReadonlyArray<BatchStep> => {
    const parentId = newIds.get(one.parentId ?? "")
    const targetId = newIds.get(one.id) ?? one.id
    if (parentId === undefined) return []
    const { title, body } = step("update_objective_parent", targetId, { parentId })
    return [{ title, body: newIds.has(one.id) ? body : { ...body, lastSeenSequence: overview.sequenceNumber } }]
  })
  return {
    steps: [...copies, ...supporters],
    last: objectives.map(({ id, title }) => step("delete_objective", id, {}, title))
  }
}
