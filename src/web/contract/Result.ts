/** Why a request came to nothing. */
export type Failure =
  /** No answer, or one that says to try again later: the same request may well succeed in a moment, given in seconds. */
  | { readonly kind: "unreachable"; readonly retryAfter?: number }
  /** The session is over. */
  | { readonly kind: "signedOut" }
  /** It will not succeed as it is; `message` is the server's, in words for people. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }

export type Result<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly failure: Failure }

export const succeed = <A>(value: A): Result<A> => ({ ok: true, value })

export const fail = (failure: Failure): Result<never> => ({ ok: false, failure })
