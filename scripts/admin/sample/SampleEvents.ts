import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { EntityId } from "../../../src/domain/Ids.ts"
import type { Envelope } from "../../../src/log/Planner.ts"
import type { SampleObjective, SampleTeam } from "./SampleTeam.ts"

export type SampleEvent = Pick<Envelope, "eventType" | "targetId" | "data">

const newId = SecureRandom.SecureRandom.use((random) => Effect.map(random.uuidV7(), (id) => EntityId.make(id)))

const event = (
  eventType: Envelope["eventType"],
  targetId: EntityId | null,
  data: Envelope["data"] = {}
): SampleEvent => ({ eventType, targetId, data })

/** An initiative as it is planned, and then as it went. */
const initiativeEvents = Effect.fnUntraced(function* (
  objectiveId: EntityId,
  [title, status]: SampleObjective["ungrouped"][number],
  groupId: EntityId | null
) {
  const id = yield* newId
  const created = event("create_initiative", objectiveId, { id, title, groupId })
  return status === "planned" ? [created] : [created, event("update_initiative_status", id, { status })]
})

const objectiveEvents = Effect.fnUntraced(function* (
  teamId: EntityId,
  objective: SampleObjective,
  principleIds: ReadonlyArray<EntityId>
) {
  const id = yield* newId
  const { title, description, status, due } = objective
  const today = yield* DateTime.now
  const dueDate = due === null ? null : DateTime.formatIsoDateUtc(DateTime.add(today, { days: due }))
  const events = [event("create_objective", teamId, { id, title, description, dueDate })]

  for (const index of objective.principles) {
    const principleId = principleIds[index]
    if (principleId === undefined) return yield* Effect.die(`objective ${title} names principle ${index}`)
    events.push(event("update_objective_principle_link", id, { principleId, linked: true }))
  }
  for (const { name, initiatives } of objective.groups) {
    const groupId = yield* newId
    events.push(event("create_group", id, { id: groupId, name }))
    for (const initiative of initiatives) events.push(...(yield* initiativeEvents(id, initiative, groupId)))
  }
  for (const initiative of objective.ungrouped) events.push(...(yield* initiativeEvents(id, initiative, null)))
  for (const { checkIns, ...measure } of objective.measures) {
    const measureId = yield* newId
    events.push(event("create_progress", id, { id: measureId, ...measure }))
    for (const [value, confidence, note] of checkIns) {
      events.push(event("update_progress_value", measureId, { value, confidence, note }))
    }
  }
  if (status !== "draft") events.push(event("update_objective_status", id, { status }))
  return events
})

/** The events that make a team under new ids, in order. */
export const sampleEvents = Effect.fnUntraced(function* ({ color, principles, objectives }: SampleTeam, name: string) {
  const teamId = yield* newId
  const events = [event("create_team", null, { id: teamId, name, color })]
  const principleIds: Array<EntityId> = []
  for (const { title, description } of principles) {
    const id = yield* newId
    principleIds.push(id)
    events.push(event("create_principle", teamId, { id, title, description }))
  }
  for (const objective of objectives) events.push(...(yield* objectiveEvents(teamId, objective, principleIds)))
  return { teamId, events }
})
