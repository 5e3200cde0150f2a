import { type EntityType, entities } from "../../shared/Entities.ts"
import { valueOf, valueText } from "./FieldValues.ts"

/** The entity's name or title. */
export const labelOf = (type: EntityType, entity: object): string => valueText(valueOf(entity, entities[type].label))
