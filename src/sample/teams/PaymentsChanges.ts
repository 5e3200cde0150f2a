import type { TeamPlan } from "../TeamPlan.ts"

/** What happened in the team besides. */
export const paymentsChanges: TeamPlan["others"] = [
  {
    ...{ week: 2, day: 1, minute: 11 * 60 },
    ...{ eventType: "update_objective_title", target: "@payments objective 1" },
    data: { title: "Month-end closes in three days" }
  },
  {
    ...{ week: 2, day: 1, minute: 15 * 60 + 20 },
    ...{ eventType: "update_objective_title", target: "@payments objective 1" },
    data: { title: "Month-end closes in two days" }
  },
  // Postponed twice, and passed on when its owner left.
  {
    ...{ week: 4, day: 4, minute: 13 * 60 },
    ...{ eventType: "update_objective_dates", target: "@payments objective 2" },
    data: { dueDate: 52 }
  },
  {
    ...{ week: 7, day: 4, minute: 13 * 60 },
    ...{ eventType: "update_objective_dates", target: "@payments objective 2" },
    data: { dueDate: 66 }
  },
  {
    ...{ week: 8, day: 4, minute: 15 * 60 },
    ...{ eventType: "update_owner", target: "@payments objective 2" },
    data: { owner: "Mei Chen" }
  },
  {
    ...{ week: 8, day: 4, minute: 15 * 60 + 2 },
    ...{ eventType: "update_owner", target: "@payments objective 3" },
    data: { owner: "Oskar Brandt" }
  },
  // A deletion by mistake, which a restore of the team to the event before takes back.
  {
    ...{ week: 7, day: 1, minute: 16 * 60 + 5 },
    ...{ eventType: "delete_objective", target: "@payments objective 0" },
    data: {}
  },
  {
    ...{ week: 7, day: 1, minute: 16 * 60 + 11 },
    ...{ eventType: "restore_history", target: null },
    data: { teamId: "@payments", sequenceNumber: -2 }
  }
]
