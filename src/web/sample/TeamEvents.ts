import type { EventData, EventType } from "../../domain/Event.ts"
import type { SampleInitiative, SampleObjective, SampleTeam } from "./SampleTeam.ts"

export interface SampleEvent<Id> {
  readonly eventType: EventType
  readonly targetId: Id | null
  readonly data: EventData
}

/** The ids and dates that the events need. */
export interface EventInputs<Id> {
  readonly newId: () => Id
  /** The date `days` days from today, `YYYY-MM-DD`. */
  readonly day: (days: number) => string
}

const event = <Id>(eventType: EventType, targetId: Id | null, data: EventData = {}): SampleEvent<Id> => ({
  eventType,
  targetId,
  data
})

/** Creates an initiative, which begins as planned, and sets its status. */
const initiativeEvents = <Id extends string>(
  { newId }: EventInputs<Id>,
  objectiveId: Id,
  { title, status }: SampleInitiative,
  groupId: Id | null
): ReadonlyArray<SampleEvent<Id>> => {
  const id = newId()
  const created = event("create_initiative", objectiveId, { id, title, groupId })
  return status === "planned" ? [created] : [created, event("update_initiative_status", id, { status })]
}

const objectiveEvents = <Id extends string>(
  inputs: EventInputs<Id>,
  teamId: Id,
  objective: SampleObjective,
  principleIds: ReadonlyArray<Id>
): ReadonlyArray<SampleEvent<Id>> => {
  const id = inputs.newId()
  const { title, description, status, dueInDays } = objective
  const dueDate = dueInDays === null ? null : inputs.day(dueInDays)
  const events = [event("create_objective", teamId, { id, title, description, dueDate })]

  for (const principleId of objective.principles.flatMap((index) => principleIds[index] ?? [])) {
    events.push(event("update_objective_principle_link", id, { principleId, linked: true }))
  }
  for (const { name, initiatives } of objective.groups) {
    const groupId = inputs.newId()
    events.push(event("create_group", id, { id: groupId, name }))
    for (const initiative of initiatives) events.push(...initiativeEvents(inputs, id, initiative, groupId))
  }
  for (const initiative of objective.ungrouped) events.push(...initiativeEvents(inputs, id, initiative, null))
  for (const { checkIns, ...measure } of objective.measures) {
    const measureId = inputs.newId()
    events.push(event("create_progress", id, { id: measureId, ...measure }))
    for (const checkIn of checkIns) events.push(event("update_progress_value", measureId, { ...checkIn }))
  }
  if (status !== "draft") events.push(event("update_objective_status", id, { status }))
  return events
}

/** The events that create a team under new ids, in order. */
export const teamEvents = <Id extends string>(
  { color, principles, objectives }: SampleTeam,
  name: string,
  inputs: EventInputs<Id>
) => {
  const teamId = inputs.newId()
  const events: [SampleEvent<Id>, ...Array<SampleEvent<Id>>] = [
    event<Id>("create_team", null, { id: teamId, name, color })
  ]
  const principleIds: Array<Id> = []
  for (const { title, description } of principles) {
    const id = inputs.newId()
    principleIds.push(id)
    events.push(event("create_principle", teamId, { id, title, description }))
  }
  for (const objective of objectives) events.push(...objectiveEvents(inputs, teamId, objective, principleIds))
  return { teamId, events }
}
