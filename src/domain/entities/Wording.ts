import { type EntityType, entities } from "../../shared/Entities.ts"
import { quoted } from "../../shared/Quoted.ts"
import { valueOf, valueText } from "./FieldValues.ts"

/** People count from one. */
const ordinal = (index: number): string => String(index + 1)

/** `on_track` as `on track`. */
export const withSpaces = (identifier: string): string => identifier.replaceAll("_", " ")

/** `an objective` */
export const withArticle = (type: EntityType): string => {
  const { noun } = entities[type]
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
}

/** The entity's name or title. */
export const labelOf = (type: EntityType, entity: object): string => valueText(valueOf(entity, entities[type].label))

/** `objective 'Grow'` */
export const nounAndLabel = (type: EntityType, entity: object): string =>
  `${entities[type].noun} ${quoted(labelOf(type, entity))}`

/** `position 1 to 3`, made from indexes. */
export const fromTo = (from: number, to: number): string => `position ${ordinal(from)} to ${ordinal(to)}`
