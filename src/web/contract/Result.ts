/** Why a request failed. */
export type Failure =
  /** No answer, or one that says to try again later. `retryAfter`: seconds until then, if the server named them. */
  | { readonly kind: "unreachable"; readonly retryAfter?: number }
  /** There is no session, or it has expired. */
  | { readonly kind: "signedOut" }
  /** Repeating the request does not help. `message` is the server's explanation for people. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }

export type Result<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly failure: Failure }

export const succeed = <A>(value: A): Result<A> => ({ ok: true, value })

export const fail = (failure: Failure): Result<never> => ({ ok: false, failure })
