import type { Subject } from "../facts/Findings.ts"
import type { DeckInput } from "../Input.ts"

/** The keys by which links name slides. A link to a slide that is not in the deck is plain text. */
export const subjectKey = ({ team }: DeckInput, subject: Subject | "summary"): string => `${team.id} ${subject}`

export const objectiveKey = (id: string): string => `objective ${id}`

export const companyKey = (subject: Subject | "summary" | "portfolio" | "tree" | "trends" | "wall"): string =>
  `company ${subject}`
