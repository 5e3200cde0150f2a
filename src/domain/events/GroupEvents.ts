import { Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import * as Fields from "../Fields.ts"
import { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import type { Group, Initiative } from "../State.ts"
import { quoted } from "../Wording.ts"
import { born, chosenId, creation, full } from "./Creation.ts"
import { consequence, deletion } from "./Deletion.ts"
import { setField } from "./FieldEdit.ts"

export const createGroup = creation({
  type: "group",
  parent: Place.objective,
  data: Schema.Struct({ id: chosenId, name: Fields.name }),
  kept: Schema.Struct({ id: EntityId, name: Fields.name }),
  refusal: ({ entity }) => full("groups per objective", entity.groups.length, Limits.perObjective.groups),
  complete: ({ name }, id) => ({ id, name }),
  describe: ({ name }, { entity }) => `created group ${quoted(name)} in objective ${quoted(entity.title)}`,
  insert: (place, { id, name }, stamp) =>
    place.put({ ...place.entity, groups: [...place.entity.groups, { id, name, versions: born(stamp, "name") }] })
})

export const updateGroupName = setField({
  target: Place.group,
  field: "name",
  data: Schema.Struct({ name: Fields.name }),
  current: ({ name }) => ({ name }),
  text: ({ name }) => name,
  describe: (_, { name }, before) => `renamed group ${quoted(before.name)} to ${quoted(name)}`
})

const ungrouped = (initiative: Initiative, group: Group, stamp: Place.Stamp): Initiative =>
  initiative.groupId === group.id
    ? { ...initiative, groupId: null, versions: { ...initiative.versions, placement: stamp.sequenceNumber } }
    : initiative

export const deleteGroup = deletion({
  target: Place.group,
  noun: "group",
  remove: ({ objective, entity }, stamp) => {
    const { groups, initiatives } = objective.entity
    return {
      team: objective.put({
        ...objective.entity,
        groups: groups.filter((group) => group !== entity),
        initiatives: initiatives.map((initiative) => ungrouped(initiative, entity, stamp))
      }),
      below: [],
      changed: initiatives
        .filter((initiative) => initiative.groupId === entity.id)
        .map((initiative) =>
          consequence("initiative", initiative, `ungrouped: group ${quoted(entity.name)} was deleted`)
        )
    }
  }
})
