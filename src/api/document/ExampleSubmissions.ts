import type { EventData, EventType } from "../../domain/Event.ts"
import { EntityId } from "../../domain/entities/Ids.ts"

export interface ExampleSubmission {
  readonly eventType: EventType
  readonly targetId: EntityId | null
  readonly data: EventData
}

export const team = EntityId.make("0b6a3c52-8f1e-4d57-9a40-3c1d5e7f9a10")
export const principle = EntityId.make("1d2f4a66-7c3b-4e18-8b52-6a9c0d1e2f31")
const secondPrinciple = EntityId.make("2e3f5b77-8d4c-4f29-9c63-7bad1e2f3042")
export const objective = EntityId.make("3f406c88-9e5d-403a-8d74-8cbe2f304153")
const secondObjective = EntityId.make("40517d99-af6e-414b-9e85-9dcf30415264")
const group = EntityId.make("51628eaa-b07f-425c-8f96-aed041526375")
const initiative = EntityId.make("62739fbb-c180-436d-90a7-bfe152637486")
const measure = EntityId.make("7384a0cc-d291-447e-81b8-c0f263748597")

const at = <T extends EventType>(eventType: T, targetId: EntityId | null, data: EventData) => ({
  eventType,
  targetId,
  data
})

/** The submissions of a team's first weeks, in order; all of them are applied. */
export const growing = [
  at("create_team", null, { id: team, name: "Customer care", color: "#336699" }),
  at("update_team_name", team, { name: "Customer Care" }),
  at("update_team_color", team, { color: "#2f6fde" }),
  at("create_principle", team, { id: principle, title: "Answer the same day", description: "" }),
  at("create_principle", team, { id: secondPrinciple, title: "Mend the cause, not the case" }),
  at("update_principle_title", principle, { title: "Nobody waits overnight" }),
  at("create_objective", team, {
    id: objective,
    title: "Halve the time to an answer",
    description: "",
    status: "draft",
    statusNote: "",
    owner: "Maya Ito",
    startDate: "2026-01-05",
    dueDate: "2026-06-30",
    parentId: null
  }),
  at("create_objective", team, { id: secondObjective, title: "Retire the shared mailbox" }),
  at("update_objective_title", objective, { title: "Halve the time to a first answer" }),
  at("update_objective_status", objective, { status: "on_track", note: "The new inbox is in use." }),
  at("update_objective_dates", objective, { dueDate: "2026-09-30" }),
  at("update_objective_principle_link", objective, { principleId: principle, linked: true }),
  at("update_objective_parent", secondObjective, { parentId: objective }),
  at("create_group", objective, { id: group, name: "Tools" }),
  at("update_group_name", group, { name: "Tools and templates" }),
  at("create_initiative", objective, {
    id: initiative,
    title: "One inbox for all channels",
    status: "planned",
    owner: "Ben Okoro",
    groupId: null
  }),
  at("update_initiative_title", initiative, { title: "One inbox for mail and chat" }),
  at("update_initiative_status", initiative, { status: "active" }),
  at("update_initiative_placement", initiative, { groupId: group, position: 0 }),
  at("create_progress", objective, { id: measure, name: "First answer", start: 8, target: 4, unit: "h", value: 8 }),
  at("update_progress_value", measure, { value: 6.5, confidence: 7, note: "The new inbox is live for mail." }),
  at("update_description", objective, { description: "Measured over all channels, by working hours." }),
  at("update_owner", objective, { owner: "Ada Brandt" }),
  at("update_position", secondObjective, { position: 0 })
]

/** Submissions that delete what `growing` created, and bring one deleted entity back. */
export const shrinking = [
  at("delete_progress", measure, {}),
  at("delete_initiative", initiative, {}),
  at("delete_group", group, {}),
  at("delete_objective", secondObjective, {}),
  at("delete_principle", secondPrinciple, {}),
  at("restore_history", null, { sequenceNumber: growing.length, teamId: team }),
  at("delete_team", team, {})
]

/** Other forms that the data of these event types can have, by the form's name. */
export const otherForms: Readonly<Record<string, ExampleSubmission>> = {
  create_objective_brought_back: at("create_objective", team, { id: secondObjective, asOf: growing.length + 3 }),
  update_objective_dates_start: at("update_objective_dates", objective, { startDate: "2026-02-02" }),
  update_progress_value_dated: at("update_progress_value", measure, { value: 7, date: "2026-03-02" }),
  update_progress_value_corrected: at("update_progress_value", measure, {
    name: "First answer",
    start: 8,
    target: 3,
    unit: "hours"
  }),
  update_progress_value_retracted: at("update_progress_value", measure, { retract: growing.length - 3 })
}

const examples = [...growing, ...shrinking]

/** The first submission of an event type. Calls with any event type do not compile while one has no example. */
export const exampleOf = (eventType: (typeof examples)[number]["eventType"]): ExampleSubmission | undefined =>
  examples.find((example) => example.eventType === eventType)
