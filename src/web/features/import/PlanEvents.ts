import type { EventData, EventType } from "../../../domain/Event.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Kind } from "./Kinds.ts"
import type { Plan, PlannedObjective } from "./Plan.ts"
import type { TeamPlan } from "./ReadImport.ts"
import type { Measure } from "./Things.ts"

/** What a step makes; steps that link or check in make nothing. */
export interface MadeThing {
  readonly kind: Kind | "team"
  readonly row: number
  readonly title: string
}

export interface Step {
  readonly body: SubmitBody
  readonly made?: MadeThing
}

/** Steps that are sent one after the other. Lanes are independent, once `after` steps of the lane `of` are done. */
export interface Lane {
  /** An index among the lanes; its own for a lane that waits for none. */
  readonly of: number
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
 * The submissions that make the plan's things under new ids, in lanes from the index `of` on: one with what is `before`,
 * the principles and the objectives in their order, and one for what is in each objective.
 */
const lanesOf = (
  plan: Plan,
  teamId: string,
  newId: () => string,
  of: number,
  before: ReadonlyArray<Step>
): ReadonlyArray<Lane> => {
  const principleIds = plan.principles.map(({ existing }) => existing ?? newId())
  const principles = plan.principles.flatMap((principle, at) => {
    const { title, description, existing } = principle
    if (existing !== undefined) return []
    return [create("principle", teamId, { id: principleIds[at] ?? "", title, description }, principle)]
  })
  const first: Array<Step> = [...before, ...principles]
  const inner: Array<Lane> = []
  for (const objective of plan.objectives) {
    const id = objective.existing ?? newId()
    const { title, description, status, dueDate } = objective
    if (objective.existing === undefined) {
      first.push(create("objective", teamId, { id, title, description, status, dueDate }, objective))
    }
    const steps = stepsWithin(objective, id, principleIds, newId)
    if (steps.length > 0) inner.push({ of, after: first.length, steps })
  }
  return [{ of, after: 0, steps: first }, ...inner]
}

/** The lanes of all teams, and the ids of the teams. `colorOf`: the colour of the nth team to be made that has none. */
export const lanesOfTeams = (
  plans: ReadonlyArray<TeamPlan>,
  newId: () => string,
  colorOf: (at: number) => string
): { readonly lanes: ReadonlyArray<Lane>; readonly teamIds: ReadonlyArray<string> } => {
  const lanes: Array<Lane> = []
  let made = 0
  const teamIds = plans.map(({ plan, id: known, name, color, row }) => {
    const id = known ?? newId()
    const body = { eventType: "create_team", data: { id, name, color: color || colorOf(made) } } as const
    if (known === undefined) made += 1
    const before = known === undefined ? [{ body, made: { kind: "team", row, title: name } } as const] : []
    lanes.push(...lanesOf(plan, id, newId, lanes.length, before))
    return id
  })
  return { lanes, teamIds }
}
