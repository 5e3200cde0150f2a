import { Effect, Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import { type HashRefused, HashShareExceeded } from "../../accounts/HashQueue.ts"
import { Login } from "../../accounts/Login.ts"
import { TooManyRequests, Unavailable } from "../../api/Errors.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { dressed } from "../pipeline/SecurityHeaders.ts"
import { ClientAddress, networkOf } from "../server/ClientAddress.ts"

/** What tells who asks to sign in, before anything else of the request is looked at. */
export interface Sender {
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export const tooManySignIns = new Unavailable({ message: "Too many sign-ins at once. Try again shortly." })

const exceeded = dressed(errorResponse(new TooManyRequests({ message: new HashShareExceeded().message })))
const full = dressed(errorResponse(tooManySignIns))

const responseTo = (refused: HashRefused): HttpServerResponse.HttpServerResponse =>
  refused._tag === "HashShareExceeded" ? exceeded : full

/**
 * The refusal of a sign-in that would wait for a hash beyond its sender's share; undefined for one that would not. Known from
 * the head of the request, it costs no fiber, no parsing of up to 64 KiB and no look at the store: a flood of sign-ins is
 * refused at a small part of what answering them would take, so that it does not make others wait.
 */
export const make = Effect.gen(function* () {
  const login = yield* Login
  const addressOf = yield* ClientAddress
  return ({ socket, headers }: Sender): HttpServerResponse.HttpServerResponse | undefined => {
    const forwarded = headers["x-forwarded-for"]
    const address = addressOf({
      remoteAddress: Option.fromUndefinedOr(socket?.remoteAddress),
      headers: typeof forwarded === "string" ? { "x-forwarded-for": forwarded } : {}
    })
    const refused = login.refusal({ hasSession: false, key: networkOf(address) })
    return refused && responseTo(refused)
  }
})
