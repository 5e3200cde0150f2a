import type { DeckContext, DeckInput } from "../Input.ts"
import { companyKey, type SlideSubject, subjectKey } from "./SlideIds.ts"

/** One team, or several together, as the slides see them that tell of either. */
export interface Review {
  readonly context: DeckContext
  /** In the deck's order; at least one. */
  readonly inputs: ReadonlyArray<DeckInput>
  /** Whether objectives are told with their teams. */
  readonly isTeamNamed: boolean
  /** The key of the slide about a subject. */
  readonly keyOf: (subject: SlideSubject) => string
}

export const teamReview = (input: DeckInput): Review => ({
  ...{ context: input, inputs: [input], isTeamNamed: false },
  keyOf: (subject) => subjectKey(input, subject)
})

export const companyReview = (context: DeckContext, inputs: ReadonlyArray<DeckInput>): Review => ({
  ...{ context, inputs, isTeamNamed: true },
  keyOf: companyKey
})
