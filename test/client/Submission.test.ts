import { assert, describe, it } from "@effect/vitest"
import type { Outcome, Submission, SubmissionOfType } from "../../src/client/Client.ts"
import { EntityId, UserId } from "../../src/client/Client.ts"
import { type EventType, eventTypes } from "../../src/shared/EventTypes.ts"

const id = EntityId.make("00000000-0000-4000-8000-000000000001")
const userId = UserId.make("00000000-0000-4000-8000-000000000002")

/** One submission of each event type: a compiler that lets it pass says that all 29 are in the union. */
const each: { readonly [T in EventType]: SubmissionOfType<T>["data"] } = {
  create_team: { name: "Payments", color: "#1f5fbf" },
  update_team_name: { name: "Pay" },
  update_team_color: { color: "#1f5fbf" },
  delete_team: {},
  create_principle: { title: "Nobody waits overnight" },
  update_principle_title: { title: "Nobody waits" },
  delete_principle: {},
  create_objective: { id, title: "Halve the queue", status: "on_track", owner: "Ana", startDate: null, parentId: id },
  update_objective_title: { title: "Halve it" },
  update_objective_status: { status: "achieved", note: "The last one left." },
  update_objective_dates: { dueDate: "2027-03-31" },
  update_objective_principle_link: { principleId: id, linked: true },
  update_objective_parent: { parentId: null },
  delete_objective: {},
  create_group: { id, asOf: 12 },
  update_group_name: { name: "Tools" },
  delete_group: {},
  create_initiative: { title: "One inbox", status: "active", owner: "Ben", groupId: id },
  update_initiative_title: { title: "An inbox" },
  update_initiative_status: { status: "done" },
  update_initiative_placement: { groupId: null },
  delete_initiative: {},
  create_progress: { name: "Queue", start: 8, target: 4, unit: "h" },
  update_progress_value: { value: 6, confidence: 7, note: "", date: "2027-03-01" },
  delete_progress: {},
  update_description: { description: "" },
  update_owner: { owner: "" },
  update_position: { position: 0 },
  restore_history: { sequenceNumber: 3, teamId: id }
}

/** What must not compile, one fault a line. */
const refused: ReadonlyArray<Submission> = [
  // @ts-expect-error an unknown event type
  { eventType: "rename_team", targetId: id, data: { name: "Pay" } },
  // @ts-expect-error no target
  { eventType: "update_team_name", data: { name: "Pay" } },
  // @ts-expect-error null as the target
  { eventType: "update_team_name", targetId: null, data: { name: "Pay" } },
  // @ts-expect-error a user's id as the target
  { eventType: "update_team_name", targetId: userId, data: { name: "Pay" } },
  // @ts-expect-error any text as the target
  { eventType: "update_team_name", targetId: "payments", data: { name: "Pay" } },
  // @ts-expect-error a target where there is none
  { eventType: "create_team", targetId: id, data: { name: "Pay", color: "#1f5fbf" } },
  // @ts-expect-error no data
  { eventType: "delete_team", targetId: id },
  // @ts-expect-error data where there is none
  { eventType: "delete_team", targetId: id, data: { name: "Pay" } },
  // @ts-expect-error a missing key
  { eventType: "create_team", data: { name: "Pay" } },
  // @ts-expect-error a misspelt key
  { eventType: "create_objective", targetId: id, data: { title: "Grow", duedate: null } },
  // @ts-expect-error another entity's key
  { eventType: "create_group", targetId: id, data: { name: "Tools", title: "Tools" } },
  // @ts-expect-error a value of another type
  { eventType: "update_position", targetId: id, data: { position: "first" } },
  // @ts-expect-error a status of an initiative
  { eventType: "update_objective_status", targetId: id, data: { status: "done" } },
  // @ts-expect-error bringing back, with other data
  { eventType: "create_objective", targetId: id, data: { id, asOf: 3, title: "Grow" } },
  // @ts-expect-error bringing back a team
  { eventType: "create_team", data: { id, asOf: 3 } },
  // @ts-expect-error a check-in and a correction at once
  { eventType: "update_progress_value", targetId: id, data: { value: 3, target: 4 } },
  // @ts-expect-error neither a check-in nor a correction
  { eventType: "update_progress_value", targetId: id, data: {} },
  // @ts-expect-error a note without a value
  { eventType: "update_progress_value", targetId: id, data: { note: "" } },
  // @ts-expect-error a date of a correction
  { eventType: "update_progress_value", targetId: id, data: { target: 4, date: "2027-03-01" } },
  // @ts-expect-error a check-in that is taken out, and another
  { eventType: "update_progress_value", targetId: id, data: { retract: 12, value: 3 } },
  // @ts-expect-error both dates at once
  { eventType: "update_objective_dates", targetId: id, data: { startDate: null, dueDate: null } },
  // @ts-expect-error a retired event type
  { eventType: "update_objective_due_date", targetId: id, data: { dueDate: null } },
  // @ts-expect-error a misspelt lastSeenSequence
  { eventType: "update_team_name", targetId: id, data: { name: "Pay" }, lastSeen: 3 }
]

/** Two event types in one expression: nothing has to be told apart by hand. */
const either = (isTeam: boolean): Submission =>
  isTeam
    ? { eventType: "update_team_name", targetId: id, data: { name: "Pay" } }
    : { eventType: "update_progress_value", targetId: id, data: { name: "Queue", target: 3 } }

/** Each status has its own members. */
const told = (outcome: Outcome): string => {
  // @ts-expect-error only rejections have a reason
  assert.strictEqual(outcome.rejectionReason, undefined)
  switch (outcome.status) {
    case "applied":
      return `${outcome.sequenceNumber}, before: ${outcome.previousValue ?? ""}`
    case "no_change":
      return ""
    case "rejected":
      return outcome.code === "conflict" ? (outcome.conflictingServerValue ?? "") : outcome.rejectionReason
  }
}

describe("Submission", () => {
  it("has every event type", () => {
    assert.deepStrictEqual(Object.keys(each), [...eventTypes])
    assert.isAbove(refused.length, 0)
    assert.notDeepEqual(either(true), either(false))
  })

  it("has outcomes that are told apart by their status", () => {
    assert.strictEqual(told({ status: "no_change", sequenceNumber: 0 }), "")
  })
})
