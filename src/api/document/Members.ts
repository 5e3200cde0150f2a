import { Record } from "effect"
import { adminMembers } from "./AdminMembers.ts"
import { logMembers } from "./LogMembers.ts"
import { planMembers } from "./PlanMembers.ts"

// What the OpenAPI document says about the members of bodies. A key is a member's name where it means the same everywhere.
// Where it does not, the name follows the path to it, which begins with a schema or an operation. A test finds missing ones.

/** Points in time, ISO 8601 in UTC. */
const times: Readonly<Record<string, string>> = {
  timestamp: "When it happened",
  createdAt: "When it was created",
  updatedAt: "When it was last changed",
  "Objective.updatedAt": "When the objective or anything in it was last changed; deletions count",
  "ObjectiveView.updatedAt": "When the objective or anything in it was last changed; deletions count",
  "OverviewObjective.updatedAt": "When the objective or anything in it was last changed; deletions count",
  "Progress.updatedAt": "When the measure was last checked in or corrected",
  "ProgressWithCheckIns.updatedAt": "When the measure was last checked in or corrected",
  deletedAt: "When it was deleted",
  expiresAt: "When it ends by itself",
  lastUsedAt: "When it was last used, to within five minutes; null if it never was",
  lastSeenAt: "When it was last used, to within five minutes",
  lastCheckInAt: "When one of its measures was last checked in; null if none was",
  lastAt: "For `login_failed` and `locked`, when the last of the attempts happened; null for other actions",
  attemptedAt: "When it was posted",
  failingSince: "When the first of the current failures happened; null while there are none",
  nextAttemptAt: "When the next attempt is due; null if none is",
  previousSecretUntil: "Until when the previous secret also signs; null if there is none"
}

/** Calendar days, `YYYY-MM-DD`. */
const days: Readonly<Record<string, string>> = {
  dueDate: "When the objective is due; null if it has no due date",
  reachesTargetOn: "The UTC day on which the measure reaches its target; null if it never does",
  "TrendWeek.date": "The Monday that the column is for; today for the last one",
  "DueDateChange.from": "The due date then",
  "DueDateChange.to": "The due date now"
}

interface MemberWords {
  readonly description: string
  readonly format?: string
}

const withFormat =
  (format: string | undefined) =>
  (description: string): MemberWords =>
    format === undefined ? { description } : { description, format }

export const members: Readonly<Record<string, MemberWords>> = {
  ...Record.map(times, withFormat("date-time")),
  ...Record.map(days, withFormat("date")),
  ...Record.map({ ...planMembers, ...logMembers, ...adminMembers }, withFormat(undefined))
}
