import type { Definition } from "./Definition.ts"
import type { EventType } from "./Event.ts"
import * as Group from "./events/GroupEvents.ts"
import * as Initiative from "./events/InitiativeEvents.ts"
import { updateObjectivePrincipleLink } from "./events/LinkEvent.ts"
import * as Objective from "./events/ObjectiveEvents.ts"
import { updateInitiativePlacement } from "./events/PlacementEvent.ts"
import * as Principle from "./events/PrincipleEvents.ts"
import * as Progress from "./events/ProgressEvents.ts"
import { restoreHistory } from "./events/RestoreEvent.ts"
import * as Team from "./events/TeamEvents.ts"

/** All event types there are, each with its one definition. */
export const eventTable: Readonly<Record<EventType, Definition>> = {
  create_team: Team.createTeam,
  update_team_name: Team.updateTeamName,
  update_team_color: Team.updateTeamColor,
  delete_team: Team.deleteTeam,
  create_principle: Principle.createPrinciple,
  update_principle_title: Principle.updatePrincipleTitle,
  update_principle_description: Principle.updatePrincipleDescription,
  update_principle_position: Principle.updatePrinciplePosition,
  delete_principle: Principle.deletePrinciple,
  create_objective: Objective.createObjective,
  update_objective_title: Objective.updateObjectiveTitle,
  update_objective_description: Objective.updateObjectiveDescription,
  update_objective_status: Objective.updateObjectiveStatus,
  update_objective_due_date: Objective.updateObjectiveDueDate,
  update_objective_position: Objective.updateObjectivePosition,
  update_objective_principle_link: updateObjectivePrincipleLink,
  delete_objective: Objective.deleteObjective,
  create_group: Group.createGroup,
  update_group_name: Group.updateGroupName,
  delete_group: Group.deleteGroup,
  create_initiative: Initiative.createInitiative,
  update_initiative_title: Initiative.updateInitiativeTitle,
  update_initiative_status: Initiative.updateInitiativeStatus,
  update_initiative_placement: updateInitiativePlacement,
  delete_initiative: Initiative.deleteInitiative,
  create_progress: Progress.createProgress,
  update_progress_value: Progress.updateProgressValue,
  delete_progress: Progress.deleteProgress,
  restore_history: restoreHistory
}
