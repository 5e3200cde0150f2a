import { Option, Schema } from "effect"
import { EntityId } from "./Ids.ts"

const prefix = "principle:"

const readId = Schema.decodeUnknownOption(EntityId)

/** A link is a field of the objective with this name. */
export const linkField = (principleId: EntityId): string => `${prefix}${principleId}`

/** The id of the linked principle, if the field is a link. */
export const linkedPrincipleId = (field: string): EntityId | undefined =>
  field.startsWith(prefix) ? Option.getOrUndefined(readId(field.slice(prefix.length))) : undefined
