import type { HistoryEntry } from "../../../domain/views/History.ts"

type Values = Pick<HistoryEntry, "fieldName" | "oldValue" | "newValue" | "eventType">

/** Descriptions quote at most this many code points of a name. */
const maxQuotedLength = 60

const quoted = (text: string): string => {
  const characters = [...text]
  if (characters.length <= maxQuotedLength) return `'${text}'`
  return `'${characters
    .slice(0, maxQuotedLength - 1)
    .join("")
    .trimEnd()}…'`
}

/** The forms in which descriptions write values: dates and colours as they are, statuses in words, texts quoted. */
const forms: ReadonlyArray<(text: string) => string> = [(text) => text, (text) => text.replaceAll("_", " "), quoted]

/** People count from one. */
const ordinal = (text: string): number => Number(text) + 1

const placeIn = (text: string): string => {
  const { position }: { readonly position: number } = JSON.parse(text)
  return String(position)
}

const endingsOf = ({ fieldName, oldValue, newValue }: Values): ReadonlyArray<string> => {
  const [before, after] = [oldValue ?? "", newValue ?? ""]
  if (fieldName === "position") return [` from position ${ordinal(before)} to ${ordinal(after)}`]
  if (fieldName === "placement") {
    return [` from position ${ordinal(placeIn(before))} to ${ordinal(placeIn(after))}`]
  }
  return [
    ...forms.map((form) => ` from ${form(before)} to ${form(after)}`),
    ...(after === "" ? [] : forms.map((form) => ` to ${form(after)}`))
  ]
}

/** The values of a check-in at the end of its description. */
const checkInValues = /^(.*'): (\S+) -> (.*)$/s

/** The values of a correction at the end of its description. */
const definitionValues = /: from \S+ to .*, now from .*$/s

/** Whether the values are shown below the sentence: for links and moves into groups the sentence says it all. */
export const showsValues = (entry: Values & Pick<HistoryEntry, "description">): boolean => {
  const { fieldName, oldValue, newValue, description } = entry
  if (fieldName === null || (oldValue === null && newValue === null)) return false
  if (fieldName.startsWith("principle:")) return false
  return fieldName !== "placement" || endingsOf(entry).some((ending) => description.endsWith(ending))
}

/** What happened, without the values that are shown below it. */
export const sentenceOf = (entry: Values & Pick<HistoryEntry, "description">): string => {
  const { description, eventType } = entry
  const isShown = showsValues(entry)
  if (entry.fieldName === "definition") return isShown ? description.replace(definitionValues, "") : description
  if (eventType === "update_progress_value") return description.replace(checkInValues, isShown ? "$1" : "$1: $2 → $3")
  // Of what it has removed or brought back, not of the user, whose name stands before the sentence.
  if (eventType === "restore_history")
    return description.replace(/^went /, "removed this ").replace(/^came back /, "brought this back ")
  const ending = isShown ? endingsOf(entry).find((ending) => description.endsWith(ending)) : undefined
  return ending === undefined ? description : description.slice(0, -ending.length)
}
