import { described } from "../domain/entities/Documented.ts"
import { EntityId, UserId } from "../domain/entities/Ids.ts"

// The ids in paths of more than one group of endpoints.

export const teamIdParam = described("The team's id", EntityId)

export const userIdParam = described("The user's id", UserId)
