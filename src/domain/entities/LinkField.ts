import type { EntityId } from "./Ids.ts"

const prefix = "principle:"

/** A link is a field of the objective with this name. */
export const linkField = (principleId: EntityId): string => `${prefix}${principleId}`

/** The id of the linked principle, if the field is a link. */
export const linkedPrincipleId = (field: string): string | undefined =>
  field.startsWith(prefix) ? field.slice(prefix.length) : undefined
