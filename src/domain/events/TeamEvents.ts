import { HashMap } from "effect"
import * as Targets from "../state/Targets.ts"
import { creation } from "./Creation.ts"
import { deletion, touchedInTeam } from "./Deletion.ts"

export const createTeam = creation({
  target: Targets.team,
  parent: Targets.strategy,
  siblings: ({ teams }) => HashMap.size(teams),
  insert: (_, made, { sequenceNumber }) => ({ ...made, touchedAt: sequenceNumber, principles: [], objectives: [] })
})

export const deleteTeam = deletion({
  target: Targets.team,
  parent: () => null,
  remove: ({ team }) => ({
    team: null,
    deletedBelow: touchedInTeam(team, "deleted_with"),
    changed: []
  })
})
