import type { Subject } from "../facts/Findings.ts"
import type { DeckInput } from "../Input.ts"

export type SlideSubject = Subject | "summary" | "portfolio" | "tree" | "trends" | "wall"

/** The keys by which links name slides. A link to a slide that is not in the deck is plain text. */
export const subjectKey = ({ team }: DeckInput, subject: SlideSubject): string => `${team.id} ${subject}`

export const objectiveKey = (id: string): string => `objective ${id}`

/** The progress of several teams is told by the portfolio. */
export const companyKey = (subject: SlideSubject): string => `company ${subject === "progress" ? "portfolio" : subject}`
