import { sessionsListed } from "../../domain/Session.ts"
import { deliveriesKept, maxWebhooks } from "../../domain/Webhook.ts"
import { entityTypes, eventTypes } from "../../shared/EventTypes.ts"
import * as Limits from "../../shared/Limits.ts"
import { objectiveStatuses } from "../../shared/Statuses.ts"
import { maxTokens } from "../../shared/TokenScopes.ts"

const noFixedLimit = "No fixed limit"

/** 53 weeks and now. */
const columns = 54

/** How many items a list may have, by its name as in `Members`; words where that depends on the data. */
export const listLimits: Readonly<Record<string, number | string>> = {
  eventTypes: eventTypes.length,
  teamIds: Limits.teams,
  "AppliedChange.teamIds": 2 * Limits.teams,
  "AppliedChange.teams": 2 * Limits.teams,
  "DetailedChange.teamIds": 2 * Limits.teams,
  entityIds: 100,
  events: 100,
  outcomes: 100,
  submissions: `${noFixedLimit}: at most as many as the events changed`,
  "Inverse.left": `${noFixedLimit}: at most as many as the events changed`,
  teams: Limits.teams,
  "OverviewChanges.teams": 2 * Limits.teams,
  principles: Limits.perTeam.principles,
  principleIds: Limits.perObjective.linkedPrinciples,
  "Objective.principles": Limits.perObjective.linkedPrinciples,
  "ObjectiveView.principles": Limits.perObjective.linkedPrinciples,
  objectives: Limits.perTeam.objectives,
  "Overview.objectives": Limits.teams * Limits.perTeam.objectives,
  groups: Limits.perObjective.groups,
  initiatives: Limits.perObjective.initiatives,
  progress: Limits.perObjective.progress,
  measures: Limits.perObjective.progress,
  checkIns: Limits.checkInsKept,
  doubts: 4,
  weeks: columns,
  percent: columns,
  ...Object.fromEntries(objectiveStatuses.map((status) => [`byStatus.${status}`, columns] as const)),
  statusChanges: Limits.perTeam.objectives,
  dueDateChanges: Limits.perTeam.objectives,
  progressChanges: Limits.perTeam.objectives,
  initiativeChanges: Limits.perTeam.objectives,
  changes: 500,
  entries: 500,
  removed: Limits.perTeam.objectives,
  changed: Limits.perTeam.objectives,
  totals: entityTypes.length,
  entities: 500,
  fields: noFixedLimit,
  "history.entity": `At most \`limit\` entries. ${noFixedLimit} without it: as many as the entity has`,
  "strategy.teams": Limits.teams,
  "users.list": `${noFixedLimit}: all users`,
  "sessions.list": sessionsListed,
  "sessions.listOf": sessionsListed,
  "tokens.list": maxTokens,
  "tokens.listAll": `${noFixedLimit}: at most ${maxTokens} for each user`,
  "webhooks.list": maxWebhooks,
  "webhooks.deliveries": deliveriesKept
}
