import type { Team } from "../domain/state/State.ts"

/** A line of an entity's history. */
export interface LatestChange {
  /** ISO 8601 UTC. */
  readonly timestamp: string
  readonly actorName: string
  readonly description: string
}

/** The input of a deck as plain data, so that it can be sent to a worker. The same input gives the same bytes. */
export interface DeckInput {
  readonly team: Team
  /** The sequence number that the deck shows. */
  readonly sequenceNumber: number
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  /** The team 30 days before `date`; null if it did not exist then. */
  readonly before: Team | null
  /** By entity (objectives and principles), newest first, at most five each. */
  readonly latest: ReadonlyMap<string, ReadonlyArray<LatestChange>>
}
