/** What a token may be used for. `feed` is for calendar feeds, and opens nothing else. */
export const tokenScopes = ["read", "write", "admin", "feed"] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The length of a token's name, in code points. */
export const tokenNameLength = 100

/** For how many days a token may be made. */
export const tokenDays = { minimum: 1, maximum: 365 } as const

/** How many tokens a user may have at once. */
export const maxTokens = 20
