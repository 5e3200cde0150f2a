/** The part of a feed's address that is its token, and any other token that somebody has put into an address. */
const tokens = /(?<=^\/api\/feeds\/)[^/?#;]+|strat_[\w-]{43}/g

interface Address {
  readonly url: string
  /** The first token that was in the address. */
  readonly token: string | undefined
}

/**
 * The address without tokens, which have `-` in their places. It is what routes, logs and traces get to see, so that no token
 * stands in any of them.
 */
export const withoutTokens = (url: string): Address => {
  const [token] = url.match(tokens) ?? []
  return { url: token === undefined ? url : url.replaceAll(tokens, "-"), token }
}
