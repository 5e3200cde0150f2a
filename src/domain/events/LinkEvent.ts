import { Option, Result, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import { quoted } from "../../shared/Quoted.ts"
import * as Fields from "../entities/Fields.ts"
import { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId, linkField } from "../entities/LinkField.ts"
import type { Principle, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { limitReason } from "./Creation.ts"
import { transitivelyTouched } from "./Deletion.ts"
import { fieldEdit } from "./FieldEdit.ts"

const data = Schema.Struct({ principleId: EntityId, linked: Fields.linked })

const readId = Schema.decodeUnknownOption(EntityId)

export { linkedPrincipleId, linkField }

const principleIn = (team: Team, id: EntityId): Principle | undefined =>
  team.principles.find((principle) => principle.id === id)

const titleIn = (team: Team, id: EntityId): string => quoted(principleIn(team, id)?.title ?? "")

export const updateObjectivePrincipleLink = fieldEdit({
  target: Targets.objective,
  data,
  logged: data,
  field: ({ principleId }) => Option.getOrNull(Option.map(readId(principleId), linkField)),
  complete: ({ team, entity }, wanted) => {
    if (principleIn(team, wanted.principleId) === undefined) {
      return Result.fail("principleId does not name a principle of the same team")
    }
    const isNew = wanted.linked && !entity.principleIds.includes(wanted.principleId)
    const limit = Limits.perObjective.linkedPrinciples
    const refusal = isNew ? limitReason("linked principles per objective", entity.principleIds.length, limit) : null
    return refusal === null ? Result.succeed(wanted) : Result.fail(refusal)
  },
  current: ({ entity }, { principleId }) => ({ principleId, linked: entity.principleIds.includes(principleId) }),
  text: ({ linked }) => String(linked),
  describe: ({ team, entity }, { principleId, linked }) => {
    const principle = `principle ${titleIn(team, principleId)}`
    const objective = `objective ${quoted(entity.title)}`
    return linked ? `linked ${principle} to ${objective}` : `unlinked ${principle} from ${objective}`
  },
  apply: (location, entity, { principleId, linked }) => {
    const others = entity.principleIds.filter((id) => id !== principleId)
    return location.replaceWith({ ...entity, principleIds: linked ? [...others, principleId] : others })
  },
  touched: ({ entity }, { principleId, linked }) => [
    transitivelyTouched(
      "principle",
      { id: principleId },
      `${linked ? "linked to" : "unlinked from"} objective ${quoted(entity.title)}`
    )
  ]
})
