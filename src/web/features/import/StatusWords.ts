import type { InitiativeStatus, ObjectiveStatus } from "../../../shared/Statuses.ts"
import { searchable } from "../../texts/NormalizedText.ts"

export interface ReadStatus<S> {
  readonly status: S
  /** Whether the text is another word for the status. */
  readonly isUnsure: boolean
}

/** Words by status; the first is the status itself. */
type Words<S extends string> = Readonly<Record<S, string>>

const objectiveWords: Words<ObjectiveStatus> = {
  draft: "draft|planned|not started|to do|todo|backlog|new|idea|proposed|entwurf|geplant|offen",
  on_track: "on track|ontrack|green|in progress|active|started|ongoing|im plan|auf kurs|grun|laufend|in arbeit",
  at_risk: "at risk|yellow|amber|gefahrdet|gelb",
  off_track: "off track|offtrack|red|behind|delayed|late|blocked|im verzug|verspatet|rot",
  achieved: "achieved|done|complete|completed|finished|reached|erreicht|erledigt|fertig|abgeschlossen",
  missed: "missed|failed|not achieved|cancelled|canceled|dropped|verfehlt|nicht erreicht"
}

const initiativeWords: Words<InitiativeStatus> = {
  planned: "planned|draft|not started|to do|todo|backlog|new|idea|open|next|geplant|offen",
  active:
    "active|in progress|doing|started|ongoing|on track|at risk|off track|blocked|in review|aktiv|laufend|in arbeit",
  done: "done|complete|completed|finished|achieved|closed|x|yes|true|erledigt|fertig|abgeschlossen",
  dropped: "dropped|cancelled|canceled|abandoned|stopped|on hold|missed|failed|verworfen|abgebrochen"
}

const reader =
  <S extends string>(words: Words<S>) =>
  (text: string): ReadStatus<S> | undefined => {
    const word = searchable(text)
      .replaceAll(/[^\p{L}]+/gu, " ")
      .trim()
    for (const [status, list] of Object.entries<string>(words)) {
      const at = list.split("|").indexOf(word)
      if (at >= 0) return { status: status as S, isUnsure: at > 0 }
    }
    return undefined
  }

export const readObjectiveStatus = (text: string) => reader(objectiveWords)(text)
export const readInitiativeStatus = (text: string) => reader(initiativeWords)(text)
