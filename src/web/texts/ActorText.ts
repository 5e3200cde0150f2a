/** A user, or an agent that acts by a token of theirs. */
export interface Actor {
  readonly actorName: string
  readonly tokenName?: string
}

/** Follows a user's name. */
export const byToken = (tokenName: string | undefined): string => (tokenName === undefined ? "" : ` · by ${tokenName}`)

export const actorText = ({ actorName, tokenName }: Actor): string => `${actorName}${byToken(tokenName)}`
