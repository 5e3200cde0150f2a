import type { EntityType } from "../Entities.ts"
import { rowOf } from "../EventTypes.ts"
import { truncatedLine } from "../Quoted.ts"

/** Sentences cut names to this many code points. */
const maxQuotedLength = 60

/** A title or name as sentences write it. */
export const quote = (title: string): string => `“${truncatedLine(title, maxQuotedLength)}”`

/** `on_track` as `on track`. */
export const withSpaces = (identifier: string): string => identifier.replaceAll("_", " ")

/** "1 objective", "2 objectives" */
export const counted = (count: number, noun: string, number: (value: number) => string = String): string =>
  `${number(count)} ${noun}${count === 1 ? "" : "s"}`

/** A word or a clause as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `an objective` */
export const withArticle = (type: EntityType): string => {
  const { noun } = rowOf(type)
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
}

/** `objective “Grow”`, or `an objective` where the title is not known. */
export const entityText = (type: EntityType, title: string | null): string =>
  title === null ? withArticle(type) : `${rowOf(type).noun} ${quote(title)}`

const nounsWithoutRow: Readonly<Record<string, string>> = {
  position: "position",
  placement: "place",
  definition: "definition",
  parent: "parent",
  principle: "link to a principle"
}

/** What people call a field, by its name in histories; all links are called alike. */
export const fieldNoun = (type: EntityType, field: string): string => {
  const name = field.replace(/:.*/, "")
  return rowOf(type).fields[name]?.noun ?? nounsWithoutRow[name] ?? name
}
