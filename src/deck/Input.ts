import type { Team } from "../domain/state/State.ts"

/** One line of what happened to an entity. */
export interface LatestChange {
  /** ISO 8601 UTC. */
  readonly timestamp: string
  readonly actorName: string
  readonly description: string
}

/** All a deck is made of: plain data, so that it can be handed to a worker. The same input makes the same bytes. */
export interface DeckInput {
  readonly team: Team
  /** The log's position the deck shows. */
  readonly sequenceNumber: number
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  /** The team 30 days before `date`; null when it did not exist then. */
  readonly before: Team | null
  /** By entity (objectives and principles), newest first, at most five each. */
  readonly latest: ReadonlyMap<string, ReadonlyArray<LatestChange>>
}
