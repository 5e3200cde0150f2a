import type { EventType } from "../Event.ts"
import * as Targets from "../state/Targets.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import { fieldEdits } from "./FieldEdit.ts"
import * as Group from "./GroupEvents.ts"
import * as Initiative from "./InitiativeEvents.ts"
import { updateObjectivePrincipleLink } from "./LinkEvent.ts"
import * as Objective from "./ObjectiveEvents.ts"
import { updateInitiativePlacement } from "./PlacementEvent.ts"
import * as Principle from "./PrincipleEvents.ts"
import * as Progress from "./ProgressEvents.ts"
import { restoreHistory } from "./RestoreEvent.ts"
import * as Team from "./TeamEvents.ts"

/** The definition of every event type. */
export const eventTable: Readonly<Record<EventType, EventDefinition>> = {
  create_team: Team.createTeam,
  ...fieldEdits(Targets.team),
  delete_team: Team.deleteTeam,
  create_principle: Principle.createPrinciple,
  ...fieldEdits(Targets.principle),
  update_principle_position: Principle.updatePrinciplePosition,
  delete_principle: Principle.deletePrinciple,
  create_objective: Objective.createObjective,
  ...fieldEdits(Targets.objective),
  update_objective_position: Objective.updateObjectivePosition,
  update_objective_principle_link: updateObjectivePrincipleLink,
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
  restore_history: restoreHistory
}
