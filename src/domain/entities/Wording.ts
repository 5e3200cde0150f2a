import { type EntityType, entities } from "../../shared/Entities.ts"
import { textOf, valueOf } from "./FieldValues.ts"

/** How much of a name a description shows. */
const nameShown = 60

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unprintable = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/g

/** A text of at most `maximum` code points; of a longer one the beginning, ending in `…`. No surrogate pair is cut in two. */
export const cut = (text: string, maximum: number): string => {
  if (text.length <= maximum) return text
  // Enough for all of a text that is not too long, and for the beginning of any other.
  const characters = Array.from(text.slice(0, 2 * maximum + 1))
  return characters.length <= maximum
    ? text
    : `${characters
        .slice(0, maximum - 1)
        .join("")
        .trimEnd()}…`
}

/** Any text cut to `maximum` code points, on one line and without characters a database or a terminal would refuse. */
export const shortened = (text: string, maximum: number): string =>
  cut(
    text
      .slice(0, 2 * maximum + 2)
      .toWellFormed()
      .replaceAll(unprintable, " "),
    maximum
  )

export const quoted = (name: string): string => `'${shortened(name, nameShown)}'`

/** People count from one. */
export const ordinal = (index: number): string => String(index + 1)

/** `on_track` as `on track`. */
export const spaced = (identifier: string): string => identifier.replaceAll("_", " ")

/** `an objective` */
export const withArticle = (type: EntityType): string => {
  const { noun } = entities[type]
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
}

/** The name or title people know an entity by. */
export const labelOf = (type: EntityType, entity: object): string => textOf(valueOf(entity, entities[type].label))

/** `objective 'Grow'` */
export const called = (type: EntityType, entity: object): string =>
  `${entities[type].noun} ${quoted(labelOf(type, entity))}`

/** `position 1 to 3`, from indexes. */
export const fromTo = (from: number, to: number): string => `position ${ordinal(from)} to ${ordinal(to)}`
