import type { InitiativeStatus, ObjectiveStatus } from "../../shared/Statuses.ts"
import { patternOf, wordsIn } from "../CellText.ts"
import type { ParsedValue } from "../ImportTree.ts"
import { type Answers, answerIn } from "./Answers.ts"

/** An objective's status, an initiative's status, and a pattern of words for both. A pause is none of them. */
const statuses: ReadonlyArray<readonly [ObjectiveStatus, InitiativeStatus, words: string]> = [
  [
    "draft",
    "planned",
    "draft|planned|not started|no status|pending|to ?do|backlog|new|idea|proposed|open|next|entwurf|geplant|offen|zu erledigen|" +
      "a faire|a venir|non commence|brouillon|(tareas )?por hacer|pendiente|sin empezar|borrador"
  ],
  [
    "on_track",
    "active",
    "on ?track|green|active|reopened|in progress|doing|started|ongoing|in review|ahead( of schedule)?|im plan|auf kurs|grun|aktiv|" +
      "laufend|in arbeit|en cours|en bonne voie|dans les temps|en curso|en progreso|bien encaminado"
  ],
  [
    "at_risk",
    "active",
    "at risk|needs attention|progressing|caution|partial(ly)?( achieved| complete)?|yellow|amber|orange|gefahrdet|gelb|teilweise( erreicht)?|" +
      "a risque|partiel(lement)?( atteint)?|en riesgo|parcial(mente)?"
  ],
  [
    "off_track",
    "active",
    "off ?track|red|behind( schedule)?|delayed|late|blocked|im verzug|verspatet|rot|en retard|atrasado|retrasado"
  ],
  [
    "achieved",
    "done",
    "achieved|accomplished|done|resolved|completed?|finished|closed|reached|exceeded|x|yes|true|erreicht|ubertroffen|erledigt|fertig|" +
      "abgeschlossen|atteint|termine|depasse|resolu|ferme|logrado|completad[oa]|finalizad[oa]|terminad[oa]|hecho|listo|superado"
  ],
  [
    "missed",
    "dropped",
    "missed|dropped|failed|not achieved|cancell?ed|abandoned|stopped|verfehlt|nicht erreicht|verworfen|abgebrochen|" +
      "manque|non atteint|abandonne|annule|no logrado|cancelad[oa]|abandonado"
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

/** The words of a status, or of its sign; a number before them is its place in a list. */
export const statusWordsIn = (text: string): string =>
  wordsIn(text) || (signs.find(([sign]) => sign.test(text))?.[1] ?? "")

const isStatusOf = <S extends string>(list: ReadonlyArray<S>, status: string): status is S =>
  list.some((one) => one === status)

/** The status that a word was answered to mean, in the terms of an objective or of an initiative. */
const answered = <S extends string>(
  answers: Answers,
  word: string,
  statusIn: (row: (typeof statuses)[number]) => S
): S | undefined => {
  const answer = answerIn(answers, word) ?? ""
  const row = statuses.find((row) => row.includes(answer))
  const own = statuses.map(statusIn)
  return isStatusOf(own, answer) ? answer : row && statusIn(row)
}

/** Unsure is a status that is written with another word than its own. */
const readStatus = <S extends string>(
  text: string,
  answers: Answers,
  statusIn: (row: (typeof statuses)[number]) => S
): ParsedValue<S> | undefined => {
  const word = statusWordsIn(text)
  const answer = answered(answers, word || text.trim(), statusIn)
  if (answer !== undefined) return { value: answer, isUnsure: false }
  // “50 % done” is no “done”.
  if (/\d/.test(text.replace(/^\s*\d+\s*[.):–-]/, ""))) return undefined
  const row = statuses[patterns.findIndex((pattern) => pattern.test(word))]
  const value = row && statusIn(row)
  return value && { value, isUnsure: value.replace("_", " ") !== word }
}

export const readObjectiveStatus = (text: string, answers: Answers = {}) =>
  readStatus(text, answers, ([status]) => status)
export const readInitiativeStatus = (text: string, answers: Answers = {}) =>
  readStatus(text, answers, ([, status]) => status)
