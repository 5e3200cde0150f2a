import { Option, Result, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import { described } from "../entities/Documented.ts"
import * as Fields from "../entities/Fields.ts"
import { EntityId } from "../entities/Ids.ts"
import { linkField } from "../entities/LinkField.ts"
import { invalid } from "../Rejection.ts"
import type { Principle, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { transitivelyTouched } from "./EventDefinition.ts"
import { fieldEdit } from "./FieldEdit.ts"

const data = Schema.Struct({ principleId: described("The principle", EntityId), linked: Fields.linked })

const readId = Schema.decodeUnknownOption(EntityId)

const principleIn = (team: Team, id: EntityId): Principle | undefined =>
  team.principles.find((principle) => principle.id === id)

export const updateObjectivePrincipleLink = fieldEdit({
  target: Targets.objective,
  data,
  logged: data,
  field: ({ principleId }) => Option.getOrNull(Option.map(readId(principleId), linkField)),
  complete: ({ team, entity }, wanted) => {
    if (principleIn(team, wanted.principleId) === undefined) {
      return Result.fail(invalid("principleId", { rule: "not_in_parent", type: "principle" }))
    }
    const isNew = wanted.linked && !entity.principleIds.includes(wanted.principleId)
    const limit = Limits.perObjective.linkedPrinciples
    return isNew && entity.principleIds.length >= limit
      ? Result.fail({ code: "limit", of: "linked_principle", limit })
      : Result.succeed(wanted)
  },
  current: ({ entity }, { principleId }) => ({ principleId, linked: entity.principleIds.includes(principleId) }),
  text: ({ linked }) => String(linked),
  apply: (location, entity, { principleId, linked }) => {
    const others = entity.principleIds.filter((id) => id !== principleId)
    return location.replaceWith({ ...entity, principleIds: linked ? [...others, principleId] : others })
  },
  touched: (_, { principleId, linked }) => [
    transitivelyTouched("principle", { id: principleId }, linked ? "linked" : "unlinked")
  ]
})
