import type { InitiativeStatus, ObjectiveStatus } from "../shared/Statuses.ts"
import { patternOf, wordsIn } from "./CellText.ts"
import type { ParsedValue } from "./ImportTree.ts"

/** An objective's status, an initiative's status, and a pattern of words for both. */
const statuses: ReadonlyArray<readonly [ObjectiveStatus, InitiativeStatus, words: string]> = [
  [
    "draft",
    "planned",
    "draft|planned|not started|no status|pending|to ?do|backlog|new|idea|proposed|open|next|entwurf|geplant|offen"
  ],
  [
    "on_track",
    "active",
    "on ?track|green|active|reopened|in progress|doing|started|ongoing|in review|im plan|auf kurs|grun|aktiv|laufend|in arbeit"
  ],
  ["at_risk", "active", "at risk|needs attention|progressing|yellow|amber|orange|gefahrdet|gelb"],
  ["off_track", "active", "off ?track|red|behind|delayed|late|blocked|im verzug|verspatet|rot"],
  [
    "achieved",
    "done",
    "achieved|accomplished|done|resolved|completed?|finished|closed|reached|x|yes|true|erreicht|erledigt|fertig|abgeschlossen"
  ],
  [
    "missed",
    "dropped",
    "missed|dropped|failed|not achieved|cancell?ed|abandoned|stopped|on hold|postponed|verfehlt|nicht erreicht|verworfen|abgebrochen"
  ]
]

const patterns = Array.from(statuses, ([, , words]) => patternOf(words))

/** What signs stand for where there are no words. */
const signs: ReadonlyArray<readonly [RegExp, string]> = [
  [/🟢|🟩|💚/u, "green"],
  [/🟡|🟨|🟠|🟧|💛/u, "yellow"],
  [/🔴|🟥|❤/u, "red"],
  [/✅|✔|☑/u, "done"],
  [/⚪|⬜|☐/u, "not started"]
]

/** The words of a status, or of its sign. */
export const statusWordsIn = (text: string): string =>
  wordsIn(text) || (signs.find(([sign]) => sign.test(text))?.[1] ?? "")

/** Unsure is a status that is written with another word than its own. */
const readStatus = <S extends string>(
  text: string,
  statusIn: (row: (typeof statuses)[number]) => S
): ParsedValue<S> | undefined => {
  const word = statusWordsIn(text)
  const row = statuses[patterns.findIndex((pattern) => pattern.test(word))]
  const value = row && statusIn(row)
  return value && { value, isUnsure: value.replace("_", " ") !== word }
}

export const readObjectiveStatus = (text: string) => readStatus(text, ([status]) => status)
export const readInitiativeStatus = (text: string) => readStatus(text, ([, status]) => status)
