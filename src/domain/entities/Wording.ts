import { type EntityType, entities } from "../../shared/Entities.ts"
import { entityText } from "../../shared/words/Nouns.ts"
import { valueOf, valueText } from "./FieldValues.ts"

/** The entity's name or title. */
export const labelOf = (type: EntityType, entity: object): string => valueText(valueOf(entity, entities[type].label))

/** `objective ‘Grow’` */
export const nounAndLabel = (type: EntityType, entity: object): string => entityText(type, labelOf(type, entity))
