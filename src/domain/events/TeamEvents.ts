import { HashMap } from "effect"
import { called } from "../entities/Wording.ts"
import * as Place from "../state/Place.ts"
import { creation } from "./Creation.ts"
import { belowTeam, deletion } from "./Deletion.ts"

export const createTeam = creation({
  type: "team",
  parent: Place.strategy,
  siblings: ({ teams }) => HashMap.size(teams),
  insert: (_, made, { sequenceNumber }) => ({ ...made, touchedAt: sequenceNumber, principles: [], objectives: [] })
})

export const deleteTeam = deletion({
  target: Place.team,
  remove: ({ team }) => ({ team: null, below: belowTeam(team, `deleted with ${called("team", team)}`), changed: [] })
})
