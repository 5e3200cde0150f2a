import type { HistoryEntry } from "../../../domain/views/History.ts"
import { quoted } from "../../../shared/Quoted.ts"

type Entry = Pick<HistoryEntry, "fieldName" | "oldValue" | "newValue" | "eventType" | "description">

/** The forms in which descriptions write values: dates and colours as they are, statuses in words, texts quoted. */
const forms: ReadonlyArray<(text: string) => string> = [(text) => text, (text) => text.replaceAll("_", " "), quoted]

const move = / from position \d+ to \d+$/

/** The values at the end of descriptions of fields that have no row. */
const valuesOf: Readonly<Record<string, RegExp>> = {
  position: move,
  placement: move,
  definition: /(?<='): from \S+ to .*, now from .*$/s
}

/** The values of a check-in at the end of its description. */
const checkInValues = /^(.*'): (\S+) -> (.*)$/s

/** Whether the values are shown below the sentence: for links and moves into groups the sentence says it all. */
const showsValues = ({ fieldName, oldValue, newValue, description }: Entry): boolean =>
  fieldName !== null &&
  (oldValue !== null || newValue !== null) &&
  !fieldName.startsWith("principle:") &&
  (fieldName !== "placement" || move.test(description))

/** What happened, without the values if they are shown below it; and whether they are. */
export const sentenceOf = (entry: Entry): readonly [sentence: string, isWithoutValues: boolean] => {
  const { description, eventType, fieldName, oldValue, newValue } = entry
  const isShown = showsValues(entry)
  if (eventType === "update_progress_value" && fieldName !== "definition")
    return [description.replace(checkInValues, isShown ? "$1" : "$1: $2 → $3"), isShown]
  // Of what it has removed or brought back, not of the user, whose name stands before the sentence.
  if (eventType === "restore_history")
    return [description.replace(/^went /, "removed this ").replace(/^came back /, "brought this back "), isShown]
  if (!isShown) return [description, false]
  const [before, after] = [oldValue ?? "", newValue ?? ""]
  const endings = [
    valuesOf[fieldName ?? ""]?.exec(description)?.[0] ?? "",
    ...forms.map((form) => ` from ${form(before)} to ${form(after)}`),
    ...forms.map((form) => ` to ${form(after)}`)
  ]
  const ending = endings.find((ending) => ending !== "" && description.endsWith(ending)) ?? ""
  return [description.slice(0, description.length - ending.length), true]
}
