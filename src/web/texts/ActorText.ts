import { nameOf } from "../../shared/words/ActorName.ts"

/** A user, or an agent that acts by a token of theirs. */
export interface Actor {
  readonly actorName: string
  readonly actorDisplayName?: string | null
  readonly tokenName?: string | null
}

/** Follows a user's name. */
export const byToken = (tokenName: string | null | undefined): string => (tokenName ? ` · by ${tokenName}` : "")

export const actorText = (actor: Actor): string => `${nameOf(actor)}${byToken(actor.tokenName)}`
