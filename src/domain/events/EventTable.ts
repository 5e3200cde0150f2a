import type { LoggedType } from "../Event.ts"
import * as Targets from "../state/Targets.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import { fieldEdits, rowEdit, sharedEdit } from "./FieldEdit.ts"
import * as Group from "./GroupEvents.ts"
import * as Initiative from "./InitiativeEvents.ts"
import { updateObjectivePrincipleLink } from "./LinkEvent.ts"
import * as Objective from "./ObjectiveEvents.ts"
import { updateObjectiveParent } from "./ParentEvent.ts"
import { updateInitiativePlacement } from "./PlacementEvent.ts"
import * as Principle from "./PrincipleEvents.ts"
import * as Progress from "./ProgressEvents.ts"
import { restoreHistory } from "./RestoreEvent.ts"
import * as Team from "./TeamEvents.ts"

const descriptions = {
  principle: rowEdit(Targets.principle, "description"),
  objective: rowEdit(Targets.objective, "description")
}
const positions = { principle: Principle.updatePosition, objective: Objective.updatePosition }
const owners = { objective: rowEdit(Targets.objective, "owner"), initiative: rowEdit(Targets.initiative, "owner") }

/** The definition of every event type, those of version 1 too, which only logs have. */
export const eventTable: Readonly<Record<LoggedType, EventDefinition>> = {
  create_team: Team.createTeam,
  ...fieldEdits(Targets.team),
  delete_team: Team.deleteTeam,
  create_principle: Principle.createPrinciple,
  ...fieldEdits(Targets.principle),
  delete_principle: Principle.deletePrinciple,
  create_objective: Objective.createObjective,
  ...fieldEdits(Targets.objective),
  update_objective_status: Objective.updateStatus,
  update_objective_dates: Objective.updateDates,
  update_objective_principle_link: updateObjectivePrincipleLink,
  update_objective_parent: updateObjectiveParent,
  delete_objective: Objective.deleteObjective,
  create_group: Group.createGroup,
  ...fieldEdits(Targets.group),
  delete_group: Group.deleteGroup,
  create_initiative: Initiative.createInitiative,
  ...fieldEdits(Targets.initiative),
  update_initiative_placement: updateInitiativePlacement,
  delete_initiative: Initiative.deleteInitiative,
  create_progress: Progress.createProgress,
  ...fieldEdits(Targets.progress),
  update_progress_value: Progress.updateProgressValue,
  delete_progress: Progress.deleteProgress,
  update_description: sharedEdit(descriptions),
  update_owner: sharedEdit(owners),
  update_position: sharedEdit(positions),
  restore_history: restoreHistory,
  update_principle_description: descriptions.principle,
  update_principle_position: positions.principle,
  update_objective_description: descriptions.objective,
  update_objective_due_date: rowEdit(Targets.objective, "dueDate"),
  update_objective_position: positions.objective
}
