import type { EventData, EventType } from "../../../domain/Event.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Kind } from "./Kinds.ts"
import type { Plan, PlannedObjective } from "./Plan.ts"
import type { Measure } from "./Things.ts"

/** What a step makes; steps that link or check in make nothing. */
export interface MadeThing {
  readonly kind: Kind
  readonly row: number
  readonly title: string
}

export interface Step {
  readonly body: SubmitBody
  readonly made?: MadeThing
}

/** Steps that are sent one after the other. Lanes are independent, once `after` steps of the first one are done. */
export interface Lane {
  readonly after: number
  readonly steps: ReadonlyArray<Step>
}

const submit = (eventType: EventType, targetId: string, data: EventData): SubmitBody =>
  ({ eventType, targetId, data }) as SubmitBody

const create = (kind: Kind, targetId: string, data: EventData, { row, title }: Omit<MadeThing, "kind">): Step => ({
  body: submit(kind === "measure" ? "create_progress" : `create_${kind}`, targetId, data),
  made: { kind, row, title }
})

const isNew = ({ existing }: { readonly existing: string | undefined }): boolean => existing === undefined

const measureSteps = (measure: Measure, objectiveId: string, id: string): ReadonlyArray<Step> => {
  const { title: name, unit, start, target, value, confidence, note } = measure
  const isCheckedIn = confidence !== null || note !== ""
  const data = { id, name, unit, start, target, ...(!isCheckedIn && { value }) }
  const created = create("measure", objectiveId, data, measure)
  return isCheckedIn ? [created, { body: submit("update_progress_value", id, { value, confidence, note }) }] : [created]
}

/** The steps for what is in an objective. */
const stepsWithin = (
  { links, groups, initiatives, measures }: PlannedObjective,
  id: string,
  principleIds: ReadonlyArray<string>,
  newId: () => string
): ReadonlyArray<Step> => {
  const grouped = groups.map((group) => ({ group, groupId: group.existing ?? newId() }))
  const linkTo = (principleId: string): Step => ({
    body: submit("update_objective_principle_link", id, { principleId, linked: true })
  })
  return [
    ...links.map((index) => linkTo(principleIds[index] ?? "")),
    ...grouped
      .filter(({ group }) => isNew(group))
      .map(({ group, groupId }) => create("group", id, { id: groupId, name: group.title }, group)),
    ...initiatives.filter(isNew).map((initiative) => {
      const { title, status, group = -1 } = initiative
      return create(
        "initiative",
        id,
        { id: newId(), title, status, groupId: grouped[group]?.groupId ?? null },
        initiative
      )
    }),
    ...measures.filter(isNew).flatMap((measure) => measureSteps(measure, id, newId()))
  ]
}

/**
 * The submissions that make the plan's things under new ids: one lane with the principles and the objectives in their
 * order, and one for what is in each objective.
 */
export const lanesOf = (plan: Plan, teamId: string, newId: () => string): ReadonlyArray<Lane> => {
  const principleIds = plan.principles.map(({ existing }) => existing ?? newId())
  const first: Array<Step> = plan.principles.flatMap((principle, at) => {
    const { title, description, existing } = principle
    if (existing !== undefined) return []
    return [create("principle", teamId, { id: principleIds[at] ?? "", title, description }, principle)]
  })
  const inner: Array<Lane> = []
  for (const objective of plan.objectives) {
    const id = objective.existing ?? newId()
    const { title, description, status, dueDate } = objective
    if (objective.existing === undefined) {
      first.push(create("objective", teamId, { id, title, description, status, dueDate }, objective))
    }
    const steps = stepsWithin(objective, id, principleIds, newId)
    if (steps.length > 0) inner.push({ after: first.length, steps })
  }
  return [{ after: 0, steps: first }, ...inner]
}
