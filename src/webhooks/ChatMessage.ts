import type { AppliedChange } from "../domain/views/AppliedChange.ts"
import { rowOf } from "../shared/EventTypes.ts"
import { nameOf } from "../shared/words/ActorName.ts"
import { maxNoteLength } from "../shared/words/ValueSentences.ts"

/** A line that people read, which links to `url`. */
export interface ChatLine {
  readonly text: string
  readonly url?: string | undefined
}

/** A message for people, before it takes the form of a product. */
export interface ChatMessage {
  /** What a notification shows, as a sentence. */
  readonly title: string
  readonly url?: string | undefined
  /** Names with their values, such as what a field was before. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  readonly sections: ReadonlyArray<{ readonly title: string; readonly lines: ReadonlyArray<ChatLine> }>
}

/** How much of a text is shown; the page has the rest. */
const maxTitle = 600
const maxValue = 500

/** Cuts a text, at a character's end. */
export const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`

/** Running texts are the only values that the description leaves out. */
const isRunningText = ({ fieldName, entityType }: AppliedChange): boolean =>
  fieldName !== null && entityType !== null && rowOf(entityType).fields[fieldName]?.form === "lines"

const valueOrNone = (value: string | null): string => (value === null || value === "" ? "none" : cut(value, maxValue))

/** An applied event for people: who did what, old and new values, where, and the page's address. */
export const changeMessage = (change: AppliedChange): ChatMessage => {
  const { description, fieldName, oldValue, newValue, teams, owner, data, url } = change
  const { note = data.statusNote } = data
  const isSaid = fieldName === "status" && typeof note === "string" && note.length <= maxNoteLength
  const names = teams.flatMap(({ name }) => (name === null ? [] : [name]))
  return {
    title: cut(`${nameOf(change)} ${description}`, maxTitle),
    url,
    facts: [
      ...(isRunningText(change)
        ? ([
            ["Before", valueOrNone(oldValue)],
            ["Now", valueOrNone(newValue)]
          ] as const)
        : []),
      ...(typeof note === "string" && note !== "" && !isSaid ? [["Note", cut(note, maxValue)] as const] : []),
      ...(owner === "" ? [] : [["Owner", cut(owner, maxValue)] as const]),
      ...(names.length === 0 ? [] : [[names.length === 1 ? "Team" : "Teams", cut(names.join(", "), maxValue)] as const])
    ],
    sections: []
  }
}

export const testMessage = (url: string | null): ChatMessage => ({
  title: "This is a test. Changes of the strategy will be posted here.",
  url: url ?? undefined,
  facts: [],
  sections: []
})
