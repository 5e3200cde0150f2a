import { HashMap, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import { quoted } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { belowTeam, deletion } from "./Deletion.ts"
import { setField } from "./FieldEdit.ts"

const fields = { name: Fields.name, color: Fields.color }

export const createTeam = creation({
  role: "admin",
  type: "team",
  parent: Place.strategy,
  data: Schema.Struct({ id: chosenId, ...fields }),
  kept: Schema.Struct({ id: EntityId, ...fields }),
  refusal: (state) => full("teams", HashMap.size(state.teams), Limits.teams),
  complete: ({ name, color }, id) => ({ id, name, color }),
  describe: ({ name }) => `created team ${quoted(name)}`,
  insert: (_, { id, name, color }, stamp) => ({
    id,
    name,
    color,
    touchedAt: stamp.sequenceNumber,
    versions: born(stamp, "name", "color"),
    principles: [],
    objectives: []
  })
})

export const updateTeamName = setField({
  role: "admin",
  target: Place.team,
  field: "name",
  data: Schema.Struct({ name: Fields.name }),
  current: ({ name }) => ({ name }),
  text: ({ name }) => name,
  describe: (_, { name }, before) => `renamed team ${quoted(before.name)} to ${quoted(name)}`
})

export const updateTeamColor = setField({
  role: "admin",
  target: Place.team,
  field: "color",
  data: Schema.Struct({ color: Fields.color }),
  current: ({ color }) => ({ color }),
  text: ({ color }) => color,
  describe: ({ entity }, { color }, before) =>
    `changed the colour of team ${quoted(entity.name)} from ${before.color} to ${color}`
})

export const deleteTeam = deletion({
  role: "admin",
  target: Place.team,
  noun: "team",
  remove: ({ team }) => ({
    team: null,
    below: belowTeam(team, `deleted with team ${quoted(team.name)}`),
    changed: []
  })
})
