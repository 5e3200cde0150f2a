import type { Definition } from "./Definition.ts"
import type { EventType } from "./Event.ts"
import { fieldEdits } from "./events/FieldEdit.ts"
import * as Group from "./events/GroupEvents.ts"
import * as Initiative from "./events/InitiativeEvents.ts"
import { updateObjectivePrincipleLink } from "./events/LinkEvent.ts"
import * as Objective from "./events/ObjectiveEvents.ts"
import { updateInitiativePlacement } from "./events/PlacementEvent.ts"
import * as Principle from "./events/PrincipleEvents.ts"
import * as Progress from "./events/ProgressEvents.ts"
import { restoreHistory } from "./events/RestoreEvent.ts"
import * as Team from "./events/TeamEvents.ts"
import * as Place from "./Place.ts"

/** All event types there are, each with its one definition. */
export const eventTable: Readonly<Record<EventType, Definition>> = {
  create_team: Team.createTeam,
  ...fieldEdits(Place.team),
  delete_team: Team.deleteTeam,
  create_principle: Principle.createPrinciple,
  ...fieldEdits(Place.principle),
  update_principle_position: Principle.updatePrinciplePosition,
  delete_principle: Principle.deletePrinciple,
  create_objective: Objective.createObjective,
  ...fieldEdits(Place.objective),
  update_objective_position: Objective.updateObjectivePosition,
  update_objective_principle_link: updateObjectivePrincipleLink,
  delete_objective: Objective.deleteObjective,
  create_group: Group.createGroup,
  ...fieldEdits(Place.group),
  delete_group: Group.deleteGroup,
  create_initiative: Initiative.createInitiative,
  ...fieldEdits(Place.initiative),
  update_initiative_placement: updateInitiativePlacement,
  delete_initiative: Initiative.deleteInitiative,
  create_progress: Progress.createProgress,
  ...fieldEdits(Place.progress),
  update_progress_value: Progress.updateProgressValue,
  delete_progress: Progress.deleteProgress,
  restore_history: restoreHistory
}
